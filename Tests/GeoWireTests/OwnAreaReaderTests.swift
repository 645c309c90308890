import GeoModel
import Testing

@testable import GeoWire

@Suite("Areas of one's own in GeoJSON")
struct OwnAreaReaderTests {
  private static let square = #"{"type":"Polygon","coordinates":[[[9,47],[10,47],[10,48],[9,48],[9,47]]]}"#

  private func feature(_ properties: String, _ geometry: String = square, id: String = "") -> String {
    #"{"type":"Feature"\#(id.isEmpty ? "" : ",\"id\":" + id),"properties":\#(properties),"geometry":\#(geometry)}"#
  }

  private func collection(_ features: String...) -> String {
    #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
  }

  private func read(
    _ text: String, _ wish: OwnAreaReader.Wish = .init()
  ) throws(OwnAreaReader.Failure) -> OwnAreaReader.Result {
    try OwnAreaReader.read(Array(text.utf8), wish)
  }

  private func failure(_ text: String, _ wish: OwnAreaReader.Wish = .init()) -> String? {
    do throws(OwnAreaReader.Failure) {
      _ = try read(text, wish)
      return nil
    } catch { return error.message }
  }

  @Test("comes as a collection, a feature, a geometry, in sequences and in lines")
  func forms() throws {
    let (a, b) = (feature(#"{"name":"A"}"#), feature(#"{"name":"B"}"#))
    let texts = [
      collection(a, b), "\u{FEFF}" + collection(a, b), a + "\n" + b + "\n", "\u{1E}\(a)\n\u{1E}\(b)\n",
      #"{"features" : [ \#(a) , \#(b) ] , "type" : "FeatureCollection" , "name":"x" }"#,
      #"{"type":"FeatureCollection","crs":{"features":[1,2],"x":"}]"},"features":[\#(a),\#(b)],"after":{"a":[1,"]"]}}"#,
      collection(a) + "\n" + collection(b),
    ]
    for text in texts { #expect(try read(text).areas.map(\.label.name) == ["A", "B"], "\(text)") }
    #expect(try read(Self.square).areas.map(\.label.name) == ["#1"])
    #expect(try read(Self.square).areas[0].polygons[0][0].count == 5)
  }

  @Test("names come from the property that is asked for, else name, else the id, else the number")
  func names() throws {
    #expect(try read(feature(#"{"NAME":"A"}"#)).areas[0].label.name == "A")
    #expect(try read(feature(#"{"title":"A"}"#, id: #""z7""#)).areas[0].label == LayerArea(name: "z7", id: "z7"))
    #expect(try read(feature("{}", id: "17")).areas[0].label == LayerArea(name: "17", id: "17"))
    #expect(try read(collection(feature("null"), feature("{}"))).areas.map(\.label.name) == ["#1", "#2"])
    let wish = OwnAreaReader.Wish(name: "zone", properties: ["price", "tags", "gone"])
    let text = collection(
      feature(#"{"zone":12,"price":4.5,"tags":{"a":[1,\#n 2]},"other":1}"#),
      feature(#"{"zone":"B","price":null,"gone":true}"#))
    let labels = try read(text, wish).areas.map(\.label)
    #expect(labels[0] == LayerArea(name: "12", properties: ["price": .number(4.5), "tags": .text(#"{"a":[1, 2]}"#)]))
    let long = #"{"zone":"C","price":1e999,"tags":9007199254740993,"gone":-12}"#
    #expect(
      try read(feature(long), wish).areas[0].label.properties
        == ["price": .text("1e999"), "tags": .text("9007199254740993"), "gone": .number(-12)])
    #expect(labels[1] == LayerArea(name: "B", properties: ["gone": .flag(true)]))
  }

  @Test("a property that is null everywhere is there, but gives no area a name")
  func nullProperties() throws {
    let text = feature(#"{"b":null,"name":"A"}"#)
    #expect(try read(text, .init(properties: ["b"])).areas[0].label == LayerArea(name: "A"))
    #expect(
      failure(text, .init(properties: ["b", "nope"]))
        == "no area has a property 'nope'; there are: b, name")
    #expect(failure(text, .init(name: "b")) == "the property 'b' has no value in any area; choose another property")
  }

  @Test("what is no area is counted, and keeps no other away")
  func dropped() throws {
    let text = collection(
      feature("{}"), feature("{}", "null"), feature("{}", #"{"type":"Point","coordinates":[9,47]}"#),
      feature("{}", #"{"type":"Polygon","coordinates":[[[9,47],[10,47],[9,47]]]}"#),
      feature("{}", #"{"type":"Polygon","coordinates":[[[9,47],[10,147],[10,48],[9,47]]]}"#),
      feature("{}", #"{"type":"Polygon","coordinates":[]}"#), feature("{}", #"{"type":"Blob"}"#), "17", "[]")
    let result = try read(text)
    #expect(result.areas.count == 1 && result.dropped.values.reduce(0, +) == 8)
    #expect(result.dropped["fewer than three corners"] == 1 && result.dropped["bad coordinates"] == 1)
    #expect(result.firstDropped == "feature 2: it has no geometry")
  }

  @Test("several polygons and collections are one area; rings are closed")
  func parts() throws {
    let text = #"""
      {"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},
      {"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1]]],[[[5,5],[6,5],[6,6],[5,5]],[[5.4,5.2],[5.5,5.2],[5.5,5.3]]]]}]}
      """#
    let area = try read(text).areas[0]
    #expect(area.polygons.map(\.count) == [1, 2])
    #expect(area.polygons.joined().allSatisfy { $0.first == $0.last && $0.count == 4 })
  }

  @Test("cross longitude 180, written in whatever way")
  func antimeridian() throws {
    for ring in [
      "[[170,10],[190,10],[190,20],[170,20],[170,10]]", "[[170,10],[-170,10],[-170,20],[170,20],[170,10]]",
      "[[-190,10],[-170,10],[-170,20],[-190,20]]",
    ] {
      let polygons = try read(#"{"type":"Polygon","coordinates":[\#(ring)]}"#).areas[0].polygons
      #expect(polygons.count == 2, "\(ring)")
      let edges = polygons.map { polygon in (polygon[0].map(\.x).min() ?? 0, polygon[0].map(\.x).max() ?? 0) }
      #expect(
        edges.contains { $0 == (1_700_000_000, 1_800_000_000) }
          && edges.contains { $0 == (-1_800_000_000, -1_700_000_000) })
    }
    let world = #"{"type":"Polygon","coordinates":[[[-180,-90],[180,-90],[180,90],[-180,90],[-180,-90]]]}"#
    #expect(try read(world).areas[0].polygons.count == 1)
  }

  /// Whether a point is inside a polygon, by the even-odd rule.
  private func contains(_ polygon: [[FixedPoint]], latitude: Double, longitude: Double) -> Bool {
    let (x, y) = (longitude * 1e7, latitude * 1e7)
    var isInside = false
    for ring in polygon {
      for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (Double(from.y) > y) != (Double(to.y) > y) {
        let part = (y - Double(from.y)) / (Double(to.y) - Double(from.y))
        if Double(from.x) + part * (Double(to.x) - Double(from.x)) < x { isInside.toggle() }
      }
    }
    return isInside
  }

  @Test(
    "an area around a pole contains it, closed along the pole or not, from whatever longitude and in both directions",
    arguments: [
      ("[[-180,-90],[180,-90],[180,-60],[90,-62],[0,-65],[-90,-66],[-180,-60],[-180,-90]]", -1.0),
      ("[[-180,-60],[-90,-66],[0,-65],[90,-62],[180,-60]]", -1),
      ("[[-170,-60],[-90,-66],[0,-65],[90,-62],[170,-60]]", -1),
      ("[[170,60],[90,62],[0,65],[-90,66],[-170,60]]", 1), ("[[0,65],[90,62],[170,60],[190,60],[270,66],[360,65]]", 1),
      ("[[0,65],[90,62],[170,60],[190,60],[270,66],[360,65],[360,90],[0,90]]", 1),
    ])
  func poles(ring: String, sign: Double) throws {
    let polygons = try read(#"{"type":"Polygon","coordinates":[\#(ring)]}"#).areas[0].polygons
    for longitude in [-179.9, -135, -91, -1, 1, 45, 135, 179.9] {
      for (latitude, isInside) in [(89.9, true), (70, true), (59, false), (0, false), (-70, false), (-89.9, false)] {
        let found = polygons.count { contains($0, latitude: sign * latitude, longitude: longitude) }
        #expect(found == (isInside ? 1 : 0), "\(latitude) \(longitude)")
      }
    }
  }

  @Test("belts around the Earth are areas, drawn along parallels or as a ring with a hole; so is more than half of one")
  func belts() throws {
    for rings in [
      "[[-180,-20],[180,-20],[180,20],[-180,20],[-180,-20]]",
      "[[-180,-20],[0,-20],[180,-20],[180,20],[-180,20],[-180,-20]]",
      "[[-170,-20],[-60,-20],[60,-20],[170,-20]],[[-170,20],[-60,20],[60,20],[170,20]]",
      "[[-10,-20],[80,-20],[170,-20],[-170,-20],[-20,-20],[-20,20],[-170,20],[170,20],[80,20],[-10,20]]",
    ] {
      let polygons = try read(#"{"type":"Polygon","coordinates":[\#(rings)]}"#).areas[0].polygons
      for longitude in [-179.9, -91, -25, 1, 45, 179.9] {
        for (latitude, isInside) in [(89.0, false), (21, false), (19, true), (-19, true), (-21, false), (-89, false)] {
          let found = polygons.count { contains($0, latitude: latitude, longitude: longitude) }
          #expect(found == (isInside ? 1 : 0), "\(rings): \(latitude) \(longitude)")
        }
      }
    }
  }

  @Test("errors say where and what to do")
  func errors() {
    let meters = feature("{}", #"{"type":"Polygon","coordinates":[[[1000000,6000000],[1,1],[2,2],[3,1]]]}"#)
    let swapped = feature("{}", #"{"type":"Polygon","coordinates":[[[37.7,-122.4],[37.8,-122.4],[37.8,-122.3]]]}"#)
    let expected = [
      ("", "none of its 0 features is an area"), ("[]", "an object of GeoJSON is missing here (line 1, column 1)"),
      ("lat,lon\n1,2\n", "an object of GeoJSON is missing here (line 1, column 1)"),
      (collection(meters), "ogr2ogr with -t_srs EPSG:4326"), (collection(swapped), "are the two numbers swapped?"),
      (String(collection(feature("{}")).dropLast(2)), "the text ends in the middle of its features"),
      (String(collection(feature("{}")).dropLast(20)), "the text ends in the middle of an object"),
      (collection(feature("{}")).replacing("[9,47]", with: "[9 47]"), "feature 1: "),
      (collection(feature("{}", #"{"type":"Point","coordinates":[9,47]}"#)), "it is a Point, not an area"),
    ]
    for (text, sentence) in expected {
      #expect(failure(text)?.contains(sentence) == true, "\(text): \(failure(text) ?? "")")
    }
    let named = feature(#"{"zone":"A","price":1}"#)
    #expect(failure(named, .init(name: "Zone")) == "no area has a property 'Zone'; there are: price, zone")
    #expect(failure(named, .init(properties: ["prize"])) == "no area has a property 'prize'; there are: price, zone")
  }
}

@Suite("Layers of areas on the wire")
struct LayerWireTests {
  private func query(_ text: String, json: Bool) throws(WireError) -> LayerChoice {
    var query = PlacemarkQuery(coordinate: Coordinate(FixedPoint(x: 0, y: 0)))
    guard json else {
      _ = try TextOptions([("layers", text)]).readOptions(into: &query)
      return query.layers
    }
    let line = Array(
      #"{"id":1,"method":"reverseGeocode","params":{"coordinate":{"latitude":1,"longitude":2},"layers":\#(text)}}"#.utf8
    )
    var parser = JSONParser()
    let call = try? parser.parse(line) { WireRequest($0).call }
    guard case .success(.reverseGeocode(let asked))? = call else {
      if case .failure(let error)? = call { throw error }
      return .none
    }
    return asked.query.layers
  }

  @Test("are asked for by name, or all of them")
  func options() throws {
    #expect(try query("zones,b,zones", json: false) == .named(["zones", "b"]))
    #expect(try query("true", json: true) == .all)
    #expect(try query("false", json: true) == .none)
    #expect(try query(#"["zones","b"]"#, json: true) == .named(["zones", "b"]))
    #expect(try query("all", json: false) == .all)
    #expect(try query("zones,b", json: false) == .named(["zones", "b"]))
    for (text, json) in [("[]", true), ("7", true), (#""zones""#, true), (#"[1]"#, true), ("", false), (",", false)] {
      #expect(throws: WireError.self) { try query(text, json: json) }
    }
  }

  @Test("a placemark with its layers comes back as it was, by the wire and by Swift's coders")
  func roundTrip() throws {
    var placemark = Placemark(
      coordinate: Coordinate(FixedPoint(x: 10, y: 20)), distanceMeters: 0, match: .area, source: nil)
    placemark.layers = [
      LayerAreas(
        layer: "zones",
        areas: [
          LayerArea(
            name: "A \"1\"\n", id: "7",
            properties: ["price": .number(2.5), "k\"ey": .text("\u{1}"), "open": .flag(false)]),
          LayerArea(name: "B"),
        ]), LayerAreas(layer: "empty", areas: []),
    ]
    var bytes: [UInt8] = []
    PlacemarkJSON.append(placemark, to: &bytes)
    var parser = JSONParser()
    #expect(try parser.parse(bytes) { Placemark($0) } == placemark)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text.contains(#""layers":{"zones":[{"name":"A \"1\"\n","id":"7","properties":{"#)
        && text.contains(#""empty":[]}"#))
  }
}
