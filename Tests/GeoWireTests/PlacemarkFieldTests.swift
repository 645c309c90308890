import GeoModel
import Testing

@testable import GeoWire

@Suite struct PlacemarkFieldTests {
  @Test(
    "a field of rows, but for roads, is the member of the placemark's own JSON, and null where there is none"
  )
  func sameValues() throws {
    let coordinate = try Coordinate(latitude: 47.5, longitude: 9.25)
    let bare = Placemark(coordinate: coordinate, distanceMeters: 1.25, match: .area, source: nil)
    var full = bare
    full.source = SourceReference(type: .way, id: 7)
    let texts: [WritableKeyPath<Placemark, String?>] = [
      \.subThoroughfare, \.thoroughfare, \.neighborhood, \.subLocality, \.locality, \.subAdministrativeArea,
      \.administrativeArea, \.administrativeAreaCode, \.postalCode, \.country, \.isoCountryCode, \.inlandWater, \.ocean,
      \.timeZone, \.name, \.title, \.subtitle, \.wikidata,
    ]
    for (index, path) in texts.enumerated() { full[keyPath: path] = "text \(index)" }
    (full.areasOfInterest, full.formattedAddress, full.coarseFields) = (["a", "b"], ["c"], ["city"])
    for field in PlacemarkField.codes { full.setExtraText(field, field.column) }
    full.nearby = NearbySettlement(name: "Elko", distanceMeters: 12_000, bearingDegrees: 315, source: nil)
    full.names = [.city: "München", .country: "Deutschland"]
    guard case .list(["city=München", "country=Deutschland"]) = PlacemarkField.names.value(of: full) else {
      throw WireError(.invalidRequest, "\(full.names ?? [:])")
    }
    let fields = PlacemarkField.allCases.filter { !$0.isOfRoad && $0 != .names }
    for placemark in [full, bare] {
      var (whole, row) = (JSONWriter(), JSONWriter())
      whole.placemark(placemark)
      row.row(fields, of: placemark)
      var parser = JSONParser()
      let values = try parser.parse(row.bytes) { $0.elements.map { String(decoding: $0.text, as: UTF8.self) } }
      #expect(values.count == fields.count)
      try parser.parse(whole.bytes) { root in
        for (field, value) in zip(fields, values) {
          let members = [root, root.member("address"), root.member("coordinate")].flatMap { $0?.members ?? [] }
          let member = members.first { $0.name == field.name }?.value
          let text = member.map { member in
            field == .source ? "way/7" : member.member("text")?.string ?? String(decoding: member.text, as: UTF8.self)
          }
          #expect(value == text ?? (value == "[]" ? "[]" : "null"), "\(field)")
        }
      }
    }
  }
}
