import GeoModel

/// The address on one line, as the daemon answers bare coordinates.
struct LineFormat: PlacemarkFormat {
  func answer(_ placemarks: [Placemark]) -> [UInt8] {
    placemarks.flatMap { Array((AddressText.lines($0).joined(separator: ", ") + "\n").utf8) }
  }

  func failure(_ error: GeocodingError) -> [UInt8] { Array("error: \(error.message)\n".utf8) }
}

/// The address of a placemark as text.
enum AddressText {
  /// The lines of the address; never empty, as a point at sea has a name at most.
  static func lines(_ placemark: Placemark) -> [String] {
    if !placemark.formattedAddress.isEmpty { return placemark.formattedAddress }
    let name = placemark.title ?? placemark.name ?? placemark.inlandWater ?? placemark.ocean ?? placemark.country
    return [name ?? placemark.match.rawValue]
  }
}
