import GeoModel
import GeoStore

/// Geometry in the plane of degrees, for the points and shapes that clients compare with those of other servers: there a
/// place on a line is found without regard to how narrow degrees of longitude are. What is nearest is decided in meters,
/// elsewhere; the two places differ by centimeters.
enum PlaneGeometry {
  /// The place of a line that is nearest to a point.
  static func nearest(to point: FixedPoint, on line: [FixedPoint]) -> FixedPoint {
    let places = zip(line, line.dropFirst()).lazy.map { nearest(to: point, $0, $1) }
    guard let best = places.min(by: { $0.squaredLength < $1.squaredLength }) else { return line.first ?? point }
    return FixedPoint(
      x: Int32(clamping: Int64(point.x) + Int64(best.x.rounded())),
      y: Int32(clamping: Int64(point.y) + Int64(best.y.rounded())))
  }

  /// The place of a segment nearest to a point, as the difference to the point.
  static func nearest(to point: FixedPoint, _ from: FixedPoint, _ to: FixedPoint) -> LocalPoint {
    LocalPoint(from, from: point).nearestToOrigin(onSegmentTo: LocalPoint(to, from: point))
  }
}

/// Writes rings in one order, however they were mapped: outer rings counterclockwise and holes clockwise, as GeoJSON wants
/// them (RFC 7946, section 3.1.6), each from its westernmost vertex on, of several the southernmost.
enum RingOrder {
  /// A shape with its rings in order.
  static func normalized(_ shape: MapGeometry) -> MapGeometry {
    guard case .polygons(let polygons) = shape else { return shape }
    return .polygons(
      polygons.map { rings in
        rings.enumerated().map { index, ring in normalized(ring, isCounterclockwise: index == 0) }
      })
  }

  /// One ring in order; what is too short to be one stays as it is.
  private static func normalized(_ ring: [FixedPoint], isCounterclockwise: Bool) -> [FixedPoint] {
    guard ring.count > 3 else { return ring }
    var open = Array(ring.dropLast())
    if (InteriorPoint.moments(of: ring[...]).doubledArea > 0) != isCounterclockwise { open.reverse() }
    guard let start = open.indices.min(by: { (open[$0].x, open[$0].y) < (open[$1].x, open[$1].y) }) else { return ring }
    return Array(open[start...] + open[..<start]) + [open[start]]
  }
}
