import Foundation
import Testing

@testable import GeoCSV

@Suite("Samples are the same rows every time, in all formats")
struct SampleTests {
  private func workshop(_ name: String, rows: Int, _ sample: RowSample) throws -> Workshop {
    let workshop = try Workshop(FormatSamples.text(named: name, rows: rows), name: name)
    workshop.options.sample = sample
    workshop.options.columns = [.status]
    return workshop
  }

  @Test(
    "a number of rows is that number, one from each stretch of the file", arguments: [1, 3, 7, 100, 999, 1000, 5000])
  func spread(count: Int) {
    let sample = RowSample.spread(count, of: 1000)
    let taken = (0..<1000).filter(sample.includes)
    #expect(taken.count == min(count, 1000))
    for (stretch, row) in taken.enumerated() where count < 1000 { #expect(row * count / 1000 == stretch) }
  }

  @Test(
    "the rows are counted first, whatever the chunks are", arguments: ["in.ndjson", "in.geojson", "in.gpx", "in.json"])
  func counted(name: String) async throws {
    let workshop = try workshop(name, rows: 200, .spread(11, of: nil))
    let summary = try await workshop.run()
    let expected = try workshop.outputBytes()
    #expect(summary.tally[.rows] == 11 && summary.tally[.skipped] == 189)
    workshop.options.tuning.chunkBytes = 64
    workshop.options.tuning.sampleBytes = 100
    try await workshop.run(mode: .overwrite)
    #expect(try workshop.outputBytes() == expected)
    let again = try workshop.enrichment(mode: .overwrite)
    #expect(try await again.run().tally[.rows] == 11)
  }

  @Test("a pipe cannot be counted, and is told what it can have")
  func pipe() async throws {
    let workshop = try Workshop("", name: "in.csv")
    try FileManager.default.removeItem(atPath: workshop.input)
    #expect(mkfifo(workshop.input, 0o600) == 0)
    // Opened for both, so that neither end waits for the other.
    let writer = try #require(FileHandle(forUpdatingAtPath: workshop.input))
    try writer.write(contentsOf: Data("lat,lon\n1,2\n".utf8))
    workshop.options.sample = .spread(5, of: nil)
    let error = await #expect(throws: EnrichmentError.self) { try await workshop.run() }
    #expect(error?.code == .usage && error?.message.contains("--limit-rows 5") == true)
  }

  @Test(
    "collections stay whole files when features are left out",
    arguments: [RowSample.first(0), .first(1), .first(3), .share(0.3), .share(0.01), .spread(5, of: nil)])
  func collections(sample: RowSample) async throws {
    for name in ["in.geojson", "in.json"] {
      let workshop = try workshop(name, rows: 100, sample)
      workshop.options.tuning.chunkBytes = 200
      let summary = try await workshop.run()
      let whole = try JSONSerialization.jsonObject(with: Data(try workshop.outputBytes()))
      let objects = (whole as? [String: Any])?["features"] as? [Any] ?? whole as? [Any]
      #expect(objects?.count == summary.tally[.rows])
      if case .first(let count) = sample { #expect(objects?.count == count) }
    }
  }

  @Test("tracks stay whole files when points are left out: what stands between the points comes through")
  func tracks() async throws {
    let workshop = try Workshop(
      """
      <gpx><trk><name>a</name><trkseg>
      <trkpt lat="1" lon="2"/>
      <trkpt lat="3" lon="4"><ele>5</ele></trkpt>
      </trkseg></trk><trk><name>b</name><trkseg>
      <trkpt lat="5" lon="6"/>
      </trkseg></trk></gpx>
      """, name: "in.gpx")
    workshop.options.sample = .first(1)
    let address = "<geocode:address xmlns:geocode=\"urn:geocode:address\"><geocode:street>1 Street</geocode:street>"
    #expect(
      try await workshop.result() == """
        <gpx><trk><name>a</name><trkseg>
        <trkpt lat="1" lon="2"><extensions>\(address)<geocode:status>ok</geocode:status></geocode:address></extensions></trkpt>
        </trkseg></trk><trk><name>b</name><trkseg>

        </trkseg></trk></gpx>
        """)
  }

  @Test("a sample that was interrupted is gone on with")
  func resumed() async throws {
    for sample in [RowSample.share(0.2), .spread(30, of: nil), .first(60)] {
      let workshop = try workshop("in.geojson", rows: 200, sample)
      workshop.options.tuning.chunkBytes = 256
      workshop.options.tuning.checkpointInterval = .zero
      let expected = try await workshop.result()
      try FileManager.default.removeItem(atPath: workshop.output)
      var enrichment = try workshop.enrichment()
      let stop = enrichment.stop
      enrichment.progress = { if $0.inputOffset > 6000 { stop.stop() } }
      #expect(try await enrichment.run().wasStopped)
      try await workshop.run(mode: .resume)
      #expect(String(decoding: try workshop.outputBytes(), as: UTF8.self) == expected)
    }
  }
}
