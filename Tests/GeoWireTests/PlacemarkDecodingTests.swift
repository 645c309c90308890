import GeoModel
import GeoTestKit
import GeoWire
import Testing

struct PlacemarkDecodingTests {
  private func roundTrip(_ placemark: Placemark) throws -> Placemark? {
    var writer = JSONWriter()
    writer.placemark(placemark)
    var parser = JSONParser()
    return try parser.parse(writer.bytes) { Placemark($0) }
  }

  @Test("a placemark comes back as it was written, with every field filled")
  func everyField() throws {
    var placemark = tenthStreet
    placemark.name = "Café \"é\"\n"
    placemark.neighborhood = "n"
    placemark.subLocality = "s"
    placemark.inlandWater = "w"
    placemark.ocean = "o"
    placemark.areasOfInterest = ["a", "b"]
    placemark.timeZone = "America/Los_Angeles"
    placemark.coarseFields = ["country"]
    placemark.coarseBorderDistanceMeters = 812.5
    placemark.transliteratedFields = ["street"]
    let way = SourceReference(type: .way, id: -7)
    placemark.wikidata = "Q1"
    placemark.nearby = NearbySettlement(name: "Elko", distanceMeters: 12_000.5, bearingDegrees: 315, source: way)
    placemark.names = [.city: "München", .country: "Deutschland"]
    for field in PlacemarkField.codes { placemark.setExtraText(field, field.column) }
    placemark.areas = [
      ContainingArea(level: 2, kind: .world, name: "Land", source: nil),
      ContainingArea(level: nil, kind: .postal, name: "94103", source: way, codes: ["iso": "US-CA"]),
    ]
    placemark.trace = [
      TraceEntry(
        field: "street", value: "10th Street", rule: "nearest", source: way, distanceMeters: 3.5, runnerUp: "11th"),
      TraceEntry(field: "suburb", value: nil, rule: "none"),
    ]
    for shape in try shapes() {
      placemark.overlay = ShapeOverlay(
        coordinate: try Coordinate(latitude: 1, longitude: 2), title: "t",
        boundingRegion: CoordinateRegion(south: 1, west: 179, north: 4, east: -179), shape: shape)
      #expect(try roundTrip(placemark) == placemark)
    }
  }

  private func shapes() throws -> [OverlayShape] {
    let ring = try [(1.0, 2.0), (1, 4), (4, 4), (1, 2)].map { try Coordinate(latitude: $0.0, longitude: $0.1) }
    return [
      .polyline(ring), .multiPolyline([ring, ring]), .polygon([ring, ring]), .multiPolygon([[ring], [ring, ring]]),
    ]
  }

  @Test("what a placemark must have is not made up")
  func incomplete() throws {
    var parser = JSONParser()
    for text in [
      "{}", #"{"coordinate":{"latitude":1,"longitude":2}}"#,
      #"{"coordinate":{"latitude":91,"longitude":2},"match":"area"}"#, "[]",
    ] {
      #expect(try parser.parse(Array(text.utf8)) { Placemark($0) } == nil)
    }
  }
}
