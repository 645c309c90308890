import GeoModel

/// All areas of a layer of one's own, such as delivery zones, as one overlay. MapKit has none like it.
///
/// A layer belongs to a store or a daemon: a program that shows the daemon's map names it, and the daemon draws it.
/// Each area is filled by itself, so where areas overlap the color is deeper.
public struct LayerOverlay: Overlay, Sendable {
  /// The name of the layer, such as `zones`.
  public let layer: String
  /// Its areas; nil where they are the daemon's.
  package let shapes: (any LayerShapes)?

  /// Creates an overlay of a layer of the daemon. A daemon without this layer refuses the overlay.
  public init(layer: String) { (self.layer, shapes) = (layer, nil) }

  /// Creates an overlay of known areas.
  package init(layer: String, shapes: any LayerShapes) { (self.layer, self.shapes) = (layer, shapes) }

  /// The rectangle around the areas; the world where they are the daemon's.
  public var boundingMapRect: MapRect { shapes?.mapRect ?? .world }

  /// The middle of ``boundingMapRect``.
  public var coordinate: Coordinate {
    (boundingMapRect.isNull ? MapRect.world : boundingMapRect).center.coordinate
  }
}

/// The areas of a layer, to be drawn.
package protocol LayerShapes: Sendable {
  /// The rectangle around all of them, which may lie across the antimeridian; ``MapRect/null`` without any.
  var mapRect: MapRect { get }

  /// Calls `body` with the polygons that have a part in a rectangle of the world, the largest first, until it returns
  /// false.
  ///
  /// - Parameters:
  ///   - side: polygons narrower and lower than this number of map points are left out.
  ///   - body: gets the rings of a polygon, the outer one first.
  func forEachPolygon(in mapRect: MapRect, from side: Double, _ body: ([[MapPoint]]) -> Bool)
}
