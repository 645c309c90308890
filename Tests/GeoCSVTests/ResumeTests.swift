import Foundation
import GeoModel
import GeoPacking
import Testing

@testable import GeoCSV

@Suite("An interrupted run goes on where it stopped")
struct ResumeTests {
  /// Small chunks and a checkpoint after each, so that a small file can be interrupted at many points.
  private func workshop(_ text: String, name: String = "in.csv") throws -> Workshop {
    let workshop = try Workshop(text, name: name)
    workshop.options.tuning.sampleBytes = 64
    workshop.options.tuning.chunkBytes = 256
    workshop.options.tuning.checkpointInterval = .zero
    return workshop
  }

  private func rows(_ count: Int) -> String {
    "id,lat,lon\n" + (0..<count).map { "\"row \($0)\",\($0 % 80),\($0 % 170)\n" }.joined()
  }

  /// Keeps copies of the unfinished files after each chunk.
  private final class Snapshots: @unchecked Sendable {
    // Written by the run's only task, and read after its end.
    var states: [(partial: Data, journal: Data)] = []
  }

  private func snapshots(of workshop: Workshop) async throws -> Snapshots {
    let snapshots = Snapshots()
    let output = workshop.output
    var enrichment = try workshop.enrichment(mode: .overwrite)
    enrichment.progress = { _ in
      guard let partial = FileManager.default.contents(atPath: output + ".partial"),
        let journal = FileManager.default.contents(atPath: output + ".journal")
      else { return }
      snapshots.states.append((partial, journal))
    }
    _ = try await enrichment.run()
    return snapshots
  }

  private func put(_ partial: Data, _ journal: Data, _ workshop: Workshop) throws {
    try? FileManager.default.removeItem(atPath: workshop.output)
    try partial.write(to: URL(fileURLWithPath: workshop.output + ".partial"))
    try journal.write(to: URL(fileURLWithPath: workshop.output + ".journal"))
  }

