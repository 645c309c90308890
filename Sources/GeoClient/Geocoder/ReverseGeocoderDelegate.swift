import GeoModel

/// Hears the outcome of a ``ReverseGeocoder``. Both methods are optional: their defaults do nothing.
///
/// For every ``ReverseGeocoder/start()`` exactly one of the two is called, once, on the main actor and never before
/// `start()` has returned; none after ``ReverseGeocoder/cancel()``. When it is called, `isQuerying` is false already and, on
/// success, `placemark` is set, so the geocoder may be started again or released from within.
@MainActor public protocol ReverseGeocoderDelegate: AnyObject {
  /// The placemark was found.
  func reverseGeocoder(_ geocoder: ReverseGeocoder, didFind placemark: Placemark)
  /// There is no placemark, and why.
  func reverseGeocoder(_ geocoder: ReverseGeocoder, didFailWith error: GeocodingError)
}

extension ReverseGeocoderDelegate {
  /// Does nothing.
  public func reverseGeocoder(_ geocoder: ReverseGeocoder, didFind placemark: Placemark) {}
  /// Does nothing.
  public func reverseGeocoder(_ geocoder: ReverseGeocoder, didFailWith error: GeocodingError) {}
}
