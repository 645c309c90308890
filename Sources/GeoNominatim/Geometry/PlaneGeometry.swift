import GeoModel
import GeoStore

/// Geometry in the plane of degrees, for the points and shapes that clients compare with those of other servers: there a
/// place on a line is found without regard to how narrow degrees of longitude are. What is nearest is decided in meters,
/// elsewhere; the two places differ by centimeters.
enum PlaneGeometry {
  /// The place of a line that is nearest to a point.
  static func nearest(to point: FixedPoint, on line: [FixedPoint]) -> FixedPoint {
    var best = (squared: Double.infinity, x: 0.0, y: 0.0)
    for index in line.indices.dropLast() {
      let found = nearest(to: point, line[index], line[index + 1])
      if found.squared < best.squared { best = found }
    }
    guard best.squared.isFinite else { return line.first ?? point }
    return FixedPoint(
      x: Int32(clamping: Int64(point.x) + Int64(best.x.rounded())),
      y: Int32(clamping: Int64(point.y) + Int64(best.y.rounded())))
  }

  /// The place of a segment nearest to a point, as the difference to the point.
  private static func nearest(
    to point: FixedPoint, _ from: FixedPoint, _ to: FixedPoint
  ) -> (squared: Double, x: Double, y: Double) {
    let start = LocalPoint(x: Double(from.x) - Double(point.x), y: Double(from.y) - Double(point.y))
    let end = LocalPoint(x: Double(to.x) - Double(point.x), y: Double(to.y) - Double(point.y))
    let place = start.nearestToOrigin(onSegmentTo: end)
    return (place.squaredLength, place.x, place.y)
  }

  /// The box of a shape.
  static func box(of shape: MapGeometry) -> FixedBox {
    var box = FixedBox.empty
    switch shape {
    case .point(let point): box.formUnion(point)
    case .line(let line): for point in line { box.formUnion(point) }
    case .polygons(let polygons): for ring in polygons.joined() { for point in ring { box.formUnion(point) } }
    }
    return box
  }
}
