import Foundation
import GeoEngine
import GeoImport
import GeoModel
import GeoTestKit
import OSMFile
import Testing

@testable import GeoNominatim

@Suite("Photon's /reverse")
struct PhotonTests {
  private let folder = TemporaryFolder()
  /// A road of two ways with houses beside it, a large park, and a village.
  private let grid = Grid(
    """
    A . . . . . . . B . . . . . . . C
    . h . k . . x . . . . . . . . . .
    . . . . . . . . . . . . . . . . .
    . . . . s . . . . . . . v . . . .
    P . . . . . . . . . . . . . . . Q
    . . . . . . p . . . . . . . . . .
    S . . . . . . . . . . . . . . . R
    """, unitMeters: 30)

  private func responder() throws -> NominatimResponder {
    func id(_ letter: Character) -> Int64 { Int64(letter.asciiValue!) }
    let nodes: [Character: [String: String]] = [
      "h": ["addr:housenumber": "1", "addr:street": "Long Road", "addr:postcode": "12345"],
      "k": ["addr:housenumber": "3", "addr:street": "Long Road"],
      "s": ["shop": "bakery", "name": "Oven", "name:de": "Ofen"],
      "x": ["amenity": "fuel", "name": "Pump"],
      "v": ["place": "village", "name": "Newtown"],
    ]
    let path = folder.file("town.osm.pbf")
    try OSMFileWriter.write(
      path: path,
      nodes: "ABCPQRShksxv".sorted().map { OSMNode(id: id($0), x: grid[$0].x, y: grid[$0].y, tags: nodes[$0] ?? [:]) },
      ways: [
        OSMWay(id: 1, refs: "AB".map(id), tags: ["highway": "residential", "name": "Long Road"]),
        OSMWay(id: 2, refs: "BC".map(id), tags: ["highway": "residential", "name": "Long Road"]),
        OSMWay(id: 3, refs: "PQRSP".map(id), tags: ["leisure": "park", "name": "Great Park"]),
      ])
    let store = folder.file("town.sqlite")
    _ = try Importer(ImportOptions(threads: 1, worldLayer: nil)).run(extracts: [path], output: store)
    return NominatimResponder(engine: try PlacemarkEngine(database: store))
  }

  /// The names or house numbers of the results, in order.
  private func ask(
    _ letter: Character, _ more: [(name: String, value: String)] = [("limit", "50")], language: String? = nil
  ) throws -> [String] {
    let place = Coordinate(grid[letter])
    let request = try PhotonRequest(
      parameters: [("lat", "\(place.latitude)"), ("lon", "\(place.longitude)")] + more, acceptLanguage: language)
    return try responder().results(for: request).map { result in
      result.name ?? result.parts.first { $0.label == "house_number" }?.name ?? "?"
    }
  }

  @Test("the nearest comes first, one unless more are asked for; a street behind the houses in front of it")
  func order() throws {
    #expect(try ask("h", []) == ["1"])
    #expect(try ask("k") == ["3", "Long Road", "1", "Oven", "Pump", "Great Park", "Newtown"])
    #expect(try ask("k", [("limit", "3")]) == ["3", "Long Road", "1"])
    #expect(try ask("k", [("limit", "0")]) == ["3"])
    #expect(try ask("k", [("limit", "3"), ("distance_sort", "false")]) == ["Long Road", "3", "1"])
  }

  @Test("within a large park its middle counts, and only what is within the radius is found")
  func radius() throws {
    #expect(try ask("v", [("radius", "0.02"), ("limit", "9")]) == ["Newtown"])
    #expect(try ask("p", [("radius", "0.05"), ("limit", "9")]) == [])
    #expect(try ask("p", [("radius", "0.07"), ("limit", "9")]) == ["Great Park"])
  }