  @Test(
    "where the disk is full, the advice fits what is written: a file can be continued",
    .enabled(if: access("/dev/full", F_OK) == 0))
  func fullDisk() throws {
    let device = try OutputDescriptor.open("/dev/full", O_WRONLY)
    let error = #expect(throws: EnrichmentError.self) { try device.write([65]) }
    #expect(
      error?.description
        == "/dev/full: the disk is full; make room (with -o FILE the run can then be continued with --resume)")
    let workshop = try Workshop("")
    let file = try OutputDescriptor.open(workshop.output, O_WRONLY | O_CREAT)
    #expect(
      file.words(ENOSPC)
        == "\(workshop.output): the disk is full; make room, then the same command with --resume continues")
  }

  @Test("after every chunk, with half a chunk more written, the result is that of one run")
  func everyChunk() async throws {
    let workshop = try workshop(rows(200))
    let snapshots = try await snapshots(of: workshop)
    let expected = try workshop.outputBytes()
    #expect(snapshots.states.count > 10)
    for (index, state) in snapshots.states.enumerated() {
      try put(state.partial + Data("half a row that was writt".utf8.prefix(index % 26)), state.journal, workshop)
      let summary = try await workshop.run(mode: .resume)
      #expect(try workshop.outputBytes() == expected)
      #expect(summary.tally[.rows] == 200)
      #expect(!FileManager.default.fileExists(atPath: workshop.output + ".journal"))
    }
  }

  @Test("so it is from a packed input to a packed output", arguments: [".gz", ".zst"])
  func packed(suffix: String) async throws {
    let format = try #require(PackedFormat(name: suffix))
    let workshop = try workshop("")
    try Data(#require(format.member(Array(rows(200).utf8)))).write(to: URL(fileURLWithPath: workshop.input))
    workshop.outputName = "out" + suffix
    let snapshots = try await snapshots(of: workshop)
    let expected = try await Workshop(rows(200)).result()
    #expect(snapshots.states.count > 10)
    for (index, state) in snapshots.states.enumerated() where index % 4 == 0 {
      try put(state.partial + Data("half a mem".utf8), state.journal, workshop)
      #expect(try await workshop.run(mode: .resume).tally[.rows] == 200)
      let head = InputHead(bytes: try workshop.outputBytes(), isAtEnd: true)
      let text = try #require(try InputFile(path: workshop.input).plainText(head))
      var result: [UInt8] = []
      while try !text.read(1 << 16, onto: &result) {}
      #expect(String(decoding: result, as: UTF8.self) == expected)
    }
  }

  @Test("a journal cut anywhere leads to the same result")
  func tornJournal() async throws {
    let workshop = try workshop(rows(40))
    let snapshots = try await snapshots(of: workshop)
    let expected = try workshop.outputBytes()
    let last = try #require(snapshots.states.last)
    for length in stride(from: 0, through: last.journal.count, by: 5) {
      try put(last.partial, last.journal.prefix(length), workshop)
      try await workshop.run(mode: .resume)
      #expect(try workshop.outputBytes() == expected, "journal cut to \(length) bytes")
    }
  }

  @Test("a run that was killed before or after its last step is finished by resuming")
  func lastStep() async throws {
    let workshop = try workshop(rows(20))
    let snapshots = try await snapshots(of: workshop)
    let expected = try workshop.outputBytes()
    let last = try #require(snapshots.states.last)
    // Complete, but not renamed yet.
    let complete = Data((Journal.completeLine(length: expected.count) + "\n").utf8)
    try put(Data(expected), last.journal + complete, workshop)
    try await workshop.run(mode: .resume)
    #expect(try workshop.outputBytes() == expected)
    // Renamed, but the journal is not removed yet.
    try last.journal.write(to: URL(fileURLWithPath: workshop.output + ".journal"))
    #expect(try await workshop.run(mode: .resume).wasComplete)
    #expect(try workshop.outputBytes() == expected)
  }

  @Test("all formats go on in the middle", arguments: ["in.ndjson", "in.json", "in.geojson", "in.gpx"])
  func formats(name: String) async throws {
    let workshop = try workshop(FormatSamples.text(named: name, rows: 60), name: name)
    let snapshots = try await snapshots(of: workshop)
    let expected = try workshop.outputBytes()
    #expect(snapshots.states.count > 5)
    for state in snapshots.states {
      try put(state.partial, state.journal, workshop)
      try await workshop.run(mode: .resume)
      #expect(try workshop.outputBytes() == expected)
    }
  }

  @Test("another input, other options or other data are refused by name")
  func otherRun() async throws {
    let workshop = try workshop(rows(200))
    let state = try #require(try await snapshots(of: workshop).states.dropFirst(3).first)
    try put(state.partial, state.journal, workshop)
    workshop.options.prefix = "other_"
    await #expect(throws: EnrichmentError.self) { try await workshop.run(mode: .resume) }
    workshop.options.prefix = ""
    // Changes a byte anywhere before the checkpoint: same length, different content.
    let journal = try #require(try Journal.read(workshop.output + ".journal"))
    let offset = try #require(journal.checkpoints.last).position.offset
    #expect(offset > 500)
    for place in [20, offset - 3] + Array(stride(from: 70, to: offset, by: 83)) {
      var changed = Array(rows(200).utf8)
      changed[place] ^= 1
      try Data(changed).write(to: URL(fileURLWithPath: workshop.input))
      let error = await #expect(throws: EnrichmentError.self, "byte \(place)") {
        try await workshop.run(mode: .resume)
      }
      #expect(error?.code == .resume)
    }
    // The part that was not read yet may change.
    var changed = Array(rows(200).utf8)
    changed[offset + 6] = Byte.zero + 7
    try Data(changed).write(to: URL(fileURLWithPath: workshop.input))
    try await workshop.run(mode: .resume)
  }

  @Test("a geocoder that fails leaves a state to go on from")
  func failingGeocoder() async throws {
    let workshop = try workshop(rows(200))
    let expected = try await workshop.result()
    try FileManager.default.removeItem(atPath: workshop.output)
    workshop.geocoder = FailingGeocoder(limit: 50)
    await #expect(throws: EnrichmentError.self) { try await workshop.run() }
    #expect(!FileManager.default.fileExists(atPath: workshop.output))
    workshop.geocoder = GridGeocoder()
    try await workshop.run(mode: .resume)
    #expect(String(decoding: try workshop.outputBytes(), as: UTF8.self) == expected)
  }

  @Test("a geocoder that fails for every point stops the run, one that fails for some marks their rows")
  func brokenGeocoder() async throws {
    let workshop = try workshop(rows(100))
    workshop.options.tuning.chunkBytes = 1 << 20
    workshop.geocoder = BrokenGeocoder(isBroken: { _ in true })
    let error = try await #require(throws: EnrichmentError.self) { try await workshop.run() }
    #expect(error.code == .geocoder && error.message.contains("no disk"))
    workshop.geocoder = BrokenGeocoder(isBroken: { $0.coordinate.latitude < 10 })
    let summary = try await workshop.run(mode: .overwrite)
    #expect(summary.tally[RowStatus.error] == 20)
    #expect(workshop.notes.lines.count { $0.contains("no disk") } == 1)
  }

  @Test("a run that is asked to stop goes on later")
  func stopped() async throws {
    let workshop = try workshop(rows(300))
    let expected = try await workshop.result()
    try FileManager.default.removeItem(atPath: workshop.output)
    var enrichment = try workshop.enrichment()
    let stop = enrichment.stop
    enrichment.progress = { if $0.rows > 20 { stop.stop() } }
    let summary = try await enrichment.run()
    #expect(summary.wasStopped)
    #expect(summary.tally[.rows] < 300)
    try await workshop.run(mode: .resume)
    #expect(String(decoding: try workshop.outputBytes(), as: UTF8.self) == expected)
  }

  @Test("what is there is not overwritten unless asked")
  func overwriting() async throws {
    let workshop = try workshop(rows(5))
    try await workshop.run()
    await #expect(throws: EnrichmentError.self) { try await workshop.run() }
    try await workshop.run(mode: .overwrite)
    try Data().write(to: URL(fileURLWithPath: workshop.output + ".partial"))
    try FileManager.default.removeItem(atPath: workshop.output)
    await #expect(throws: EnrichmentError.self) { try await workshop.run() }
  }
}

