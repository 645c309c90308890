import GeoModel
import GeoStore

/// Geometry in the plane of degrees, for points and shapes that clients compare with those of other servers.
///
/// Here the place on a line is computed as if degrees of longitude were as wide as those of latitude.
///
/// Which thing is nearest is decided elsewhere, in meters. The nearest places by the two measures differ by
/// centimeters.
enum PlaneGeometry {
  /// The place on a line that is nearest to a point.
  static func nearest(to point: FixedPoint, on line: [FixedPoint]) -> FixedPoint {
    let places = zip(line, line.dropFirst()).lazy.map { nearest(to: point, $0, $1) }
    guard let best = places.min(by: { $0.squaredLength < $1.squaredLength }) else { return line.first ?? point }
    return FixedPoint(
      x: Int32(clamping: Int64(point.x) + Int64(best.x.rounded())),
      y: Int32(clamping: Int64(point.y) + Int64(best.y.rounded())))
  }

  /// The place on a segment that is nearest to a point, as the difference to the point.
  static func nearest(to point: FixedPoint, _ from: FixedPoint, _ to: FixedPoint) -> LocalPoint {
    LocalPoint(from, from: point).nearestToOrigin(onSegmentTo: LocalPoint(to, from: point))
  }
}

/// Puts rings in a standard order, however they were mapped: outer rings counterclockwise and holes clockwise, as
/// GeoJSON requires (RFC 7946, section 3.1.6).
///
/// Each ring begins at its westernmost vertex; of several, at the southernmost.
enum RingOrder {
  /// Returns a shape with its rings in order.
  static func normalized(_ shape: MapGeometry) -> MapGeometry {
    guard case .polygons(let polygons) = shape else { return shape }
    return .polygons(
      polygons.map { rings in
        rings.enumerated().map { index, ring in normalized(ring, isCounterclockwise: index == 0) }
      })
  }

  /// Returns one ring in order; rings that are too short stay as they are.
  private static func normalized(_ ring: [FixedPoint], isCounterclockwise: Bool) -> [FixedPoint] {
    guard ring.count > 3 else { return ring }
    var open = Array(ring.dropLast())
    if (InteriorPoint.moments(of: ring[...]).doubledArea > 0) != isCounterclockwise { open.reverse() }
    guard let start = open.indices.min(by: { (open[$0].x, open[$0].y) < (open[$1].x, open[$1].y) }) else { return ring }
    return Array(open[start...] + open[..<start]) + [open[start]]
  }
}
