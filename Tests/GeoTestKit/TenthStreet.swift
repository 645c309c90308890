import GeoModel

/// The placemark in the protocol's documentation.
package let tenthStreet: Placemark = {
  var placemark = Placemark(
    coordinate: Coordinate(FixedPoint(x: -1_224_100_773, y: 377_709_470)), distanceMeters: 1.2, match: .address,
    source: SourceReference(type: .node, id: 5_177_552_049))
  placemark.title = "465 10th Street"
  placemark.subtitle = "San Francisco, CA 94103"
  placemark.subThoroughfare = "465"
  placemark.thoroughfare = "10th Street"
  placemark.locality = "San Francisco"
  placemark.subAdministrativeArea = "San Francisco County"
  placemark.administrativeArea = "California"
  placemark.administrativeAreaCode = "US-CA"
  placemark.postalCode = "94103"
  placemark.country = "United States"
  placemark.isoCountryCode = "US"
  placemark.formattedAddress = ["465 10th Street", "San Francisco, CA 94103", "United States"]
  return placemark
}()
