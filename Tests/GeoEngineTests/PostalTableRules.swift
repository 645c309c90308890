import Foundation
import GeoImport
import GeoModel
import GeoStore
import GeoTestKit
import Testing

@testable import GeoEngine

/// Two neighboring countries with the border on longitude 9.5; the map has nothing else.
@Suite("Where tables of postal codes say the code")
struct PostalTableRules {
  private let folder = TemporaryFolder()

  private static func country(_ id: Int, _ code: String, _ west: Double, _ east: Double) -> String {
    let corners = [(47.0, west), (47.0, east), (47.4, east), (47.4, west)]
    let nodes = corners.enumerated().map { #"<node id="\#(id + $0)" lat="\#($1.0)" lon="\#($1.1)"/>"# }
    return nodes.joined()
      + #"<way id="\#(id)"><nd ref="\#(id)"/><nd ref="\#(id + 1)"/><nd ref="\#(id + 2)"/><nd ref="\#(id + 3)"/><nd ref="\#(id)"/></way>"#
      + #"<relation id="\#(id)"><member type="way" ref="\#(id)" role="outer"/><tag k="type" v="boundary"/>"#
      + #"<tag k="boundary" v="administrative"/><tag k="admin_level" v="2"/><tag k="name" v="\#(code)land"/>"#
      + #"<tag k="ISO3166-1:alpha2" v="\#(code)"/></relation>"#
  }

  private static let house =
    #"<node id="1" lat="47.2" lon="9.494"><tag k="addr:housenumber" v="1"/><tag k="addr:street" v="Weg"/>"#
    + #"<tag k="addr:postcode" v="66666"/></node>"#

  /// A row in the format of GeoNames.
  private static func row(
    _ country: String, _ code: String, _ latitude: Double, _ longitude: Double, _ accuracy: String = "4"
  ) -> String {
    "\(country)\t\(code)\tPlace\tState\tST\t\t\t\t\t\(latitude)\t\(longitude)\t\(accuracy)\n"
  }

  private static func area(_ code: String, _ west: Double, _ east: Double) -> String {
    #"{"type":"Feature","properties":{"plz":"\#(code)"},"geometry":{"type":"Polygon","coordinates":[[[\#(west),47.15],"#
      + #"[\#(east),47.15],[\#(east),47.25],[\#(west),47.25],[\#(west),47.15]]]}}"# + "\n"
  }

  /// An engine on a store of the countries, further map data, and tables.
  private func engine(
    left: String = "DE", house: String = "", points: String? = nil, areas: String? = nil
  ) throws -> PlacemarkEngine {
    let (map, store) = (folder.file("map.osm"), folder.file("map.sqlite"))
    let xml = Self.country(10, left, 9, 9.5) + Self.country(20, "FR", 9.5, 10) + house
    try Data("<osm version=\"0.6\">\(xml)</osm>".utf8).write(to: URL(fileURLWithPath: map))
    var options = ImportOptions(threads: 1, worldLayer: nil)
    for (name, text) in [("places.txt", points), ("zones.geojson", areas)] {
      guard let text else { continue }
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
      options.postalTables.paths.append(folder.file(name))
    }
    _ = try Importer(options).run(extracts: [map], output: store)
    return try PlacemarkEngine(database: store)
  }

  private func code(_ engine: PlacemarkEngine, _ latitude: Double, _ longitude: Double) throws -> String? {
    let query = PlacemarkQuery(coordinate: try Coordinate(latitude: latitude, longitude: longitude))
    return try engine.placemarks(for: query).first?.postalCode
  }

  private func entry(_ engine: PlacemarkEngine, _ latitude: Double, _ longitude: Double) throws -> TraceEntry? {
    var query = PlacemarkQuery(coordinate: try Coordinate(latitude: latitude, longitude: longitude))
    query.includesTrace = true
    return try engine.placemarks(for: query)[0].trace?.first { $0.field == "postalCode" }
  }

  @Test("the nearest point of the same country says it, as far as it reaches, and none across the border")
  func points() throws {
    let table = Self.row("DE", "11111", 47.2, 9.45) + Self.row("FR", "22222", 47.2, 9.51)
    let engine = try engine(points: table)
    #expect(try code(engine, 47.2, 9.495) == "11111")
    #expect(try code(engine, 47.2, 9.505) == "22222")
    #expect(try code(engine, 47.2, 9.33) == "11111")
    #expect(try code(engine, 47.2, 9.3) == nil)
    let entry = try #require(try entry(engine, 47.2, 9.495))
    #expect(entry.rule == "table of postal codes places has the nearest place" && entry.source == nil)
    #expect(abs(try #require(entry.distanceMeters) - 3_398) < 20)
    #expect(engine.info.metadata.postalPoints.map(\.name) == ["places"])
  }

  @Test("an area comes before a point, the smaller one before the larger, and a house of the map before both")
  func order() throws {
    let points = Self.row("DE", "11111", 47.2, 9.4949)
    let areas = Self.area("55555", 9.40, 9.499) + Self.area("77777", 9.45, 9.499) + Self.area("88888", 9.45, 9.52)
    let bare = try engine(points: points, areas: areas)
    #expect(try code(bare, 47.2, 9.495) == "77777" && code(bare, 47.2, 9.44) == "55555")
    #expect(try code(bare, 47.26, 9.495) == "11111")
    // The last area belongs to the left country, however far it reaches.
    #expect(try code(bare, 47.2, 9.51) == nil)
    #expect(try entry(bare, 47.2, 9.495)?.rule == "table of postal codes zones contains the point")
    #expect(
      try bare.placemarks(for: PlacemarkQuery(coordinate: Coordinate(latitude: 47.2, longitude: 9.495)))[0].layers
        == nil)
    #expect(bare.layerNames.isEmpty)
    let mapped = try engine(house: Self.house, points: points, areas: areas)
    #expect(try code(mapped, 47.2, 9.4945) == "66666")
  }

  @Test("a place with several codes says none, unless one is known better")
  func several() throws {
    let both = Self.row("DE", "33333", 47.1, 9.1, "") + Self.row("DE", "44444", 47.1, 9.1, "")
    #expect(try code(try engine(points: both), 47.1, 9.11) == nil)
    let better = both + Self.row("DE", "44444", 47.1, 9.1, "6") + Self.row("FR", "55555", 47.1, 9.1, "6")
    #expect(try code(try engine(points: better), 47.1, 9.11) == "44444")
    let same = Self.row("DE", "33333", 47.1, 9.1, "1") + Self.row("DE", "33333", 47.1, 9.1, "1")
    #expect(try code(try engine(points: same), 47.1, 9.11) == "33333")
  }

  @Test("where each street has codes of its own a point reaches no farther than a house")
  func ofStreets() throws {
    let engine = try engine(left: "GB", points: Self.row("GB", "ec1a1bb", 47.2, 9.3))
    #expect(try code(engine, 47.202, 9.3) == "EC1A 1BB")
    #expect(try code(engine, 47.204, 9.3) == nil)
  }

  @Test("a store without tables has no rows for them")
  func without() throws {
    let engine = try engine(house: Self.house)
    let count = try Statement(
      engine.store.database,
      "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'postal_point%' OR name LIKE 'own_area%'")
    #expect(try count.step() && count.integer(0) == 0)
    #expect(try code(engine, 47.3, 9.2) == nil)
  }
}
