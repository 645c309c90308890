import GeoModel
import GeoStore

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