/// Fails after this many queries, as when a connection is lost.
private struct FailingGeocoder: ReverseGeocoding {
  let limit: Int
  let asked = Counter()

  func placemarks(for query: PlacemarkQuery) async throws(GeocodingError) -> [Placemark] {
    guard await asked.next() <= limit else { throw GeocodingError(.serverFailure, "gone") }
    return try await GridGeocoder().placemarks(for: query)
  }

  func placemarks(
    forEach queries: [PlacemarkQuery]
  ) async throws(GeocodingError) -> [Result<[Placemark], GeocodingError>] {
    var results: [Result<[Placemark], GeocodingError>] = []
    for query in queries {
      do throws(GeocodingError) { results.append(.success(try await placemarks(for: query))) } catch {
        guard error.code == .placemarkNotFound else { throw error }
        results.append(.failure(error))
      }
    }
    return results
  }

  actor Counter {
    private var count = 0
    func next() -> Int {
      count += 1
      return count
    }
  }
}

/// Fails for some points only.
private struct BrokenGeocoder: ReverseGeocoding {
  let isBroken: @Sendable (PlacemarkQuery) -> Bool

  func placemarks(for query: PlacemarkQuery) async throws(GeocodingError) -> [Placemark] {
    if isBroken(query) { throw GeocodingError(.serverFailure, "no disk") }
    return try await GridGeocoder().placemarks(for: query)
  }
}
