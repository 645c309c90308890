import Foundation
import GeoModel
import GeoWire
import Testing

@Suite("Placemarks for Swift's encoders")
struct CodableTests {
  private func full(_ shape: OverlayShape?) throws -> Placemark {
    let coordinate = try Coordinate(latitude: 47.14123456789, longitude: -9.52)
    var placemark = Placemark(
      coordinate: coordinate, distanceMeters: 12.3456, match: .address,
      source: SourceReference(type: .way, id: 123_456_789_012))
    placemark.title = "“Quoted” \"title\" / über\n"
    placemark.subtitle = "subtitle"
    placemark.name = "name"
    for (index, field) in fields.enumerated() { placemark[keyPath: field] = "field \(index)" }
    placemark.areasOfInterest = ["park", "zoo"]
    placemark.formattedAddress = ["one", "two"]
    placemark.coarseFields = ["state"]
    placemark.coarseBorderDistanceMeters = 1234.56
    placemark.transliteratedFields = ["city"]
    placemark.areas = [
      ContainingArea(
        level: 8, kind: .administrative, name: "a", source: SourceReference(type: .relation, id: 1),
        codes: ["fips": "06075", "wikidata": "Q62"]),
      ContainingArea(level: nil, kind: .world, name: "b", source: nil),
    ]
    placemark.nearby = NearbySettlement(
      name: "Elko", distanceMeters: 12_345.678, bearingDegrees: 314.96, source: SourceReference(type: .node, id: 5))
    placemark.names = [.street: "Straße", .ocean: "Nordsee"]
    for (index, field) in PlacemarkField.codes.enumerated() { placemark.setExtraText(field, "code \(index)") }
    placemark.trace = [
      TraceEntry(
        field: "city", value: "a", rule: "rule", source: SourceReference(type: .node, id: -1), distanceMeters: 0.049,
        runnerUp: "b"), TraceEntry(field: "street", value: nil, rule: "none"),
    ]
    if let shape {
      placemark.overlay = ShapeOverlay(
        coordinate: coordinate, title: "shape",
        boundingRegion: CoordinateRegion(south: 1.23456789012, west: 2, north: 3, east: 4), shape: shape)
    }
    return placemark
  }

  @Test("a row of a table keeps the table's name, and is written as the daemon writes it")
  func rowOfTable() throws {
    var placemark = try full(nil)
    placemark.source = SourceReference(type: .table, id: 12)
    placemark.sourceTable = "houses <1>"
    let bytes = try JSONEncoder().encode(placemark)
    let read = try JSONDecoder().decode(Placemark.self, from: bytes)
    #expect(read.source == placemark.source && read.sourceTable == "houses <1>")
    #expect(read.sourcePath == "table/houses <1>/12")
    var writer = JSONWriter()
    writer.placemark(placemark)
    let line = String(decoding: writer.bytes, as: UTF8.self)
    #expect(line.contains(#""source":{"type":"table","name":"houses <1>","id":12}"#))
    var parser = JSONParser()
    #expect(try parser.parse(writer.bytes) { Placemark($0)?.sourceTable } == "houses <1>")
  }

  private var fields: [WritableKeyPath<Placemark, String?>] {
    [
      \.subThoroughfare, \.thoroughfare, \.neighborhood, \.subLocality, \.locality, \.subAdministrativeArea,
      \.administrativeArea, \.administrativeAreaCode, \.postalCode, \.country, \.isoCountryCode, \.inlandWater, \.ocean,
      \.timeZone,
    ]
  }

  private func shapes() throws -> [OverlayShape?] {
    func line(_ start: Double) throws -> [Coordinate] {
      try [start, start + 1.123456789, start].map { try Coordinate(latitude: $0, longitude: $0 + 90) }
    }
    return [
      nil, .polyline(try line(1)), .geodesicPolyline(try line(2)), .multiPolyline([try line(3), try line(4)]),
      .polygon([try line(5), try line(6)]), .multiPolygon([[try line(7)], [try line(8), try line(9)]]),
      .circle(center: try Coordinate(latitude: 10, longitude: 20), radiusMeters: 500),
    ]
  }

  /// The parsed JSON, independent of the order of members.
  private func parsed(_ json: Data) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: json) as? NSDictionary)
  }

  private func written(_ placemark: Placemark) -> Data {
    var bytes: [UInt8] = []
    PlacemarkJSON.append(placemark, to: &bytes)
    return Data(bytes)
  }

  @Test("are the same JSON as the daemon's")
  func sameJSON() throws {
    let bare = Placemark(
      coordinate: try Coordinate(latitude: -0.0, longitude: -180), distanceMeters: 0, match: .water, source: nil)
    for placemark in try shapes().map(full) + [bare] {
      #expect(try parsed(JSONEncoder().encode(placemark)) == parsed(written(placemark)))
    }
  }

  @Test("are read from the daemon's JSON, as the client reads them")
  func roundTrip() throws {
    var parser = JSONParser()
    for placemark in try shapes().map(full) {
      let json = written(placemark)
      let read = try parser.parse(Array(json)) { Placemark($0) }
      let decoded = try JSONDecoder().decode(Placemark.self, from: json)
      #expect(decoded == read)
      #expect(try JSONDecoder().decode(Placemark.self, from: JSONEncoder().encode(decoded)) == decoded)
    }
  }

  @Test(
    "are refused with the reason where they make no sense",
    arguments: [
      ("{}", "coordinate"), (#"{"coordinate":{"latitude":91,"longitude":0},"match":"area"}"#, "out of range"),
      (#"{"coordinate":{"latitude":1,"longitude":0},"match":"hut"}"#, "hut"),
      (
        #"{"coordinate":{"latitude":1,"longitude":0},"match":"area","overlay":{"type":"LineString","coordinates":[]}}"#,
        "no coordinates"
      ),
    ])
  func refused(json: String, reason: String) {
    let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Placemark.self, from: Data(json.utf8)) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(reason))
  }
}
