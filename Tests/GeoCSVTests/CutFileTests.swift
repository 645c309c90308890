import Foundation
import GeoModel
import Testing

@testable import GeoCSV

@Suite("A file that is cut, or of another format, is not taken for a whole one")
struct CutFileTests {
  private static let feature =
    "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[7,12]},\"properties\":{\"a\":\"]}\"}}"
  private static let files: [(name: String, text: String, closing: Int)] = [
    ("in.json", "[{\"lat\":1,\"lon\":2}, {\"lat\":3,\"lon\":4} ]", 1),
    ("in.geojson", "{\"type\":\"FeatureCollection\",\"features\":[\(feature),\(feature)],\"more\":[{\"x\":\"}\"}]}", 1),
    ("in.geojson", "[\(feature),\(feature)]", 1),
    ("in.geojson", feature, 1),
    ("in.json", "{\n\"lat\":1,\n\"lon\":2}", 1),
    (
      "in.gpx",
      "<?xml version=\"1.0\"?><gpx><wpt lat=\"1\" lon=\"2\"/><trk><trkpt lat=\"3\" lon=\"4\"></trkpt></trk></gpx>", 6
    ),
    ("in.gpx", "<gpx/>", 6), ("in.gpx", "<g:gpx xmlns:g=\"u\"><g:wpt lat=\"1\" lon=\"2\"/></g:gpx>", 8),
    ("in.kml", "<kml><Placemark><Point><coordinates>2,1</coordinates></Point></Placemark></kml>", 6),
    ("in.kml", "<Placemark><Point><coordinates>2,1</coordinates></Point></Placemark>", 12),
  ]

  private func workshop(_ text: String, _ name: String) throws -> Workshop {
    let workshop = try Workshop(text, name: name)
    workshop.options.tuning.chunkBytes = 20
    workshop.options.tuning.sampleBytes = 30
    return workshop
  }

  @Test("cut anywhere it ends with an error of the data, whole it does not", arguments: files.indices)
  func cut(index: Int) async throws {
    let (name, text, _) = Self.files[index]
    try await workshop(text + "\n", name).run()
    for length in 1..<text.utf8.count {
      let part = String(decoding: text.utf8.prefix(length), as: UTF8.self)
      let error = await #expect(throws: EnrichmentError.self, "\(part)") { try await workshop(part, name).run() }
      // A file that is cut before its first object may seem to have no columns.
      #expect(error?.code == .data || error?.code == .usage, "\(part)")
    }
  }

  @Test(
    "the whole rows before the cut are written, and the run goes on once there is more",
    // Nothing is known of a single object before it is complete.
    arguments: files.indices.filter { $0 != 4 })
  func goesOn(index: Int) async throws {
    let (name, content, closing) = Self.files[index]
    // Inputs with the same beginning may be the same input.
    let text = String(repeating: " ", count: 4096) + content
    let complete = try workshop(text, name)
    complete.options.tuning.sampleBytes = text.utf8.count
    let whole = try await complete.result()
    // A pipe has no known length, so a longer input is not a different one.
    for length in [text.utf8.count - closing, 4096 + content.utf8.count / 3 * 2] {
      let workshop = try workshop("", name)
      workshop.options.tuning.sampleBytes = text.utf8.count
      func run(_ text: some StringProtocol, _ mode: OutputFile.Mode) async throws {
        try FileManager.default.removeItem(atPath: workshop.input)
        try #require(mkfifo(workshop.input, 0o600) == 0)
        let writer = try #require(FileHandle(forUpdatingAtPath: workshop.input))
        try writer.write(contentsOf: Data(text.utf8))
        let enrichment = try workshop.enrichment(mode: mode)
        try writer.close()
        _ = try await enrichment.run()
      }
      let part = String(decoding: text.utf8.prefix(length), as: UTF8.self)
      await #expect(throws: EnrichmentError.self) { try await run(part, .new) }
      guard FileManager.default.fileExists(atPath: workshop.output + ".journal") else { continue }
      await #expect(throws: EnrichmentError.self) { try await run(part, .resume) }
      try await run(text, .resume)
      #expect(String(decoding: try workshop.outputBytes(), as: UTF8.self) == whole)
    }
  }

  @Test("a run that was stopped at the very end of a whole file is finished by resuming")
  func atTheEnd() async throws {
    let workshop = try workshop(Self.files[0].text, "in.json")
    workshop.options.tuning.checkpointInterval = .zero
    let whole = try await workshop.result()
    try FileManager.default.removeItem(atPath: workshop.output)
    var enrichment = try workshop.enrichment()
    let stop = enrichment.stop
    let length = Self.files[0].text.utf8.count
    enrichment.progress = { if $0.inputOffset == length { stop.stop() } }
    #expect(try await enrichment.run().wasStopped)
    try await workshop.run(mode: .resume)
    #expect(String(decoding: try workshop.outputBytes(), as: UTF8.self) == whole)
  }

  @Test("lines that end inside an object or quotes are cut; a last line without its line break is whole")
  func lastLines() async throws {
    for (name, text, open, close) in [
      ("in.ndjson", "{\"lat\":1,\"lon\":2}\n{\"lat\":3,\"lon\":\"4}\"}", "\n{", "\"}"),
      ("in.csv", "a,lat,lon\n\"x\",1,2\n\"y, z!\",3,4", "\n\"", "!\""),
      ("in.csv", "lat,lon,\"na,me\"", ",\"na", ",me\""),
    ] {
      try await workshop(text, name).run()
      let start = try #require(text.range(of: open, options: .backwards)).lowerBound.utf16Offset(in: text) + 2
      let end = try #require(text.range(of: close, options: .backwards)).upperBound.utf16Offset(in: text)
      for length in start..<end {
        let part = String(text.prefix(length))
        let error = await #expect(throws: EnrichmentError.self, "\(part)") { try await workshop(part, name).run() }
        #expect(error?.code == .data && error?.message.contains("ends early") == true, "\(part)")
      }
    }
  }

  @Test("a sample that ends before the cut says nothing where the rest need not be read")
  func samples() async throws {
    let lines = try workshop("{\"lat\":1,\"lon\":2}\n{\"lat\":1,", "in.ndjson")
    lines.options.sample = .first(1)
    #expect(try await lines.run().tally[.badRecord] == 0)
    let array = try workshop("[{\"lat\":1,\"lon\":2},{\"lat\":1,", "in.json")
    array.options.sample = .first(1)
    await #expect(throws: EnrichmentError.self) { try await array.run() }
    array.options.sample = .spread(1, of: nil)
    await #expect(throws: EnrichmentError.self) { try await array.run(mode: .overwrite) }
  }

  @Test(
    "a table is not taken for another format, and the option is explained",
    arguments: [EnrichmentOptions.Format.json, .geojson, .gpx, .kml])
  func foreign(format: EnrichmentOptions.Format) async throws {
    for text in ["id,lat,lon\n1,47,8\n", "", "<html><body/></html>"] {
      let workshop = try workshop(text, "in")
      workshop.options.format = format
      let error = await #expect(throws: EnrichmentError.self) { try await workshop.run() }
      #expect(error?.code == .data && error?.message.contains("not what it becomes") == true)
      guard format != .json else { continue }
      let named = try Workshop(text, name: "in.\(format.rawValue)")
      let other = await #expect(throws: EnrichmentError.self) { try await named.run() }
      let advice = text.hasPrefix("<html>") ? "a web page" : "is it what its name says?"
      #expect(other?.code == .data && other?.message.contains(advice) == true)
    }
  }
}