  @Test(
    "layers and tags choose",
    arguments: [
      ([("layer", "street")], ["Long Road"]), ([("layer", "city")], ["Newtown"]),
      ([("layer", "street"), ("layer", "city")], ["Long Road", "Newtown"]), ([("layer", "country")], []),
      ([("osm_tag", "shop")], ["Oven"]),
      ([("osm_tag", "amenity:fuel"), ("osm_tag", "shop:bakery")], ["Oven", "Pump"]),
      ([("osm_tag", ":fuel")], ["Pump"]), ([("osm_tag", "amenity:!fuel")], []),
      ([("layer", "house"), ("osm_tag", "!place"), ("osm_tag", "!leisure")], ["Oven", "Pump"]),
      ([("layer", "house"), ("osm_tag", "!place"), ("osm_tag", ":!bakery"), ("osm_tag", "!leisure:park")], ["Pump"]),
      ([("layer", "street"), ("dedupe", "0")], ["Long Road", "Long Road"]),
    ] as [([(String, String)], [String])])
  func filters(parameters: [(String, String)], expected: [String]) throws {
    #expect(try ask("k", [("limit", "9")] + parameters.map { (name: $0.0, value: $0.1) }) == expected)
  }

  @Test("names are in the asked language, else in that of the header; default is local")
  func languages() throws {
    #expect(try ask("s", [("lang", "de")], language: "en") == ["Ofen"])
    #expect(try ask("s", [], language: "de") == ["Ofen"])
    #expect(try ask("s", [("lang", "default")], language: "de") == ["Oven"])
  }

  @Test("a feature has Photon's properties")
  func feature() throws {
    let place = Coordinate(grid["h"])
    let request = try PhotonRequest(
      parameters: [("lat", "\(place.latitude)"), ("lon", "\(place.longitude)"), ("limit", "2")], acceptLanguage: nil)
    let body = try responder().respond(to: request).body
    let answer = try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
    #expect(answer["type"] as? String == "FeatureCollection")
    let features = try #require(answer["features"] as? [[String: Any]])
    let house = try #require(features[0]["properties"] as? [String: Any])
    #expect(
      house.filter { $0.value is String } as? [String: String] == [
        "osm_type": "N", "osm_key": "place", "osm_value": "house", "type": "house", "housenumber": "1",
        "street": "Long Road", "city": "Newtown", "postcode": "12345",
      ])
    #expect(house["osm_id"] as? Int == 104)
    let point = try #require((features[0]["geometry"] as? [String: Any])?["coordinates"] as? [Double])
    #expect(point == [place.longitude, place.latitude])
    let road = try #require(features[1]["properties"] as? [String: Any])
    #expect(road["type"] as? String == "street" && road["osm_type"] as? String == "W")
    let extent = try #require(road["extent"] as? [Double])
    #expect(extent.count == 4 && extent[0] < extent[2] && extent[1] >= extent[3])
  }

  @Test(
    "what is wrong is said",
    arguments: [
      ([("lat", "1")], "lon"), ([("lat", "91"), ("lon", "1")], "latitude"), ([("lat", "x"), ("lon", "1")], "lat"),
      ([("lat", "1"), ("lon", "1"), ("radius", "0")], "radius"),
      ([("lat", "1"), ("lon", "1"), ("radius", "5001")], "radius"),
      ([("lat", "1"), ("lon", "1"), ("limit", "many")], "limit"),
      ([("lat", "1"), ("lon", "1"), ("layer", "town")], "layer"),
      ([("lat", "1"), ("lon", "1"), ("query_string_filter", "x")], "query_string_filter"),
    ] as [([(String, String)], String)])
  func problems(parameters: [(String, String)], word: String) {
    #expect {
      try PhotonRequest(parameters: parameters.map { (name: $0.0, value: $0.1) }, acceptLanguage: nil)
    } throws: {
      ($0 as? NominatimProblem)?.status == 400 && ($0 as? NominatimProblem)?.message.contains(word) == true
    }
  }
}
