import GeoModel

/// Placemarks as JSON bytes, written without Foundation. The fields are those of the protocol's documentation.
public enum PlacemarkJSON {
  /// Appends a placemark as one JSON object without line breaks; absent values are left out.
  public static func append(_ placemark: Placemark, to bytes: inout [UInt8]) { fatalError("not written yet") }
  /// Appends a placemark as a GeoJSON feature (longitude first, as GeoJSON asks); absent values are left out.
  public static func appendFeature(_ placemark: Placemark, to bytes: inout [UInt8]) { fatalError("not written yet") }
}
