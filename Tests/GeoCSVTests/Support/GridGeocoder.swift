import GeoModel

/// A geocoder for tests whose answers depend on the coordinate alone: streets and houses are numbered by the digits of
/// the degrees.
///
/// South of 60 degrees south nothing is known. In the west, names contain commas, quotes and line breaks.
struct GridGeocoder: ReverseGeocoding {
  func placemarks(for query: PlacemarkQuery) async throws(GeocodingError) -> [Placemark] {
    let coordinate = query.coordinate
    guard coordinate.latitude > -60 else { throw GeocodingError(.placemarkNotFound) }
    var placemark = Placemark(
      coordinate: coordinate, distanceMeters: abs(coordinate.latitude - coordinate.latitude.rounded()) * 100,
      match: .address,
      source: SourceReference(type: .way, id: Int64(abs(coordinate.longitude) * 1000)))
    placemark.thoroughfare = "\(Int(coordinate.latitude)) Street"
    placemark.subThoroughfare = "\(Int(abs(coordinate.longitude * 10)))"
    placemark.locality = coordinate.longitude < -150 ? "He said \"hi, there\"\nand left" : "Zürich"
    placemark.country = coordinate.latitude >= 0 ? "North" : "South"
    placemark.isoCountryCode = coordinate.latitude >= 0 ? "NO" : "SO"
    placemark.formattedAddress = ["\(placemark.thoroughfare!) \(placemark.subThoroughfare!)", placemark.country!]
    return [placemark]
  }
}
