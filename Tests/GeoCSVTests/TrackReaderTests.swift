import Foundation
import GeoModel
import GeoTestKit
import Testing

@testable import GeoCSV

@Suite("Files of tracks")
struct TrackReaderTests {
  private let folder = TemporaryFolder()

  private func rows(_ text: String, _ change: (inout TrackReader) -> Void = { _ in }) async throws -> [TrackRow] {
    let path = folder.file("track")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    var reader = TrackReader(input: try InputFile(path: path))
    change(&reader)
    let next = try await reader.open()
    var rows: [TrackRow] = []
    while let some = try await next() {
      rows += some.rows
      if let problem = some.problem { throw problem }
    }
    return rows
  }

  @Test("a table has its times, vehicles and accuracy in columns")
  func table() async throws {
    let text = "car;when;lat;lon;accuracy\n\"b\";2026-01-31T12:00:00Z;47.1;9.5;8\n\na;5;x;9.5;\n"
    let found = try await rows(text) {
      ($0.time, $0.vehicle) = (ColumnReference("when"), ColumnReference("car"))
    }
    #expect(found.map(\.vehicle) == ["b", "a"] && found.map(\.time) == ["2026-01-31T12:00:00Z", "5"])
    #expect(found.map(\.coordinate?.latitude) == [47.1, nil] && found.map(\.accuracyMeters) == [8, nil])
  }

  @Test("a vehicle is called what stands between its quotes")
  func quotes() async throws {
    let found = try await rows("car,lat,lon\n\"a \"\"b\"\",\nc\",1,2\n") { $0.vehicle = ColumnReference("car") }
    #expect(found.map(\.vehicle) == ["a \"b\",\nc"])
  }

  @Test("a row that is written keeps commas, quotes and line ends, and nothing that terminals obey")
  func row() {
    let cells = ["a,b", "\"c\"", "d\ne", "", "f\u{9B}31m\u{1B}g"]
    let text = String(decoding: PlacemarkTable.row(cells), as: UTF8.self)
    #expect(text == "\"a,b\",\"\"\"c\"\"\",\"d\ne\",,f\u{FFFD}31m\u{FFFD}g\n")
  }

  @Test("columns of times are found by their names, unless there are two")
  func names() async throws {
    let (found, none) = (try await rows("Timestamp,lat,lon\n7,1,2\n"), try await rows("lat,lon\n1,2\n"))
    #expect(found.map(\.time) == ["7"] && none.map(\.time) == [""])
    await #expect(throws: EnrichmentError.self) { try await rows("time,utc,lat,lon\n7,7,1,2\n") }
    await #expect(throws: EnrichmentError.self) {
      try await rows("time,lat,lon\n7,1,2\n") { $0.vehicle = ColumnReference("truck") }
    }
  }

  @Test("a time of day takes the date beside it, a whole time does not")
  func dates() async throws {
    let found = try await rows(
      "date,time,lat,lon\n2026-01-31,12:00:05,1,2\n2026-01-31,2026-02-01 12:00,1,2\n2026-01-31,7,1,2\n,12:00,1,2\n")
    #expect(found.map(\.time) == ["2026-01-31 12:00:05", "2026-02-01 12:00", "7", "12:00"])
    #expect(TrackTime.seconds(of: found[0].time) == 1_769_860_805)
  }

  @Test("of GPX the points of tracks are read with their own times, and no waypoints")
  func gpx() async throws {
    let text = """
      <gpx><metadata><time>2020-01-01T00:00:00Z</time></metadata><wpt lat="1" lon="1"><time>9</time></wpt><trk><trkseg>
      <trkpt lat="47.1" lon="9.5"><ele>4</ele><time>2026-01-31T12:00:00Z</time></trkpt><trkpt lat="47.2" lon="9.5"/>
      <trkpt lat="97" lon="9.5"/></trkseg></trk></gpx>
      """
    let found = try await rows(text)
    #expect(found.map(\.time) == ["2026-01-31T12:00:00Z", "", ""])
    #expect(found.map(\.coordinate?.latitude) == [47.1, 47.2, nil])
  }

  @Test("empty files have no rows, and other kinds of files are told")
  func others() async throws {
    let (nothing, header) = (try await rows(""), try await rows("time,lat,lon\n"))
    #expect(nothing.isEmpty && header.isEmpty)
    await #expect(throws: EnrichmentError.self) { try await rows("{\"lat\":1,\"lon\":2}\n") }
  }

  @Test(
    "times are ISO 8601, or seconds to nanoseconds",
    arguments: [
      ("1970-01-02", 86_400), ("1970-01-01T00:01:00Z", 60), ("1970-01-01 00:01", 60),
      ("1970-01-01T01:00:00.5+01:00", 0.5),
      ("1970-01-01T00:00:00,25-0130", 5_400.25), ("1769860800", 1_769_860_800), ("1769860800250", 1_769_860_800.25),
      ("-5", -5), ("2026-02-29T00:00:00Z", nil), ("2026-01-31T25:00:00Z", nil), ("nan", nil), ("inf", nil), ("", nil),
      ("1769860800250000", 1_769_860_800.25), ("1769860800250000000", 1_769_860_800.25),
      ("noon", nil), ("1e30", nil), ("2026-01-31T12:00:00Zx", nil), ("2026-01-31T12:00:00+99:00", nil),
    ] as [(String, Double?)])
  func times(text: String, seconds: Double?) { #expect(TrackTime.seconds(of: text) == seconds) }
}

@Suite("Tracks of tables")
struct TrackSheetTests {
  private let folder = TemporaryFolder()

  @Test("rows are kept by their number, and nothing is known of those between")
  func rows() throws {
    let sheet = try TrackSheet(folder: folder.path)
    let place = TrackSheet.Place(
      coordinate: try Coordinate(latitude: -47.1, longitude: 179.5), way: 1 << 40, alongMeters: 12.34, street: "A 1")
    let row = TrackSheet.Row(place: place, status: "ok")
    try sheet.set(row, at: 7)
    try sheet.set(TrackSheet.Row(place: nil, status: "no_road"), at: 5)
    let unknown = TrackSheet.Row(place: nil, status: "")
    #expect(
      try sheet.rows(4..<10) == [unknown, .init(place: nil, status: "no_road"), unknown, row, unknown, unknown])
    #expect(try sheet.rows(5..<5).isEmpty && sheet.rows(1_000..<1_001) == [unknown])
    let texts = TrackColumn.allCases.map { column in
      var bytes: [UInt8] = []
      column.value(of: row).appendPlain(to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(texts == ["-47.1", "179.5", "way/1099511627776", "A 1", "12.3", "ok"])
    #expect(throws: EnrichmentError.self) { try TrackSheet(folder: "/nowhere") }
  }
}
