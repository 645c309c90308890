import GeoModel

/// Something that a GeoJSON text holds (`MKGeoJSONObject`).
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
  /// A Polygon; its rings behind the first are its holes.
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
  /// Its properties as they stand in the text, byte for byte, to be decoded by whoever knows them; nil when there are none or `null`.
  public var properties: [UInt8]?
  /// Its id; a number as it is written. Nil when there is none.
  public var identifier: String?

  /// A feature of known parts.
  public init(geometry: [GeoJSONObject], properties: [UInt8]? = nil, identifier: String? = nil) {
    self.geometry = geometry
    self.properties = properties
    self.identifier = identifier
  }
}
