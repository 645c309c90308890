import GeoNominatim
import GeoStore
import Testing

@Suite("Parameters of a request")
struct ParameterTests {
  @Test("what nobody asks for is as documented: XML, zoom 18, address parts, addresses and places of interest")
  func defaults() throws {
    let request = try request("lat=47.14&lon=9.52")
    #expect(request.format == .xml)
    #expect(request.zoom == nil)
    #expect(request.layers == [.address, .poi])
    #expect(request.includesAddress)
    #expect(!request.includesExtraTags && !request.includesNames && !request.includesEntrances && !request.isDebug)
    #expect(request.geometry == nil)
    #expect(request.languages.isEmpty)
  }

  @Test(
    "a coordinate that is not a number is the caller's fault",
    arguments: [
      "lat=48.9&lon=8,4482", "lat=48,9&lon=8.4", "lat=48.9.0&lon=8.4", "lat=nan&lon=8.4", "lat=48.9&lon=inf",
      "lat=-inf&lon=1", "lat=0x10&lon=1", "lat=&lon=1", "lat=1&lon=;", "lat=abc&lon=1", "lat=1&lon=<script>",
      "lat=1e999&lon=1",
      "lon=1", "lat=1", "",
    ])
  func badCoordinates(query: String) {
    let problem = #expect(throws: NominatimProblem.self) { try request(query) }
    #expect(problem?.status == 400)
  }

  @Test("a missing coordinate is named, a bad one is named with its value")
  func messages() {
    #expect(throws: NominatimProblem(message: "Parameter 'lat' missing.")) { try request("lon=1") }
    #expect(
      throws: NominatimProblem(message: "Parameter 'lon' must be a number such as 47.14, with a point, not '8,4'.")
    ) {
      try request("lat=1&lon=8,4")
    }
  }

  @Test(
    "sloppy numbers are read",
    arguments: [(" 47.5", 47.5), ("+47.5 ", 47.5), ("4.75e1", 47.5), ("47", 47), ("-0.5", -0.5), (".5", 0.5)])
  func sloppyNumbers(text: String, value: Double) throws {
    #expect(try request("lat=\(text)&lon=1").latitude == value)
  }

  @Test("a point of view is that of a country, in any case")
  func worldview() throws {
    #expect(try request("lat=1&lon=1&worldview=in").worldview?.countryCode == "IN")
    #expect(
      throws: NominatimProblem(message: "Parameter 'worldview' must be the two letters of a country, such as IN.")
    ) {
      try request("lat=1&lon=1&worldview=XX")
    }
  }

  @Test("a place that is not on Earth is a question without an answer, not a fault", arguments: ["91.3", "-700"])
  func notOnEarth(latitude: String) throws {
    #expect(try request("lat=\(latitude)&lon=0.4").latitude == Double(latitude))
  }

  @Test("everything but 0 turns a switch on", arguments: ["1", "yes", "no", "-1", "100", "false", "00", ""])
  func truth(value: String) throws {
    #expect(try request("lat=1&lon=1&extratags=\(value)").includesExtraTags)
    #expect(try !request("lat=1&lon=1&addressdetails=0").includesAddress)
  }

  @Test("an unknown format is refused with the list of formats")
  func unknownFormat() {
    #expect(
      throws: NominatimProblem(message: "Parameter 'format' must be one of: xml, json, jsonv2, geojson, geocodejson.")
    ) {
      try request("lat=1&lon=1&format=sdf")
    }
  }

  @Test("zoom is a whole number of any size", arguments: [("-3", -3), ("0", 0), (" 18 ", 18), ("99", 99)])
  func zoom(text: String, value: Int) throws { #expect(try request("lat=1&lon=1&zoom=\(text)").zoom == value) }

  @Test("a zoom that is none is refused", arguments: ["adfe", "18.5", "", "1 8"])
  func badZoom(text: String) {
    #expect(throws: NominatimProblem.self) { try request("lat=1&lon=1&zoom=\(text)") }
  }

  @Test("of a repeated parameter the first counts")
  func repeated() throws { #expect(try request("lat=1&lat=2&lon=3").latitude == 1) }

  @Test("layers are a list in any case, with spaces")
  func layers() throws {
    #expect(try request("lat=1&lon=1&layer=natural, POI").layers == [.natural, .poi])
    #expect(try request("lat=1&lon=1&layer=manmade").layers == .manmade)
    #expect(try request("lat=1&lon=1&layer=").layers == [.address, .poi])
  }

  @Test("a layer that does not exist is refused by name")
  func unknownLayer() {
    let problem = #expect(throws: NominatimProblem.self) { try request("lat=1&lon=1&layer=poi,water") }
    #expect(problem?.message.contains("'water'") == true)
  }

  @Test("one shape may be asked for", arguments: ["geojson", "kml", "svg", "text"])
  func oneShape(name: String) throws {
    #expect(try request("lat=1&lon=1&polygon_\(name)=1").geometry?.rawValue == name)
    #expect(try request("lat=1&lon=1&polygon_\(name)=0").geometry == nil)
  }

  @Test("two shapes are refused, except where the format has only one")
  func twoShapes() throws {
    #expect(throws: NominatimProblem.self) { try request("lat=1&lon=1&polygon_text=1&polygon_svg=1") }
    #expect(try request("lat=1&lon=1&polygon_text=1&polygon_svg=1&format=geojson").geometry == nil)
    #expect(try request("lat=1&lon=1&polygon_kml=1&polygon_geojson=1&format=geocodejson").geometry == .geojson)
  }

  @Test("the threshold is a number; less than nothing is nothing")
  func threshold() throws {
    #expect(try request("lat=1&lon=1&polygon_threshold=0.001").simplificationDegrees == 0.001)
    #expect(try request("lat=1&lon=1&polygon_threshold=-1").simplificationDegrees == 0)
    #expect(throws: NominatimProblem.self) { try request("lat=1&lon=1&polygon_threshold=much") }
  }

  @Test("a callback is the name of a function", arguments: ["foo", "a.b._c1", "jQuery123_456"])
  func callbacks(name: String) throws {
    #expect(try request("lat=1&lon=1&format=json&json_callback=\(name)").callback == name)
  }

  @Test(
    "a callback that is more than a name is refused, where it would be used",
    arguments: ["1asd", "bar(foo)", "XXX['bad']", "foo; evil", "", "a..b", "a b"])
  func badCallbacks(name: String) throws {
    #expect(throws: NominatimProblem.self) { try request("lat=1&lon=1&format=jsonv2&json_callback=\(name)") }
    #expect(try request("lat=1&lon=1&json_callback=\(name)").callback == nil)
  }
}
