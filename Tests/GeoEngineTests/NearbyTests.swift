import Foundation
import GeoEngine
import GeoImport
import GeoModel
import GeoTestKit
import OSMFile
import Testing

@Suite("What is near")
struct NearbyTests {
  private let folder = TemporaryFolder()
  /// A road of two ways with a house, a shop and a fuel pump beside it, and a village.
  private let grid = Grid(
    """
    A . . . . . . . B . . . . . . . C
    . h . . . . x . . . . . . . . . .
    . . . . . . . . . . . . . . . . .
    . . . . s . . . . . . . v . . . .
    """, unitMeters: 30)

  /// - Parameter places: values of `place` for further nodes, which are called by them.
  private func store(withObjects: Bool = true, places: [String] = []) throws -> String {
    func id(_ letter: Character) -> Int64 { Int64(letter.asciiValue!) }
    let nodes: [Character: [String: String]] = [
      "h": ["addr:housenumber": "1", "addr:street": "Long Road"],
      "s": ["shop": "bakery", "name": "Oven", "name:de": "Ofen", "organic": "yes;only"],
      "x": ["amenity": "fuel", "brand": "Pump"], "v": ["place": "village", "name": "Newtown"],
    ]
    let further = places.enumerated().map { index, place in
      OSMNode(
        id: 200 + Int64(index), x: grid["v"].x + 100 * Int32(index + 1), y: grid["v"].y,
        tags: ["place": place, "name": place])
    }
    let path = folder.file("town.osm.pbf")
    try OSMFileWriter.write(
      path: path,
      nodes: "ABChsxv".sorted().map { OSMNode(id: id($0), x: grid[$0].x, y: grid[$0].y, tags: nodes[$0] ?? [:]) }
        + further,
      ways: [
        OSMWay(id: 1, refs: "AB".map(id), tags: ["highway": "residential", "name": "Long Road"]),
        OSMWay(id: 2, refs: "BC".map(id), tags: ["highway": "residential", "name": "Long Road"]),
      ])
    let store = folder.file("town.sqlite")
    var options = ImportOptions(threads: 1, worldLayer: nil)
    options.includesObjects = withObjects
    _ = try Importer(options).run(extracts: [path], output: store)
    return store
  }

  private func ask(_ letter: Character, _ kinds: String..., limit: Int = 10, radius: Double = 1_000) throws
    -> [NearbyThing]
  {
    var query = NearbyQuery(coordinate: Coordinate(grid[letter]))
    query.kinds = kinds.compactMap { NearbyKind($0) }
    (query.limit, query.radiusMeters, query.languages) = (limit, radius, ["de"])
    return try PlacemarkEngine(database: try store()).nearby(query)
  }

  @Test("everything that has a name or a number, the nearest first, and a street once")
  func everything() throws {
    let things = try ask("h")
    #expect(
      things.map(\.kind) == ["place=house", "highway=residential", "shop=bakery", "amenity=fuel", "place=village"])
    #expect(things.map(\.title) == ["Long Road 1", "Long Road", "Ofen", "Pump", "Newtown"])
    #expect(things[0].distanceMeters < 1 && abs(things[1].distanceMeters - 30) < 1)
    #expect(things[1].bearingDegrees.map { $0 < 1 || $0 > 359 } == true && things[1].distanceText == "30 m N")
    #expect(things[2].distanceText.hasSuffix(" m SE") && things[2].source == SourceReference(type: .node, id: 115))
    #expect(things[2].formattedAddress.first == "Long Road 1" || things[2].formattedAddress.first == "Long Road")
  }

  @Test(
    "kinds are words of ours, and tags with or without a value",
    arguments: [
      ("street", ["Long Road"]), ("house", ["Long Road 1"]), ("settlement", ["Newtown"]), ("shop", ["Ofen"]),
      ("shop=*", ["Ofen"]), ("shop=bakery", ["Ofen"]), ("shop=books", []), ("organic=only", ["Ofen"]),
    ])
  func kinds(kind: String, titles: [String]) throws { #expect(try ask("h", kind).compactMap(\.title) == titles) }

  @Test("settlements are where people live, and no squares, fields, islands or single houses")
  func settlements() throws {
    let settlements: Set = [
      "city", "town", "village", "hamlet", "isolated_dwelling", "borough", "suburb", "quarter", "neighbourhood",
    ]
    let others = ["square", "locality", "farm", "city_block", "island", "islet", "plot", "houses", "allotments"]
    var query = NearbyQuery(coordinate: Coordinate(grid["v"]))
    (query.kinds, query.limit, query.radiusMeters) = ([.settlement], 100, 1_000)
    let engine = try PlacemarkEngine(database: try store(places: settlements.sorted() + others))
    #expect(Set(try engine.nearby(query).compactMap(\.title)) == settlements.union(["Newtown"]))
  }

  @Test("any of several kinds, up to a number and a distance")
  func limits() throws {
    #expect(try ask("h", "shop", "settlement").count == 2)
    #expect(try ask("h", "shop", "settlement", limit: 1).map(\.title) == ["Ofen"])
    #expect(try ask("h", "settlement", radius: 100).isEmpty)
  }

  @Test("what is no kind", arguments: ["", "=", "=fuel", "amenity=", "two words=x", "a,b"])
  func noKinds(text: String) { #expect(NearbyKind(text) == nil) }

  @Test("a radius or limit that makes no sense, and a store without objects, are errors")
  func errors() throws {
    for (limit, radius) in [(0, 100.0), (101, 100), (1, 0), (1, .nan), (1, 50_001)] {
      let error = #expect(throws: GeocodingError.self) { try ask("h", limit: limit, radius: radius) }
      #expect(error?.code == .invalidQuery)
    }
    let engine = try PlacemarkEngine(database: try store(withObjects: false))
    let error = #expect(throws: GeocodingError.self) {
      try engine.nearby(NearbyQuery(coordinate: Coordinate(grid["h"])))
    }
    #expect(error?.message.contains("--without-objects") == true)
  }
}
