import Foundation
import GeoModel
import GeoTestKit
import Testing

@testable import GeoEngine

@Suite("Fields that are asked for: near what a point is, and codes")
struct ExtraFieldRules {
  /// A county with codes; a village and a small town in it, 20 and 30 km from an empty place; a hamlet across the
  /// border.
  private static let map = """
    <osm version="0.6">
    <node id="1" lat="40.0" lon="-115.0"/><node id="2" lat="40.0" lon="-114.0"/>
    <node id="3" lat="41.0" lon="-114.0"/><node id="4" lat="41.0" lon="-115.0"/>
    <node id="5" lat="40.70" lon="-114.50"><tag k="place" v="village"/><tag k="name" v="Little Spring"/></node>
    <node id="6" lat="40.25" lon="-114.50"><tag k="place" v="town"/><tag k="name" v="Big Wells"/></node>
    <way id="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="4"/><nd ref="1"/></way>
    <relation id="1"><member type="way" ref="1" role="outer"/><tag k="type" v="boundary"/>
    <tag k="boundary" v="administrative"/><tag k="admin_level" v="6"/><tag k="name" v="White Pine County"/>
    <tag k="nist:fips_code" v="033"/><tag k="nist:state_fips" v="32"/><tag k="gnis:feature_id" v="858612"/>
    <tag k="wikidata" v="Q495344"/></relation>
    <relation id="2"><member type="way" ref="1" role="outer"/><tag k="type" v="boundary"/>
    <tag k="boundary" v="administrative"/><tag k="admin_level" v="4"/><tag k="name" v="Nevada"/>
    <tag k="ISO3166-2" v="US-NV"/><tag k="nist:state_fips" v="32"/></relation>
    <relation id="3"><member type="way" ref="1" role="outer"/><tag k="type" v="boundary"/>
    <tag k="boundary" v="administrative"/><tag k="admin_level" v="2"/><tag k="name" v="United States"/>
    <tag k="ISO3166-1" v="US"/></relation>
    </osm>
    """

  private func answer(
    _ latitude: Double, _ longitude: Double, _ fields: PlacemarkFieldSet, detail: PlacemarkDetail = .address,
    areas: Bool = false
  ) throws -> Placemark {
    let folder = TemporaryFolder()
    let file = folder.file("map.osm")
    try Self.map.write(toFile: file, atomically: true, encoding: .utf8)
    let extract = try ImportedExtract(paths: [file])
    var query = PlacemarkQuery(coordinate: try Coordinate(latitude: latitude, longitude: longitude))
    query.extraFields = fields
    query.detail = detail
    query.includesAreas = areas
    return try PlacemarkEngine(database: extract.path).placemarks(for: query)[0]
  }

  @Test(
    "where no settlement contains the point, the one that is nearest for its size is told with distance and direction")
  func near() throws {
    let placemark = try answer(40.5, -114.6, [.nearby])
    let nearby = try #require(placemark.nearby)
    #expect(placemark.locality == nil && nearby.name == "Big Wells" && nearby.text == "29 km N of Big Wells")
    #expect(nearby.source == SourceReference(type: .node, id: 6))
    #expect(abs(nearby.distanceMeters - 29_064) < 50 && abs(nearby.bearingDegrees - 343) < 1)
    // Close to the village the town does not count.
    #expect(try answer(40.63, -114.5, [.nearby]).nearby?.text == "7.8 km S of Little Spring")
  }

  @Test("in a settlement nothing is near, and unless asked for nothing is told")
  func quiet() throws {
    let town = try answer(40.2501, -114.5001, [.nearby])
    #expect(town.locality == "Big Wells" && town.nearby == nil)
    #expect(try answer(40.5, -114.6, []).nearby == nil)
    #expect(try answer(40.5, -114.6, [.nearby], detail: .county).nearby == nil)
  }

  @Test("a settlement of the point's country goes first; where it has none, a nearer one abroad is told")
  func abroad() throws {
    var town = Town(
      """
      a             b   e
      s           p    t
      d             c   f
      """, metersPerCell: 1_000)
    town.area("Liechtenstein", "abcd", level: 2, country: "LI", isCoarse: true)
    town.area("Switzerland", "befc", level: 2, country: "CH", isCoarse: true)
    town.place("Buchs", .village, at: "t", reach: 2_000, country: "CH", isCoarse: true)
    #expect(try town.ask("p") { $0.extraFields = [.nearby] }.nearby?.text == "5 km W of Buchs")
    town.place("Triesen", .village, at: "s", reach: 2_000, country: "LI", isCoarse: true)
    #expect(try town.ask("p") { $0.extraFields = [.nearby] }.nearby?.text == "12 km E of Triesen")
  }

  @Test("codes of areas are those of their boundaries; a county's three digits follow those of its state")
  func codes() throws {
    let placemark = try answer(40.5, -114.6, [.countyFIPS, .stateFIPS, .countyWikidata, .countyGNIS, .cityAGS])
    #expect(placemark.extraText(.countyFIPS) == "32033" && placemark.extraText(.stateFIPS) == "32")
    #expect(placemark.extraText(.countyWikidata) == "Q495344" && placemark.extraText(.countyGNIS) == "858612")
    #expect(placemark.extraText(.cityAGS) == nil && placemark.extraText(.geohash) == nil)
    #expect(try answer(40.5, -114.6, [.countyFIPS, .stateFIPS], detail: .state).extraText(.countyFIPS) == nil)
  }

  @Test("the list of areas has their codes")
  func areas() throws {
    let areas = try #require(try answer(40.5, -114.6, [], areas: true).areas)
    #expect(areas.map(\.name) == ["United States", "Nevada", "White Pine County"])
    #expect(areas[1].codes == ["fips": "32", "iso": "US-NV"])
    #expect(areas[2].codes == ["fips": "32033", "gnis": "858612", "wikidata": "Q495344"])
  }

  @Test("codes of the point are those of what was asked, not of what was found")
  func point() throws {
    let placemark = try answer(40.2501, -114.5001, [.plusCode, .geohash])
    #expect(placemark.extraText(.plusCode) == "85G77F2X+2X" && placemark.extraText(.geohash) == "9rnsfrr9f")
  }
}
