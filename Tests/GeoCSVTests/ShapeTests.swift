import Testing

@testable import GeoCSV

@Suite struct ShapeTests {
  private func enriched(_ text: String, _ name: String) async throws -> String {
    try await Workshop(text, name: name).result()
  }

  @Test(
    "lines and areas of GeoJSON are answered at a point on or in them",
    arguments: [
      (#"{"type":"Polygon","coordinates":[[[0,10],[4,10],[4,14],[0,14],[0,10]]]}"#, "12 Street"),
      // The center is in the hole.
      (
        #"{"type":"Polygon","coordinates":[[[0,10],[9,10],[9,19],[0,19],[0,10]],[[1,11],[8,11],[8,18],[1,18],[1,11]]]}"#,
        "14 Street"
      ),
      (
        #"{"type":"MultiPolygon","coordinates":[[[[0,1],[1,1],[1,2],[0,1]]],[[[0,30],[9,30],[9,39],[0,39],[0,30]]]]}"#,
        "34 Street"
      ),
      (#"{"type":"LineString","coordinates":[[7,10],[7,11],[7,18]]}"#, "14 Street"),
      (#"{"type":"MultiLineString","coordinates":[[[7,1],[7,2]],[[7,50],[7,55]]]}"#, "52 Street"),
      (#"{"type":"MultiPoint","coordinates":[[7,33.5],[8,2]]}"#, "33 Street"),
      (
        #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,1]},{"type":"LineString","coordinates":[[7,40],[7,42]]}]}"#,
        "41 Street"
      ),
      (#"{"type":"Polygon","coordinates":[]}"#, "missing_coordinate"),
      (#"{"type":"Polygon","coordinates":[[[0,10],["x",10],[4,14]]]}"#, "bad_coordinate"),
      (#"{"type":"LineString","coordinates":[[7,10],[7,110]]}"#, "out_of_range"),
      (#"{"type":"Circle","coordinates":[7,10]}"#, "not_a_point"),
    ])
  func geometries(geometry: String, word: String) async throws {
    let feature = "{\"type\":\"Feature\",\"geometry\":\(geometry),\"properties\":{}}"
    let result = try await enriched("{\"type\":\"FeatureCollection\",\"features\":[\(feature)]}", "x.geojson")
    #expect(result.contains("\"\(word)\""), "\(result)")
  }

  @Test("placemarks of KML get data before their geometry, or in the data that they have")
  func placemarks() async throws {
    let data = "<Data name=\"street\"><value>12 Street</value></Data><Data name=\"status\"><value>ok</value></Data>"
    let text = """
      <?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>a</name>
      <Placemark><name>b</name><Point><coordinates>7,12.5,0</coordinates></Point></Placemark>
      <Folder><Placemark><ExtendedData><Data name="x"/></ExtendedData><LineString><coordinates>
       7,11 7,14 </coordinates></LineString></Placemark></Folder>
      <Placemark><ExtendedData/><MultiGeometry><Polygon><outerBoundaryIs><LinearRing><coordinates>0,10 4,10 4,14 0,14 0,10
      </coordinates></LinearRing></outerBoundaryIs></Polygon><Point><coordinates>1,1</coordinates></Point></MultiGeometry></Placemark>
      <Placemark><name>none</name></Placemark></Document></kml>
      """
    let wanted =
      text
      .replacing("<name>b</name><Point>", with: "<name>b</name><ExtendedData>\(data)</ExtendedData><Point>")
      .replacing("<Data name=\"x\"/>", with: "<Data name=\"x\"/>\(data)")
      .replacing("<ExtendedData/>", with: "<ExtendedData>\(data)</ExtendedData>")
      .replacing(
        "none</name>",
        with: "none</name><ExtendedData><Data name=\"status\"><value>missing_coordinate</value></Data></ExtendedData>")
    #expect(try await enriched(text, "x.kml") == wanted)
  }

  @Test("prefixes, holes and tracks of KML are understood")
  func prefixes() async throws {
    let hole = "0,10 9,10 9,19 0,19 0,10"
    let text = """
      <k:kml xmlns:k="u"><k:Placemark><k:Polygon><k:outerBoundaryIs><k:LinearRing><k:coordinates>\(hole)</k:coordinates>\
      </k:LinearRing></k:outerBoundaryIs><k:innerBoundaryIs><k:LinearRing><k:coordinates>1,11 8,11 8,18 1,18</k:coordinates>\
      </k:LinearRing></k:innerBoundaryIs></k:Polygon></k:Placemark><k:Placemark><gx:Track><gx:coord>7 40 1</gx:coord><gx:coord> </gx:coord><gx:coord/>\
      <gx:coord>7 42 1</gx:coord></gx:Track></k:Placemark></k:kml>
      """
    let result = try await enriched(text, "x.kml")
    #expect(result.contains("<k:Placemark><k:ExtendedData><k:Data name=\"street\"><k:value>14 Street</k:value>"))
    #expect(result.contains("<k:value>41 Street</k:value>"))
  }

  @Test("--swap turns pairs round, not links, which say what is what")
  func swappedLinks() async throws {
    let workshop = try Workshop(
      "position\n\"7, 12.5\"\n\"https://www.openstreetmap.org/?mlat=12.5&mlon=7\"\n")
    workshop.options.coordinateColumn = ColumnReference("position")
    workshop.options.swapsCoordinates = true
    #expect(try await workshop.result().components(separatedBy: "12 Street").count == 3)
  }
}
