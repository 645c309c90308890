/// An annotation with an extent: a shape that covers part of a map. Overlay implies annotation, as in MapKit.
public protocol Overlay: Annotation {
  /// The smallest region that holds the shape.
  var boundingRegion: CoordinateRegion { get }
  /// The shape itself.
  var shape: OverlayShape { get }
}

/// The shapes an overlay can have. Rings are closed: their last coordinate repeats the first.
public enum OverlayShape: Hashable, Sendable {
  /// A line through two or more coordinates.
  case polyline([Coordinate])
  /// Several lines that belong together, such as the ways of one street.
  case multiPolyline([[Coordinate]])
  /// One outer ring, then its holes.
  case polygon([[Coordinate]])
  /// Several polygons, each an outer ring and its holes.
  case multiPolygon([[[Coordinate]]])
  /// All points within a distance of a centre.
  case circle(center: Coordinate, radiusMeters: Double)
}

/// The ready-made overlay of a placemark: the boundary of its finest area or the line of its street.
public struct ShapeOverlay: Overlay, Hashable, Sendable {
  /// A coordinate of the shape to put its label at.
  public var coordinate: Coordinate
  /// The name of what the shape outlines.
  public var title: String?
  /// The smallest region that holds the shape.
  public var boundingRegion: CoordinateRegion
  /// The shape itself.
  public var shape: OverlayShape

  /// An overlay of known extent.
  public init(coordinate: Coordinate, title: String?, boundingRegion: CoordinateRegion, shape: OverlayShape) {
    self.coordinate = coordinate
    self.title = title
    self.boundingRegion = boundingRegion
    self.shape = shape
  }
}
