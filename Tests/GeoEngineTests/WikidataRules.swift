import Foundation
import GeoModel
import GeoTestKit
import Testing

@testable import GeoEngine

@Suite("Wikidata items")
struct WikidataRules {
  private static let map = """
    <osm version="0.6">
    <node id="1" lat="47.1410" lon="9.5200"/><node id="2" lat="47.1410" lon="9.5230"/>
    <node id="3" lat="47.1400" lon="9.5215">
    <tag k="addr:housenumber" v="7"/><tag k="addr:street" v="Lane"/><tag k="tourism" v="museum"/>
    <tag k="wikidata" v="Q42"/></node>
    <node id="4" lat="47.1412" lon="9.5228"><tag k="addr:housenumber" v="9"/><tag k="addr:street" v="Lane"/></node>
    <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="name" v="Lane"/></way>
    </osm>
    """

  private func answer(_ latitude: Double, _ longitude: Double, asks: Bool = true) throws -> Placemark {
    let folder = TemporaryFolder()
    let file = folder.file("map.osm")
    try Self.map.write(toFile: file, atomically: true, encoding: .utf8)
    let extract = try ImportedExtract(paths: [file])
    var query = PlacemarkQuery(coordinate: try Coordinate(latitude: latitude, longitude: longitude))
    query.includesWikidata = asks
    return try PlacemarkEngine(database: extract.path).placemarks(for: query)[0]
  }

  @Test("an answer names the item of the object that was matched, if it is asked for")
  func matched() throws {
    let museum = try answer(47.1400, 9.5215)
    #expect(museum.subThoroughfare == "7" && museum.wikidata == "Q42")
    #expect(try answer(47.1400, 9.5215, asks: false).wikidata == nil)
  }

  @Test("an object without an item has none, whatever is near")
  func without() throws {
    let house = try answer(47.1412, 9.5228)
    #expect(house.subThoroughfare == "9" && house.wikidata == nil)
  }
}
