import GeoMap
import GeoModel
import Testing

@Suite("GeoJSON")
struct GeoJSONFacts {
  private func decode(_ text: String) throws -> [GeoJSONObject] { try GeoJSONDecoder().decode(Array(text.utf8)) }

  @Test(
    "80: the seven geometry types stand at the top level",
    arguments: [
      (#"{"type":"Point","coordinates":[9.5,47.1,300]}"#, "point"),
      (#"{"type":"MultiPoint","coordinates":[[9.5,47.1],[9.6,47.2]]}"#, "multiPoint"),
      (#"{"type":"LineString","coordinates":[[9.5,47.1],[9.6,47.2]]}"#, "polyline"),
      (#"{"type":"MultiLineString","coordinates":[[[9.5,47.1],[9.6,47.2]]]}"#, "multiPolyline"),
      (#"{"type":"Polygon","coordinates":[[[0,0],[0,9],[9,9],[0,0]],[[1,2],[1,3],[2,3],[1,2]]]}"#, "polygon"),
      (#"{"type":"MultiPolygon","coordinates":[[[[0,0],[0,9],[9,9],[0,0]]]]}"#, "multiPolygon"),
      (#"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[9.5,47.1]}]}"#, "point"),
    ])
  func geometries(text: String, name: String) throws {
    let objects = try decode(text)
    #expect(objects.count == 1 && "\(objects[0])".hasPrefix(name))
    if case .point(let annotation) = objects[0] {
      #expect(annotation.coordinate == (try Coordinate(latitude: 47.1, longitude: 9.5)))
    }
    if case .polygon(let polygon) = objects[0] { #expect(polygon.interiorPolygons?.count == 1) }
    let feature = try decode(#"{"type":"Feature","properties":null,"geometry":"# + text + "}")
    #expect(feature == [.feature(GeoJSONFeature(geometry: objects))])
  }

  @Test("what is written beyond 180 degrees goes over the antimeridian, and points there are on the other side")
  func beyondTheAntimeridian() throws {
    for (line, side) in [("[[170,-20],[190,-10]]", 1.0), ("[[-170,-20],[-190,-10]]", -1)] {
      guard case .polyline(let line) = try decode(#"{"type":"LineString","coordinates":\#(line)}"#)[0] else {
        return #expect(Bool(false), "no line")
      }
      let width = line.boundingMapRect.width / MapSize.world.width * 360
      #expect(abs(width - 20) < 1e-6 && (line.points[1].x - line.points[0].x) * side > 0)
    }
    let area = try decode(#"{"type":"Polygon","coordinates":[[[175,0],[185,0],[185,9],[175,0]]]}"#)[0]
    #expect(area.overlay?.boundingMapRect.crossesAntimeridian == true)
    guard case .point(let point) = try decode(#"{"type":"Point","coordinates":[190,-20]}"#)[0] else {
      return #expect(Bool(false), "no point")
    }
    #expect(point.coordinate == (try Coordinate(latitude: -20, longitude: -170)))
    #expect(throws: GeoJSONError.self) { try decode(#"{"type":"Point","coordinates":[361,0]}"#) }
  }

  @Test("80: collections give their features in order; null is not a shape; an id that is a number becomes text")
  func collections() throws {
    let objects = try decode(
      """
      {"type":"FeatureCollection","features":[
        {"type":"Feature","id":7,"geometry":null,"properties":{}},
        {"type":"Feature","id":"b","geometry":{"type":"GeometryCollection","geometries":[
          {"type":"Point","coordinates":[1,2]},
          {"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":[[1,2],[3,4]]}]}]}}]}
      """)
    guard case .feature(let first) = objects[0], case .feature(let second) = objects[1] else {
      return #expect(Bool(false), "no features")
    }
    #expect(objects.count == 2 && first.geometry.isEmpty && first.identifier == "7")
    #expect(second.identifier == "b" && second.geometry.count == 2 && second.properties == nil)
    #expect(second.geometry[1].overlay is Polyline)
  }

  @Test(
    "80: a geometry without coordinates, as databases write it, is not a shape either",
    arguments: ["Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon"])
  func emptyGeometries(type: String) throws {
    let empty = #"{"type":"\#(type)","coordinates":[]}"#
    #expect(try decode(empty).isEmpty)
    let objects = try decode(
      #"{"type":"FeatureCollection","features":[{"type":"Feature","id":1,"geometry":\#(empty)},{"type":"Feature","geometry":{"type":"Point","coordinates":[9,47]}}]}"#
    )
    guard case .feature(let first) = objects[0], case .feature(let second) = objects[1] else {
      return #expect(Bool(false), "no features")
    }
    #expect(first.geometry.isEmpty && first.identifier == "1" && second.geometry.count == 1)
  }

  @Test("80: a text may begin with the mark of UTF-8; places of errors are those behind it")
  func mark() throws {
    #expect(try decode("\u{FEFF}" + #"{"type":"Point","coordinates":[9.5,47.1]}"#).count == 1)
    let error = #expect(throws: GeoJSONError.self) {
      try decode("\u{FEFF}" + #"{"type":"Point","coordinates":[1]}"#)
    }
    #expect(error?.column == 31)
  }

  @Test("81: properties come through byte for byte")
  func properties() throws {
    let properties = #"{ "name" : "Caf\u00e9","n":1.50e+1, "list":[1 ,2],"é":null }"#
    let objects = try decode(#"{"type":"Feature","geometry":null,"properties":"# + properties + "}")
    guard case .feature(let feature) = objects[0] else { return #expect(Bool(false), "no feature") }
    #expect(feature.properties == Array(properties.utf8))
  }

  @Test(
    "82: an error names the place in the file",
    arguments: [
      (
        "{\"type\":\"FeatureCollection\",\"features\":[\n {\"type\":\"Feature\",\"geometry\":\n  {\"type\":\"Polygon\",\"coordinates\":[[[1,2],[3,94],[5,6],[1,2]]]}}]}",
        "features[0].geometry.coordinates[0][1]", 3, 43
      ),
      (#"{"type":"Polygon","coordinates":[[[1,2],[3,4],[1,2]]]}"#, "", 1, 1),
      (#"{"type":"LineString","coordinates":[[1,2],[3]]}"#, "coordinates[1]", 1, 43),
      (#"{"type":"LineString","coordinates":7}"#, "coordinates", 1, 36),
      (#"{"type":"Circle","coordinates":[1,2]}"#, "", 1, 1), ("[]", "", 1, 1), ("{\"type\":\"Point\",\n}", "", 2, 1),
      (#"{"type":"FeatureCollection","features":[{"type":"Point"}]}"#, "features[0]", 1, 41),
      (#"{"type":"Feature","properties":"x","geometry":null}"#, "", 1, 32),
      (#"{"type":"Feature","id":true,"geometry":null}"#, "", 1, 24),
      (#"{"type":"FeatureCollection"}"#, "", 1, 1), ("", "", 1, 1),
      (
        #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1]}]}"#,
        "geometries[0].coordinates", 1, 74
      ),
    ])
  func errors(text: String, path: String, line: Int, column: Int) {
    do {
      let objects = try decode(text)
      #expect(Bool(false), "\(objects)")
    } catch let error as GeoJSONError {
      #expect(error.path == path && error.line == line && error.column == column, "\(error)")
      #expect(!error.reason.isEmpty && error.description.hasSuffix("(line \(line), column \(column))"))
    } catch {
      #expect(Bool(false), "\(error)")
    }
  }

  @Test("82: swapped numbers get advice, and one bad feature fails the whole text")
  func advice() {
    let error = #expect(throws: GeoJSONError.self) {
      try decode(
        #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null},{"type":"Feature","geometry":{"type":"Point","coordinates":[37,-122]}}]}"#
      )
    }
    #expect(error?.path == "features[1].geometry.coordinates")
    #expect(error?.reason.contains("longitude first") == true)
  }
  @Test("82: meters of a projection are told apart from degrees")
  func projection() {
    let meters = #expect(throws: GeoJSONError.self) {
      try decode(#"{"type":"Point","coordinates":[1057000.5,5960000]}"#)
    }
    #expect(meters?.reason.contains("EPSG:4326") == true)
    #expect(throws: Never.self) { try decode(#"{"type":"Point","coordinates":[190,10]}"#) }
  }
}
