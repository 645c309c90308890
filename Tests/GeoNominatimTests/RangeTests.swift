import Foundation
import GeoEngine
import GeoImport
import GeoModel
import GeoTestKit
import OSMFile
import Testing

@testable import GeoNominatim

@Suite("Address ranges of a census in /reverse")
struct RangeTests {
  private let folder = TemporaryFolder()

  /// A street in a county of the United States, numbered by a range alone or by a table of addresses.
  private func responder(ofAddresses: Bool = false, withObjects: Bool = true) throws -> (NominatimResponder, Coordinate)
  {
    let grid = Grid(
      """
      A . . . . . . . . B
      . . . p . . . . .
      C . . . . . . . . D
      """, unitMeters: 20)
    let nodes = "ABCD".map { letter in
      OSMNode(id: Int64(letter.asciiValue!), x: grid[letter].x, y: grid[letter].y, tags: [:])
    }
    func refs(_ letters: String) -> [Int64] { letters.map { Int64($0.asciiValue!) } }
    let path = folder.file("county.osm.pbf")
    try OSMFileWriter.write(
      path: path, nodes: nodes,
      ways: [
        OSMWay(id: 77, refs: refs("AB"), tags: ["highway": "residential", "name": "Spring Street"]),
        OSMWay(id: 78, refs: refs("ABDCA"), tags: [:]),
      ],
      relations: [
        OSMRelation(
          id: 2, members: [OSMMember(.way, 78, role: "outer")],
          tags: [
            "type": "boundary", "boundary": "administrative", "admin_level": "2", "name": "United States",
            "ISO3166-1": "US",
          ])
      ])
    func text(_ letter: Character) -> String {
      let coordinate = Coordinate(grid[letter])
      return "\(coordinate.longitude) \(coordinate.latitude)"
    }
    let table = folder.file("ranges.csv")
    try Data(
      ("from;to;interpolation;street;city;state;postcode;geometry\n"
        + "101;119;odd;Spring St;Autauga;AL;36067;LINESTRING(\(text("A")),\(text("B")))\n").utf8
    ).write(to: URL(fileURLWithPath: table))
    var options = ImportOptions(threads: 1, worldLayer: nil)
    options.includesObjects = withObjects
    if ofAddresses {
      let house = Coordinate(grid["p"])
      options.addressTables.paths = [folder.file("houses.csv")]
      options.addressTables.attribution = ["Numbers: U.S. Census Bureau"]
      try Data("lat,lon,number,street,zip\n\(house.latitude),\(house.longitude),107,SPRING ST,36067\n".utf8)
        .write(to: URL(fileURLWithPath: folder.file("houses.csv")))
    } else {
      options.addressRanges = [table]
    }
    let store = folder.file("county.sqlite")
    let summary = try Importer(options).run(extracts: [path], output: store)
    #expect(summary.store?.metadata.attribution.contains { $0.contains("Census Bureau") } == true)
    return (NominatimResponder(engine: try PlacemarkEngine(database: store)), Coordinate(grid["p"]))
  }

  @Test("a house of a table goes by its way in a store without map objects, too")
  func withoutObjects() throws {
    let (responder, point) = try responder(ofAddresses: true, withObjects: false)
    let question = "lat=\(point.latitude)&lon=\(point.longitude)&format=jsonv2"
    let body = String(decoding: try responder.respond(to: try request(question)).body, as: UTF8.self)
    #expect(body.contains(#""osm_type":"way","osm_id":77"#) && body.contains(#""house_number":"107""#))
  }

  @Test(
    "a number has place rank 30, class place, type house and the id of its way; below zoom 18 there is none",
    arguments: [false, true])
  func reverse(ofAddresses: Bool) throws {
    let (responder, point) = try responder(ofAddresses: ofAddresses)
    func ask(_ zoom: Int) throws -> [String: Any] {
      let question = "lat=\(point.latitude)&lon=\(point.longitude)&zoom=\(zoom)&format=jsonv2"
      let response = try responder.respond(to: try request(question))
      return try #require(try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
    }
    let house = try ask(18)
    #expect(house["osm_type"] as? String == "way" && house["osm_id"] as? Int == 77)
    #expect(house["place_rank"] as? Int == 30 && house["category"] as? String == "place")
    #expect(house["type"] as? String == "house" && house["addresstype"] as? String == "place")
    let address = try #require(house["address"] as? [String: String])
    #expect(address["house_number"] == "107" && address["road"] == "Spring Street" && address["postcode"] == "36067")
    let street = try ask(17)
    #expect(street["osm_id"] as? Int == 77 && street["place_rank"] as? Int == 26)
    #expect((street["address"] as? [String: String])?["house_number"] == nil)
  }
}
