import CGeocode
import Foundation
import GeoImport
import GeoModel
import GeoStoreWriting
import GeoTestKit
import Testing

/// A lane on which a layer of own areas ends.
private final class ZonedLane {
  static let map = """
    <osm version="0.6">
    <node id="1" lat="47.1410" lon="9.5200"/><node id="2" lat="47.1410" lon="9.5230"/>
    <node id="3" lat="47.0" lon="9.4"/><node id="4" lat="47.0" lon="9.6"/><node id="5" lat="47.3" lon="9.6"/>
    <way id="2"><nd ref="3"/><nd ref="4"/><nd ref="5"/><nd ref="3"/></way>
    <relation id="1"><member type="way" ref="2" role="outer"/><tag k="type" v="boundary"/><tag k="boundary" v="administrative"/>
    <tag k="admin_level" v="2"/><tag k="name" v="Liechtenstein"/><tag k="ISO3166-1" v="LI"/></relation>
    <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="name" v="Lane"/>
    <tag k="maxspeed" v="25 mph"/></way>
    <node id="6" lat="47.1500" lon="9.5200"/><node id="7" lat="47.1600" lon="9.5200"/>
    <node id="8" lat="47.1510" lon="9.52005"><tag k="highway" v="milestone"/><tag k="distance" v="10"/></node>
    <node id="9" lat="47.1528" lon="9.52005"><tag k="highway" v="milestone"/><tag k="distance" v="10.2"/></node>
    <way id="3"><nd ref="6"/><nd ref="7"/><tag k="highway" v="primary"/><tag k="ref" v="12"/>
    <tag k="maxspeed" v="30"/></way>
    </osm>
    """

  let folder = TemporaryFolder()
  let store: OpaquePointer

  init() throws {
    let (file, path) = (folder.file("map.osm"), folder.file("map.sqlite"))
    try ZonedLane.map.write(toFile: file, atomically: true, encoding: .utf8)
    var options = ImportOptions(threads: 1, worldLayer: nil)
    let ring = [(9.51, 47.1), (9.5215, 47.1), (9.5215, 47.2), (9.51, 47.2)].map {
      FixedPoint(x: Int32($0.0 * 1e7), y: Int32($0.1 * 1e7))
    }
    let areas = ["West", "Old"].map {
      OwnArea(label: LayerArea(name: $0, id: nil, properties: [:]), polygons: [[ring]])
    }
    options.areaLayers = [ImportAreaLayer(name: "zones", areas: areas, dropped: [:])]
    _ = try Importer(options).run(extracts: [file], output: path)
    var opened: OpaquePointer?
    try #require(geocode_open(path, &opened, nil) == GEOCODE_OK)
    store = try #require(opened)
  }

  deinit { geocode_close(store) }

  /// One column at a place on the lane.
  func text(_ column: String, longitude: Double = 9.521, size: Int? = nil) -> (status: geocode_status, text: String?) {
    var options = geocode_options()
    options.size = size ?? MemoryLayout<geocode_options>.size
    options.maximum_distance_meters = -1
    // What an earlier header does not have must not be read.
    let unread = size == nil ? nil : strdup("town")
    defer { free(unread) }
    options.with = UnsafePointer(unread)
    var (text, message): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)
    let status = geocode_text(store, 47.141, longitude, column, &options, &text, &message)
    defer {
      geocode_free(text)
      geocode_free(message)
    }
    return (status, (text ?? message).map { String(cString: $0) })
  }
}

@Suite("Single columns and layers, as programs in C ask for them")
struct ColumnTests {
  @Test("each column is a text: fields, codes, layers, what is known of the road, numbers in digits")
  func columns() throws {
    let lane = try ZonedLane()
    #expect(lane.text("street").text == "Lane" && lane.text("plus_code").text == "8FVF4GRC+CC")
    #expect(lane.text("zones").text == "West; Old" && lane.text("zones", longitude: 9.5225) == (GEOCODE_OK, nil))
    #expect(lane.text("road_class").text == "residential" && lane.text("status").text == "ok")
    #expect(lane.text("match_latitude").text == "47.141" && lane.text("distance_meters").text == "0")
    #expect(lane.text("city") == (GEOCODE_OK, nil) && lane.text("street", longitude: 100).status == GEOCODE_NOT_FOUND)
    let wrong = lane.text("towns")
    #expect(wrong.status == GEOCODE_INVALID && wrong.text?.contains("names, plus_code") == true)
    #expect(wrong.text?.hasSuffix("status, zones") == true)
    #expect(lane.text("street,city").status == GEOCODE_INVALID && lane.text("").status == GEOCODE_INVALID)
  }

  @Test("numbers that are texts, as a speed limit may be none, are texts of many points, too")
  func numbersAsTexts() throws {
    let lane = try ZonedLane()
    let places = [(47.141, 9.521), (47.1519, 9.52), (-40.0, -130.0)]
    let points = (0..<3_000).map { number in
      (places[number % 3].0, places[number % 3].1 + Double(number / 3) * 1e-7)
    }
    let columns = ["max_speed", "kilometer", "distance_meters", "status"]
    let answers = Answers(lane.store, points, columns: columns.joined(separator: ","))
    #expect(answers.status == GEOCODE_OK, "\(answers.message)")
    let (speeds, kilometers) = (answers.texts(0), answers.texts(1))
    #expect(Array(speeds[..<3]) == ["40.2", "30", nil] && Array(kilometers[..<3]) == [nil, "10.1", nil])
    #expect(speeds.count == 3_000 && Set(speeds) == ["40.2", "30", nil] && Set(kilometers) == ["10.1", nil])
    #expect(Set(answers.texts(3)) == ["ok", "not_found"] && answers.numbers(2)[2] == nil)
    #expect(lane.text("max_speed").text == "40.2")
  }

  @Test("options of an earlier header are shorter")
  func earlier() throws {
    let lane = try ZonedLane()
    let earlier = try #require(MemoryLayout<geocode_options>.offset(of: \.with))
    #expect(
      lane.text("street", size: earlier).text == "Lane"
        && lane.text("street", size: earlier - 1).status == GEOCODE_INVALID)
  }

  @Test("JSON has layers and fields that are asked for")
  func json() throws {
    let lane = try ZonedLane()
    func json(with: String?, layers: String?) -> String {
      var options = geocode_options()
      options.size = MemoryLayout<geocode_options>.size
      options.maximum_distance_meters = -1
      let (fields, names) = (with.flatMap { strdup($0) }, layers.flatMap { strdup($0) })
      (options.with, options.layers) = (UnsafePointer(fields), UnsafePointer(names))
      var (text, message): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)
      _ = geocode_json(lane.store, 47.141, 9.521, &options, &text, &message)
      defer {
        for text in [fields, names, text, message] { free(text) }
      }
      return (text ?? message).map { String(cString: $0) } ?? ""
    }
    #expect(
      json(with: "names,geohash", layers: "all").contains(
        #""names":{"street":"Lane","country":"Liechtenstein"},"geohash":"u0qu"#))
    #expect(json(with: nil, layers: "zones").contains(#""layers":{"zones":[{"name":"West"},{"name":"Old"}]}"#))
    #expect(json(with: "town", layers: nil).contains("county_fips") && json(with: nil, layers: "x").contains("zones"))
    #expect(!json(with: nil, layers: nil).contains("zones"))
  }
}
