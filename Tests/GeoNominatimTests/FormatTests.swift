import GeoModel
import Testing

@testable import GeoNominatim
@testable import GeoStore

/// Whole responses, byte for byte.
@Suite("Formats")
struct FormatTests {
  private func body(_ query: String, _ result: NominatimResult? = .bakery) throws -> String {
    NominatimFormatter.response(result, to: try request("lat=47.06&lon=9.5&" + query)).text
  }

  private static let attribution = "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright"
  private static let address = #"""
    "address":{"shop":"Brot & \"Co\"","house_number":"29","road":"Gasse","village":"Mils","ISO3166-2-lvl8":"LI-01",\#
    "postcode":"9496","country":"Land","country_code":"li"}
    """#
  private static let jsonv2 = #"""
    {"place_id":17,"licence":"\#(attribution)","osm_type":"node","osm_id":4711,"lat":"47.0600000","lon":"9.5036065",\#
    "category":"shop","type":"bakery","place_rank":30,"importance":0.25,"addresstype":"shop","name":"Brot & \"Co\"",\#
    "display_name":"Brot & \"Co\", 29, Gasse, Mils, 9496, Land",\#(address),\#
    "boundingbox":["47.0599500","47.0600500","9.5035565","9.5036565"]}
    """#
  private static let geojson = #"""
    {"type":"FeatureCollection","licence":"\#(attribution)","features":[{"type":"Feature","properties":{"place_id":17,\#
    "osm_type":"node","osm_id":4711,"place_rank":30,"category":"shop","type":"bakery","importance":0.25,\#
    "addresstype":"shop","name":"Brot & \"Co\"","display_name":"Brot & \"Co\", 29, Gasse, Mils, 9496, Land",\#(address)},\#
    "bbox":[9.5035565,47.05995,9.5036565,47.06005],"geometry":{"type":"Point","coordinates":[9.5036065,47.06]}}]}
    """#
  private static let geocodejson = #"""
    {"type":"FeatureCollection","geocoding":{"version":"0.1.0","attribution":"\#(attribution)","licence":"ODbL",\#
    "query":"47.06,9.5"},"features":[{"type":"Feature","properties":{"geocoding":{"place_id":17,"osm_type":"node",\#
    "osm_id":4711,"osm_key":"shop","osm_value":"bakery","type":"house","accuracy":13,\#
    "label":"Brot & \"Co\", 29, Gasse, Mils, 9496, Land","name":"Brot & \"Co\"","housenumber":"29","street":"Gasse",\#
    "district":"Mils","city":"Mils-Dorf","postcode":"9496","country":"Land","country_code":"li",\#
    "admin":{"level8":"Mils-Dorf"}}},"geometry":{"type":"Point","coordinates":[9.5036065,47.06]}}]}
    """#
  private static let xml = """
    attribution="\(attribution)" querystring="lat=47.06&amp;lon=9.5&amp;format=xml&amp;zoom=18">\
    <result place_id="17" osm_type="node" osm_id="4711" ref="Brot &amp; &quot;Co&quot;" lat="47.0600000" lon="9.5036065" \
    boundingbox="47.0599500,47.0600500,9.5035565,9.5036565" place_rank="30" address_rank="30">\
    Brot &amp; &quot;Co&quot;, 29, Gasse, Mils, 9496, Land</result>\
    <addressparts><shop>Brot &amp; &quot;Co&quot;</shop><house_number>29</house_number><road>Gasse</road>\
    <village>Mils</village><ISO3166-2-lvl8>LI-01</ISO3166-2-lvl8><postcode>9496</postcode><country>Land</country>\
    <country_code>li</country_code></addressparts>\
    <extratags><tag key="opening_hours" value="Mo &lt;8"/></extratags>\
    <namedetails><name desc="name">Brot &amp; &quot;Co&quot;</name><name desc="name:en">Bread</name></namedetails>\
    <entrances></entrances></reversegeocode>
    """

  @Test("jsonv2 has texts for degrees and numbers for ids")
  func jsonv2() throws { #expect(try body("format=jsonv2") == Self.jsonv2) }

  @Test("json differs from jsonv2 in one key")
  func json() throws {
    let parts = Self.jsonv2.split(separator: "\"category\"")
    #expect(try body("format=json") == parts.joined(separator: "\"class\""))
  }

  @Test("address parts, other tags and names come and go as asked")
  func details() throws {
    let text = try body("format=jsonv2&addressdetails=0&extratags=1&namedetails=1&entrances=1")
    #expect(!text.contains("\"address\":"))
    let expected = #"""
      "entrances":null,"extratags":{"opening_hours":"Mo <8"},\#
      "namedetails":{"name":"Brot & \"Co\"","name:en":"Bread"},"boundingbox"
      """#
    #expect(text.contains(expected))
  }

  @Test("geojson has longitudes first and everything else as properties")
  func geojson() throws { #expect(try body("format=geojson") == Self.geojson) }

  @Test("geocodejson names address parts by rank and lists boundaries by level")
  func geocodejson() throws { #expect(try body("format=geocodejson") == Self.geocodejson) }

  @Test("geocodejson without address parts keeps label and name")
  func geocodejsonBare() throws {
    let text = try body("format=geocodejson&addressdetails=0&extratags=1")
    #expect(!text.contains("housenumber") && !text.contains("admin") && !text.contains("country"))
    #expect(text.contains(#""extra":{"opening_hours":"Mo <8"}"#))
  }

  @Test("xml has an element each for the answer, its address, tags and names")
  func xml() throws {
    let text = try body("extratags=1&namedetails=1&entrances=1&zoom=18")
    #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n<reversegeocode timestamp=\""))
    let start = try #require(text.firstRange(of: "attribution="))
    #expect(String(text[start.lowerBound...]) == Self.xml)
  }

  @Test("nothing found is said in each format", arguments: ["json", "jsonv2", "geojson", "geocodejson"])
  func nothing(format: String) throws {
    #expect(try body("format=\(format)", nil) == #"{"error":"Unable to geocode"}"#)
  }

  @Test("nothing found is said in XML")
  func nothingInXML() throws {
    #expect(try body("", nil).hasSuffix("><error>Unable to geocode</error></reversegeocode>"))
  }

  @Test("a callback wraps JSON and changes the type of content")
  func callback() throws {
    let response = NominatimFormatter.response(nil, to: try request("lat=1&lon=1&format=json&json_callback=a.b"))
    #expect(response.contentType == "application/javascript; charset=utf-8")
    #expect(response.text == #"a.b({"error":"Unable to geocode"})"#)
  }

  @Test("doors are listed with their places")
  func entrances() throws {
    var result = NominatimResult.bakery
    result.entrances = [
      MapEntrance(
        source: SourceReference(type: .node, id: 5), kind: "main", point: FixedPoint(x: -5, y: 470_000_000),
        extraTags: [MapTag(key: "level", value: "0")])
    ]
    let json =
      #""entrances":[{"osm_id":5,"type":"main","lat":"47.0000000","lon":"-0.0000005","extratags":{"level":"0"}}]"#
    #expect(try body("format=json&entrances=1", result).contains(json))
    let xml =
      #"<entrance osm_id="5" type="main" lat="47.0000000" lon="-0.0000005"><tag key="level" value="0"/></entrance>"#
    #expect(try body("entrances=1", result).contains(xml))
  }

  @Test("what the world layer answers has no ids")
  func worldLayer() throws {
    var result = NominatimResult.bakery
    (result.placeID, result.source) = (nil, nil)
    let text = try body("format=jsonv2", result)
    #expect(!text.contains("place_id") && !text.contains("osm_id") && !text.contains("osm_type"))
  }

  @Test("what no XML may hold becomes a space or an underscore")
  func xmlNames() throws {
    var result = NominatimResult.bakery
    result.parts = [AddressPart(label: "a:b<c", name: "x\u{1}y", rank: 22)]
    #expect(try body("", result).contains("<a_b_c>x y</a_b_c>"))
  }
}
