import GeoModel
import GeoTestKit
import GeoWire
import Testing

struct PlacemarkJSONTests {
  @Test("the documented placemark comes out byte for byte")
  func documentedPlacemark() {
    var bytes = Array("> ".utf8)
    PlacemarkJSON.append(tenthStreet, to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"> {"coordinate":{"latitude":37.770947,"longitude":-122.4100773},"title":"465 10th Street","#
        + #""subtitle":"San Francisco, CA 94103","address":{"houseNumber":"465","street":"10th Street","#
        + #""city":"San Francisco","county":"San Francisco County","state":"California","stateCode":"US-CA","#
        + #""postalCode":"94103","country":"United States","countryCode":"US"},"#
        + #""formattedAddress":["465 10th Street","San Francisco, CA 94103","United States"],"#
        + #""match":"address","distanceMeters":1.2,"source":{"type":"node","id":5177552049}}"#)
  }

  @Test("a placemark without an address still has the address object")
  func emptyAddress() {
    var bytes: [UInt8] = []
    let placemark = Placemark(
      coordinate: Coordinate(FixedPoint(x: 0, y: 0)), distanceMeters: 0, match: .water, source: nil)
    PlacemarkJSON.append(placemark, to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"coordinate":{"latitude":0,"longitude":0},"address":{},"match":"water","distanceMeters":0}"#)
  }

  @Test("a feature puts the longitude first and flattens the address")
  func feature() {
    var bytes: [UInt8] = []
    PlacemarkJSON.appendFeature(tenthStreet, to: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text.hasPrefix(
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-122.4100773,37.770947]},"properties":{"title":"#)
    )
    #expect(text.contains(#""street":"10th Street","#))
    #expect(text.hasSuffix(#""source":"node/5177552049"}}"#))
  }

  @Test("areas, trace and overlay follow when they were asked for")
  func extras() throws {
    var placemark = Placemark(
      coordinate: Coordinate(FixedPoint(x: 95_000_000, y: 471_000_000)), distanceMeters: 0, match: .area, source: nil)
    let relation = SourceReference(type: .relation, id: 1_155_956)
    placemark.areas = [ContainingArea(level: 8, kind: .administrative, name: "Vaduz", source: relation)]
    placemark.trace = [TraceEntry(field: "city", value: "Vaduz", rule: "containing area", source: relation)]
    let corners = [(9.5, 47.1), (9.6, 47.1), (9.5, 47.2), (9.5, 47.1)]
    placemark.overlay = ShapeOverlay(
      coordinate: placemark.coordinate, title: "Vaduz",
      boundingRegion: CoordinateRegion(south: 47.1, west: 9.5, north: 47.2, east: 9.6),
      shape: .polygon([try corners.map { try Coordinate(latitude: $0.1, longitude: $0.0) }]))
    let text = written { $0.placemark(placemark) }
    let source = #""source":{"type":"relation","id":1155956}"#
    #expect(text.contains(#""areas":[{"level":8,"kind":"administrative","name":"Vaduz",\#(source)}]"#))
    #expect(text.contains(#""trace":[{"field":"city","value":"Vaduz","rule":"containing area",\#(source)}]"#))
    #expect(
      text.contains(
        #""overlay":{"type":"Polygon","coordinates":[[[9.5,47.1],[9.6,47.1],[9.5,47.2],[9.5,47.1]]],"#
          + #""bbox":[9.5,47.1,9.6,47.2],"title":"Vaduz"}"#))
  }
}
