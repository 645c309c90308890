import GeoMapLayer
import GeoModel

/// Removes details of lines and rings that a level does not show.
package enum MapSimplifier {
  /// A line without repeated points and without points that lie within a tolerance of the simplified line (Douglas and
  /// Peucker).
  package static func line(_ points: [MapGridPoint], tolerance: Double) -> [MapGridPoint] {
    GradedLine(points, least: tolerance).points(tolerance: tolerance)
  }

  /// A ring whose corners are snapped to multiples of `step`, without corners on a straight edge; nil when no ring is
  /// left.
  ///
  /// A corner moves depending only on its own position, so rings with a common border still share it. The first corner
  /// is not repeated.
  static func ring(_ points: [MapGridPoint], step: Int32) -> [MapGridPoint]? {
    var ring: [MapGridPoint] = []
    ring.reserveCapacity(points.count)
    for point in points {
      let corner = MapGridPoint(x: snapped(point.x, step), y: snapped(point.y, step))
      if corner != ring.last { append(corner, to: &ring) }
    }
    if let first = ring.first, ring.last == first, ring.count > 1 { ring.removeLast() }
    return ring.count >= 3 ? ring : nil
  }

  @inline(__always) private static func snapped(_ value: Int32, _ step: Int32) -> Int32 {
    step == 1 ? value : (value + step / 2) / step * step
  }

  /// Adds a corner, removing the previous one if it now lies on a straight edge.
  @inline(__always) private static func append(_ corner: MapGridPoint, to ring: inout [MapGridPoint]) {
    if ring.count >= 2 {
      let (a, b) = (ring[ring.count - 2], ring[ring.count - 1])
      let (dx, dy) = (Int64(b.x) - Int64(a.x), Int64(b.y) - Int64(a.y))
      let (ex, ey) = (Int64(corner.x) - Int64(b.x), Int64(corner.y) - Int64(b.y))
      if dx * ey == dy * ex, dx * ex + dy * ey > 0 { ring.removeLast() }
    }
    ring.append(corner)
  }
}
