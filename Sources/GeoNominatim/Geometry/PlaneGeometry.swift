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

/// A point that surely lies within an area, near its middle.
///
/// 1. A line of latitude is laid through the middle of the area, halfway between the vertices next above and next below, so
///    that it meets none.
/// 2. The widest stretch of it inside the area is taken, over all polygons; its middle is the point.
///
/// It is the point that other servers of this API answer with, to the last digit for areas of one polygon.
enum MiddleOfArea {
  /// The point; nil for an area without extent.
  static func of(_ polygons: [[[FixedPoint]]]) -> FixedPoint? {
    var best: (width: Double, point: FixedPoint)?
    for polygon in polygons {
      guard let found = widest(polygon), found.width > best?.width ?? 0 else { continue }
      best = found
    }
    return best?.point
  }

  /// The widest stretch of one polygon, in 1e-7 degree, and its middle; nil when it has no extent.
  private static func widest(_ polygon: [[FixedPoint]]) -> (width: Double, point: FixedPoint)? {
    let y = scanLatitude(polygon)
    var crossings: [Double] = []
    for ring in polygon {
      for (from, to) in zip(ring, ring.dropFirst()) where (Double(from.y) > y) != (Double(to.y) > y) {
        let part = (y - Double(from.y)) / (Double(to.y) - Double(from.y))
        crossings.append(Double(from.x) + part * (Double(to.x) - Double(from.x)))
      }
    }
    crossings.sort()
    var best: (width: Double, point: FixedPoint)?
    for index in stride(from: 0, to: crossings.count - 1, by: 2) {
      let width = crossings[index + 1] - crossings[index]
      guard width > best?.width ?? 0 else { continue }
      let x = (crossings[index] + crossings[index + 1]) / 2
      best = (width, FixedPoint(x: Int32(x.rounded()), y: Int32(y.rounded())))
    }
    return best
  }

  /// The latitude in the middle that no vertex lies on, in 1e-7 degree.
  private static func scanLatitude(_ polygon: [[FixedPoint]]) -> Double {
    var (low, high) = (Int32.max, Int32.min)
    for point in polygon.first ?? [] { (low, high) = (min(low, point.y), max(high, point.y)) }
    guard low < high else { return Double(low) }
    let middle = (Double(low) + Double(high)) / 2
    var (below, above) = (Double(low), Double(high))
    for point in polygon.joined() {
      let y = Double(point.y)
      if y <= middle { below = max(below, y) } else { above = min(above, y) }
    }
    return (below + above) / 2
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
    if (doubledArea(ring) > 0) != isCounterclockwise { open.reverse() }
    guard let start = open.indices.min(by: { (open[$0].x, open[$0].y) < (open[$1].x, open[$1].y) }) else { return ring }
    return Array(open[start...] + open[..<start]) + [open[start]]
  }

  /// Twice the area, positive for counterclockwise rings. Taken from the first vertex, so that no digit is lost.
  private static func doubledArea(_ ring: [FixedPoint]) -> Double {
    let origin = ring[0]
    func place(_ point: FixedPoint) -> LocalPoint {
      LocalPoint(x: Double(point.x) - Double(origin.x), y: Double(point.y) - Double(origin.y))
    }
    return zip(ring, ring.dropFirst()).reduce(0) { sum, edge in
      let (from, to) = (place(edge.0), place(edge.1))
      return sum + from.x * to.y - to.x * from.y
    }
  }
}
