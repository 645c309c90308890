/// How an answer is written; the raw values are those of the `format` parameter.
public enum OutputFormat: String, Hashable, Sendable, CaseIterable {
  /// XML, when nothing else is asked for.
  case xml
  /// JSON whose main tag is `class` and `type`.
  case json
  /// JSON whose main tag is `category` and `type`.
  case jsonv2
  /// A GeoJSON feature collection with one feature.
  case geojson
  /// A GeoJSON feature collection after the GeocodeJSON draft, with address parts that do not depend on tags.
  case geocodejson

  /// Whether a callback may be put around it.
  var isJSON: Bool { self != .xml }

  /// The value of `Content-Type`.
  var contentType: String { isJSON ? ContentType.json : ContentType.xml }
}

/// The values of `Content-Type` that answers have.
enum ContentType {
  static let json = "application/json; charset=utf-8"
  static let xml = "text/xml; charset=utf-8"
  static let html = "text/html; charset=utf-8"
  static let text = "text/plain; charset=utf-8"
  static let javaScript = "application/javascript; charset=utf-8"
}
