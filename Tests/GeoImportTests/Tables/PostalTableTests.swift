import Foundation
import GeoModel
import GeoStore
import GeoTestKit
import OSMFile
import Synchronization
import Testing

@testable import GeoImport

@Suite("Tables of postal codes")
struct PostalTableTests {
  private let folder = TemporaryFolder()

  private func rows(_ bytes: Data) throws -> (rows: [PostalPointRow], faults: [DataFault]) {
    let path = folder.file("t.txt")
    try bytes.write(to: URL(fileURLWithPath: path))
    var table = try PostalPointRows(path)
    var result: (rows: [PostalPointRow], faults: [DataFault]) = ([], [])
    while let row = try table.next() {
      switch row {
      case .success(let row): result.rows.append(row)
      case .failure(let fault): result.faults.append(fault)
      }
    }
    return result
  }

  private func rows(_ text: String) throws -> (rows: [PostalPointRow], faults: [DataFault]) {
    try rows(Data(text.utf8))
  }

  /// Imports tables over an extract with a country around them.
  private func tallies(
    _ tables: [(name: String, text: String)], property: String? = nil
  ) throws -> (StoreMetadata, warnings: [String]) {
    let (map, store) = (folder.file("map.osm"), folder.file("map.sqlite"))
    let box = #"<bounds minlat="47" minlon="9" maxlat="48" maxlon="10"/>"#
    let node = #"<node id="1" lat="47.5" lon="9.5"><tag k="place" v="town"/><tag k="name" v="Town"/></node>"#
    try Data("<osm version=\"0.6\">\(box)\(node)</osm>".utf8).write(to: URL(fileURLWithPath: map))
    var options = ImportOptions(threads: 1, worldLayer: nil)
    for (name, text) in tables {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
      options.postalTables.paths.append(folder.file(name))
    }
    options.postalTables.property = property
    let reporter = Warnings()
    _ = try Importer(options).run(extracts: [map], output: store, reporter: reporter)
    return (try StoreReader(path: store).info.metadata, reporter.sentences.withLock { $0 })
  }

  private func message(_ body: () throws -> Void) throws -> String {
    try #require(#expect(throws: ImportError.self) { try body() }).message
  }

  @Test(
    "rows of GeoNames: an accuracy may be missing, names may be Latin-1 or begin with a quote, lines may end as on Windows"
  )
  func geoNames() throws {
    var bytes = Data("DE\t10115\tBerlin\tBerlin\tBE\t\t00\t\t11000\t52.5323\t13.3846\t4\r\n".utf8)
    bytes += Data("de\t 80331 \tM".utf8) + Data([0xFC]) + Data("nchen\t\t\t\t\t\t\t48.1345\t11.571\t\n".utf8)
    bytes += Data("DE\t01067\t\"Dresden\t\t\t\t\t\t\t51.0575\t13.7144\n\n".utf8)
    let (rows, faults) = try rows(bytes)
    #expect(faults.isEmpty && rows.map(\.code) == ["10115", "80331", "01067"] && rows.map(\.accuracy) == [4, 0, 0])
    #expect(rows.map(\.country) == ["DE", "DE", "DE"] && rows[0].place == FixedPoint(x: 133_846_000, y: 525_323_000))
  }

