import GeoModel

/// A short way to write an address, for tests of layouts.
struct Address: CustomStringConvertible, Sendable {
  var placemark = Placemark(
    coordinate: Coordinate(FixedPoint(x: 0, y: 0)), distanceMeters: 0, match: .address, source: nil)

  init(
    _ country: String, _ street: String?, _ number: String?, _ city: String?, _ postalCode: String? = nil,
    suburb: String? = nil, county: String? = nil, state: String? = nil, code: String? = nil
  ) {
    placemark.isoCountryCode = country
    placemark.thoroughfare = street
    placemark.subThoroughfare = number
    placemark.locality = city
    placemark.postalCode = postalCode
    placemark.subLocality = suburb
    placemark.subAdministrativeArea = county
    placemark.administrativeArea = state
    placemark.administrativeAreaCode = code
  }

  var description: String { "\(placemark.isoCountryCode ?? "-") \(placemark.thoroughfare ?? "-")" }
}
