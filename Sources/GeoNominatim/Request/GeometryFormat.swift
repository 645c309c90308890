/// How the shape of the answer is written, if at all.
public enum GeometryFormat: String, Hashable, Sendable, CaseIterable {
  /// A GeoJSON geometry.
  case geojson
  /// KML.
  case kml
  /// The data of an SVG path, with latitudes turned upside down.
  case svg
  /// Well-known text.
  case text

  /// The parameter that asks for it.
  var parameter: String { "polygon_" + rawValue }
}
