/// An annotation with an extent: a shape that covers part of a map. Overlay implies annotation, as in MapKit.
public protocol Overlay: Annotation {
  /// The smallest rectangle of the map that holds everything (`MKOverlay.boundingMapRect`): the cue when to show it. Over the
  /// antimeridian it begins below 0 or ends beyond the world's width. By default that of ``shape``.
  var boundingMapRect: MapRect { get }
  /// The smallest region that holds it. By default that of ``boundingMapRect``.
  var boundingRegion: CoordinateRegion { get }
  /// The shape itself; nil, the default, for overlays that are drawn by a program of its own.
  var shape: OverlayShape? { get }
  /// Whether it is seen in a rectangle (`MKOverlay.intersects(_:)`), where ``boundingMapRect`` is too coarse, as for a diagonal line. By
  /// default whether the two rectangles meet.
  func intersects(_ mapRect: MapRect) -> Bool
  /// Whether nothing of the map below it is seen, so that it need not be drawn (`MKOverlay.canReplaceMapContent`). By default false.
  var canReplaceMapContent: Bool { get }
}

/// The shapes an overlay can have. Rings are closed: their last coordinate repeats the first.
public enum OverlayShape: Hashable, Sendable {
  /// A line through two or more coordinates.
  case polyline([Coordinate])
  /// The shortest way on the Earth through two or more coordinates.
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

/// The ready-made overlay of a placemark: the boundary of its finest area or the line of its street.
public struct ShapeOverlay: Overlay, Hashable, Sendable {
  /// A coordinate of the shape to put its label at.
  public var coordinate: Coordinate
  /// The name of what the shape outlines.
  public var title: String?
  /// The smallest region that holds the shape.
  public var boundingRegion: CoordinateRegion
  /// The shape itself; never nil unless it was taken away.
  public var shape: OverlayShape?

  /// An overlay of known extent.
  public init(coordinate: Coordinate, title: String?, boundingRegion: CoordinateRegion, shape: OverlayShape) {
    self.coordinate = coordinate
    self.title = title
    self.boundingRegion = boundingRegion
    self.shape = shape
  }

  /// The rectangle of ``boundingRegion``; where that is not valid, of the shape.
  public var boundingMapRect: MapRect {
    let rect = MapRect(boundingRegion)
    return rect.isNull ? shape?.boundingMapRect ?? rect : rect
  }
}
