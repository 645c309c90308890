import GeoModel

/// An object of a GeoJSON text (`MKGeoJSONObject`).
public enum GeoJSONObject: Hashable, Sendable {
  /// A feature with its properties.
  case feature(GeoJSONFeature)
  /// A Point (`MKPointAnnotation`).
  case point(PointAnnotation)
  /// A MultiPoint.
  case multiPoint(MultiPoint)
  /// A LineString.
  case polyline(Polyline)
  /// A MultiLineString.
  case multiPolyline(MultiPolyline)
  /// A Polygon; the rings after the first are its holes.
  case polygon(Polygon)
  /// A MultiPolygon.
  case multiPolygon(MultiPolygon)

  /// The shape as an overlay; nil for features and points.
  public var overlay: (any Overlay & Sendable)? {
    switch self {
    case .feature, .point: nil
    case .multiPoint(let shape): shape
    case .polyline(let shape): shape
    case .multiPolyline(let shape): shape
    case .polygon(let shape): shape
    case .multiPolygon(let shape): shape
    }
  }
}

/// A feature of a GeoJSON text (`MKGeoJSONFeature`).
public struct GeoJSONFeature: Hashable, Sendable {
  /// Its shapes, never features: one, several for a geometry collection, none for `null`.
  public var geometry: [GeoJSONObject]
  /// Its properties exactly as in the text, for the caller to decode; nil if there are none, or for `null`.
  public var properties: [UInt8]?
  /// Its id; a number as it is written. Nil if there is none.
  public var identifier: String?

  /// Creates a feature from its parts.
  public init(geometry: [GeoJSONObject], properties: [UInt8]? = nil, identifier: String? = nil) {
    self.geometry = geometry
    self.properties = properties
    self.identifier = identifier
  }
}
