import Foundation
import GeoImport
import GeoModel
import GeoStore
import GeoTestKit
import Testing

@testable import GeoEngine

@Suite("Corrections of one's own")
struct CorrectionRules {
  private let folder = TemporaryFolder()

  private func map(street version: Int, named name: String, house: Bool = true) -> String {
    """
    <osm version="0.6">
    <node id="1" version="1" lat="47.1410" lon="9.5200"/><node id="2" version="1" lat="47.1410" lon="9.5230"/>
    \(house ? "<node id=\"3\" version=\"4\" lat=\"47.1412\" lon=\"9.5210\"><tag k=\"addr:housenumber\" v=\"7\"/><tag k=\"addr:street\" v=\"\(name)\"/></node>" : "")
    <way id="1" version="\(version)"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="name" v="\(name)"/></way>
    </osm>
    """
  }

  private static let corrections = """
    <osmChange version="0.6">
    <modify><way id="1" version="2"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="name" v="Right Lane"/></way>
    <node id="3" version="4" lat="47.1412" lon="9.5210"><tag k="addr:housenumber" v="9"/><tag k="addr:street" v="Right Lane"/></node></modify>
    <create><node id="-5" version="0" lat="47.1412" lon="9.5220"><tag k="addr:housenumber" v="11"/><tag k="addr:street" v="Right Lane"/></node></create>
    <delete><way id="77" version="3"/></delete>
    </osmChange>
    """

  private func run(_ map: String, changes: String? = nil, _ corrections: String = corrections) throws -> (
    ImportSummary, PlacemarkEngine
  ) {
    var inputs = [folder.file("map.osm")]
    try map.write(toFile: inputs[0], atomically: true, encoding: .utf8)
    if let changes {
      inputs.insert(folder.file("changes.osc"), at: 0)
      try changes.write(toFile: inputs[0], atomically: true, encoding: .utf8)
    }
    try corrections.write(toFile: folder.file("own.osc"), atomically: true, encoding: .utf8)
    var options = ImportOptions(threads: 2, worldLayer: nil)
    options.corrections = [folder.file("own.osc")]
    let summary = try Importer(options).run(extracts: inputs, output: folder.file("map.sqlite"))
    return (summary, try PlacemarkEngine(database: folder.file("map.sqlite")))
  }

  private func answer(_ engine: PlacemarkEngine, _ longitude: Double) throws -> String {
    let query = PlacemarkQuery(coordinate: try Coordinate(latitude: 47.1412, longitude: longitude))
    let placemark = try engine.placemarks(for: query)[0]
    return [placemark.thoroughfare, placemark.subThoroughfare].compactMap(\.self).joined(separator: " ")
  }

  @Test("count as long as the map has no newer version")
  func applied() throws {
    let (summary, engine) = try run(map(street: 2, named: "Wrong Lane"))
    #expect(summary.corrections == CorrectionOutcome(applied: 3, absent: ["way/77"]))
    #expect(try answer(engine, 9.5210) == "Right Lane 9")
    #expect(try answer(engine, 9.5220) == "Right Lane 11")
    #expect(summary.text(output: "x").contains("corrections: 3 of 4 objects hold; 1 not on the map (way/77)"))
  }

  @Test("give way to what was changed on the map since, by an extract or a change")
  func superseded() throws {
    let newer = try run(map(street: 3, named: "New Lane"))
    #expect(newer.0.corrections?.superseded == ["way/1"])
    #expect(try answer(newer.1, 9.5201).hasPrefix("New Lane"))
    let change = """
      <osmChange version="0.6"><delete><node id="3" version="5" lat="47.1412" lon="9.5210"/></delete></osmChange>
      """
    let deleted = try run(map(street: 2, named: "Wrong Lane"), changes: change)
    #expect(deleted.0.corrections?.superseded == ["node/3"] && deleted.0.corrections?.applied == 2)
  }

  @Test("bring nothing back that is gone from the map")
  func gone() throws {
    let (summary, engine) = try run(map(street: 2, named: "Wrong Lane", house: false))
    #expect(summary.corrections?.absent == ["node/3", "way/77"])
    #expect(try answer(engine, 9.5205) != "Right Lane 9")
  }

  @Test("a file of another kind is refused, and no store is made")
  func refused() throws {
    let error = try #require(throws: ImportError.self) {
      try run(map(street: 2, named: "A"), map(street: 2, named: "B"))
    }
    #expect(error.code == .badArgument && error.message.contains("save the corrections as .osc"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("map.sqlite")))
  }
}
