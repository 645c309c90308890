import GeoModel

/// Placemarks as JSON bytes, written without Foundation. The fields are those of the protocol's documentation.
public enum PlacemarkJSON {
  /// Appends a placemark as one JSON object without line breaks; absent values are left out.
  ///
  /// About 1 us for an address; coordinates carry at most seven decimals, distances one.
  public static func append(_ placemark: Placemark, to bytes: inout [UInt8]) {
    JSONWriter.append(to: &bytes) { $0.placemark(placemark) }
  }

  /// Appends a placemark as a GeoJSON feature (longitude first, as GeoJSON asks); absent values are left out.
  ///
  /// The geometry is the overlay where the placemark has one, else the point of the matched thing. The properties are
  /// flat, as map programs like them: the address's fields stand beside the others, `source` is text such as `way/123`.
  public static func appendFeature(_ placemark: Placemark, to bytes: inout [UInt8]) {
    JSONWriter.append(to: &bytes) { $0.feature(placemark) }
  }
}
