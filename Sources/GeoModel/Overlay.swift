/// An annotation with an extent: a shape that covers part of a map. Overlay implies annotation, as in MapKit.
public protocol Overlay: Annotation {
  /// The smallest rectangle of the map that contains the overlay (`MKOverlay.boundingMapRect`), which decides when to
  /// show it. Over the antimeridian it begins below 0 or ends beyond the world's width. The default is that of
  /// ``shape``.
  var boundingMapRect: MapRect { get }
  /// The smallest region that contains the overlay. The default is that of ``boundingMapRect``.
  var boundingRegion: CoordinateRegion { get }
  /// The shape itself; nil, the default, for overlays that their program draws itself.
  var shape: OverlayShape? { get }
  /// Whether any of the overlay is visible in a rectangle (`MKOverlay.intersects(_:)`). A type implements it when its
  /// ``boundingMapRect`` is too coarse, as for a diagonal line. The default is whether the two rectangles meet.
  func intersects(_ mapRect: MapRect) -> Bool
  /// Whether the overlay hides the map below completely, so that the map need not be drawn there
  /// (`MKOverlay.canReplaceMapContent`). The default is false.
  var canReplaceMapContent: Bool { get }
}

/// The shapes an overlay can have. Rings are closed: their last coordinate repeats the first.
public enum OverlayShape: Hashable, Sendable {
  /// A line through two or more coordinates.
  case polyline([Coordinate])
  /// The shortest path on the Earth through two or more coordinates.
  case geodesicPolyline([Coordinate])
  /// Several lines that belong together, such as the ways of one street.
  case multiPolyline([[Coordinate]])
  /// One outer ring, then its holes.
  case polygon([[Coordinate]])
  /// Several polygons, each an outer ring and its holes.
  case multiPolygon([[[Coordinate]]])
  /// All points within a distance of a center.
  case circle(center: Coordinate, radiusMeters: Double)
}

/// The overlay of a placemark: the boundary of its finest area or the line of its street.
public struct ShapeOverlay: Overlay, Hashable, Sendable {
  /// The coordinate of the shape's label.
  public var coordinate: Coordinate
  /// The name of the area or street.
  public var title: String?
  /// The smallest region that contains the shape.
  public var boundingRegion: CoordinateRegion
  /// The shape itself; nil only if it was removed.
  public var shape: OverlayShape?

  /// Creates an overlay of known extent.
  public init(coordinate: Coordinate, title: String?, boundingRegion: CoordinateRegion, shape: OverlayShape) {
    self.coordinate = coordinate
    self.title = title
    self.boundingRegion = boundingRegion
    self.shape = shape
  }

  /// The rectangle of ``boundingRegion``; where that is not valid, that of the shape.
  public var boundingMapRect: MapRect {
    let rect = MapRect(boundingRegion)
    return rect.isNull ? shape?.boundingMapRect ?? rect : rect
  }
}