  @Test("rows without a place or a country are counted")
  func faults() throws {
    let good = "DE\t10115\tB\t\t\t\t\t\t\t52.5\t13.4\t1\n"
    let (rows, faults) = try rows(
      good + "DE\t1\tB\t\t\t\t\t\t\t0\t0\n" + "DE\t1\tB\t\t\t\t\t\t\t95\t13\n" + "DE\t1\tB\t\t\t\t\t\t\tx\t13\n"
        + "DEU\t1\tB\t\t\t\t\t\t\t52\t13\n" + "DE\t1\tB\n")
    #expect(rows.count == 1)
    #expect(
      faults == [
        .tableCoordinateInvalid, .tableCoordinateInvalid, .tableCoordinateInvalid, .tableRowIncomplete,
        .tableRowIncomplete,
      ])
  }

  @Test(
    "what is no such table is an error that tells what was found",
    arguments: [
      "country,code\nDE,1\n": "there is no tab in its first row", "a\tb\tc\n": "3 columns",
      "country\tcode\tp\ta\tb\tc\td\te\tf\tlatitude\tlongitude\n": "'latitude'", "\n \n": "there is no row in it",
      "PK\u{3}\u{4}x": "zip archive",
    ])
  func foreign(text: String, words: String) throws {
    #expect(try message { _ = try rows(text) }.contains(words))
  }

  @Test("codes that are none of the country are counted, and letters before a code are not part of it")
  func codes() throws {
    let row = { (country: String, code: String) in "\(country)\t\(code)\tP\t\t\t\t\t\t\t47.5\t9.\(code.count)\t\n" }
    let (metadata, _) = try tallies([
      (
        "codes.txt",
        row("LU", "L-1009") + row("DE", "8033") + row("FR", "01004 CEDEX") + row("NL", "1011 ab")
          + row("ZZ", String(repeating: "9", count: 17))
      )
    ])
    let info = metadata.postalPoints[0]
    #expect(info.rows == 5 && info.used == 2 && info.dropped == ["postal-code-invalid": 3] && info.name == "codes")
    #expect(
      try message { _ = try tallies([("bad.txt", row("DE", "x"))]) }.contains(
        "no row that is of use: 1 postal-code-invalid"))
  }

  @Test("a table of another region is told, and one whose coordinates are swapped is refused")
  func elsewhere() throws {
    let far = try tallies([("far.txt", "DE\t10115\tB\t\t\t\t\t\t\t52.5\t13.4\t\n")])
    #expect(far.warnings.count == 1 && far.warnings[0].contains("none of its 1 rows lies in the extracts"))
    let swapped = "DE\t10115\tB\t\t\t\t\t\t\t9.5\t47.5\t\n"
    #expect(try message { _ = try tallies([("s.txt", swapped)]) }.contains("its latitudes are longitudes"))
  }

  private func feature(_ properties: String, _ ring: String = "[9.1,47.1],[9.2,47.1],[9.2,47.2],[9.1,47.1]") -> String {
    #"{"type":"Feature","properties":{\#(properties)},"geometry":{"type":"Polygon","coordinates":[[\#(ring)]]}}"#
  }

  @Test(
    "polygons by the usual names of the code, in a collection or one in each line",
    arguments: [
      #""ZCTA5CE20":"36003","GEOID20":"x""#, #""GEOID20":"36003","NAME":"x""#, #""PLZ":36003"#, #""code":"36003""#,
      #""PLZ":36003.0"#, #""CODE_POSTAL":"36003""#, #""name":"x","postal_code":"36003""#,
    ])
  func properties(_ properties: String) throws {
    for text in [
      feature(properties), #"{"type":"FeatureCollection","features":[\#(feature(properties))]}"#,
      feature(properties) + "\n" + feature(#""x":1"#) + "\n",
    ] {
      let (metadata, _) = try tallies([("areas.geojson", text)])
      #expect(metadata.postalAreas[0].used == 1)
      let found = try StoreReader(path: folder.file("map.sqlite")).postalAreas(
        containing: FixedPoint(x: 91_900_000, y: 471_100_001))
      #expect(found.map(\.code) == ["36003"] && found[0].country == nil)
    }
  }

  @Test("a property that a person names; where it is missing, those that are there are listed")
  func namedProperty() throws {
    let text = feature(#""kod":"11111","plz":"22222""#)
    _ = try tallies([("areas.geojson", text)], property: "kod")
    let path = folder.file("map.sqlite")
    let found = try StoreReader(path: path).postalAreas(containing: FixedPoint(x: 91_900_000, y: 471_100_001))
    #expect(found.map(\.code) == ["11111"])
    let missing = try message { _ = try tallies([("areas.geojson", text)], property: "Kod") }
    #expect(missing.contains("no area has a property 'Kod'; there are: kod, plz; --postal-codes-property names"))
    let unknown = try message { _ = try tallies([("areas.geojson", feature(#""a":"1","b":"2""#))]) }
    #expect(unknown.contains("'postcode'") && unknown.contains("there are: a, b"))
    #expect(try message { _ = try tallies([("t.json", #"{"type":"Topology"}"#)]) }.contains("is an area; feature 1"))
    let points = [("p.txt", "DE\t10115\tB\t\t\t\t\t\t\t47.5\t9.5\t\n")]
    #expect(try message { _ = try tallies(points, property: "x") }.contains("leave it out"))
  }

  @Test("polygons that are none are counted, and one across longitude 180 is in both parts")
  func shapes() throws {
    let text = [
      feature(#""plz":"11111""#, "[9.1,47.1],[9.2,47.1],[9.1,47.1]"),
      feature(#""plz":"22222""#, "[9.1,147.1],[9.2,47.1],[9,47]"),
      feature(#""plz":"33333""#, "[179.5,47],[-179.5,47],[-179.5,48],[179.5,48],[179.5,47]"),
      #"{"type":"Feature","properties":{"plz":"1"},"geometry":{"type":"Point","coordinates":[9,47]}}"#,
      #"{"type":"Feature","properties":{"plz":"1"},"geometry":null}"#,
    ].joined(separator: "\n")
    let (metadata, warnings) = try tallies([("areas.geojson", text)])
    let info = metadata.postalAreas[0]
    #expect(info.rows == 5 && info.used == 1 && info.reasons.count == 4 && warnings.count == 1)
    let reader = try StoreReader(path: folder.file("map.sqlite"))
    for x in [1_799_000_000, -1_799_000_000] as [Int32] {
      #expect(try reader.postalAreas(containing: FixedPoint(x: x, y: 475_000_000)).map(\.code) == ["33333"])
    }
  }

  @Test("several tables are numbered as the store lists them, behind the layers")
  func several() throws {
    let row = { (code: String, longitude: String) in "DE\t\(code)\tB\t\t\t\t\t\t\t47.5\t\(longitude)\t\n" }
    let (metadata, _) = try tallies([
      ("a.txt", row("10115", "9.5")), ("b.geojson", feature(#""plz":"1""#) + feature(#""plz":"2""#)),
      ("c.txt", row("20115", "9.6")), ("d.geojson", feature(#""plz":"3""#)),
    ])
    #expect(metadata.postalAreas.map(\.name) == ["b", "d"] && metadata.postalPoints.map(\.name) == ["a", "c"])
    let reader = try StoreReader(path: folder.file("map.sqlite"))
    let found = try reader.postalAreas(containing: FixedPoint(x: 91_900_000, y: 471_100_001))
    #expect(found.map(\.code) == ["1", "2", "3"] && found.map(\.table) == [0, 0, 1])
    let near = LocalProjection(origin: FixedPoint(x: 95_900_000, y: 475_000_000))
    let point = try reader.nearestPostalPoint(to: near, withinMeters: 5_000) { $0 == "DE" }
    #expect(point?.code == "20115" && point?.table == 1)
    #expect(try reader.nearestPostalPoint(to: near, withinMeters: 5_000) { $0 == "FR" } == nil)
    #expect(try reader.nearestPostalPoint(to: near, withinMeters: 700) { _ in true } == nil)
  }
}

/// Records the warnings of an import.
private final class Warnings: ImportReporter {
  let sentences = Mutex<[String]>([])
  func didWarn(_ sentence: String) { sentences.withLock { $0.append(sentence) } }
}
