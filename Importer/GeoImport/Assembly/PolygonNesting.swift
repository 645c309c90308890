import GeoModel
import GeoSupport

/// Decides which rings are holes in which others.
enum PolygonNesting {
  /// A ring and its nesting.
  private struct Ring {
    var points: [FixedPoint]
    var box: FixedBox
    var doubledArea: Double
    var depth = 0
    var parent: Int?
  }

  /// Groups rings into polygons: an outer ring followed by its holes. Rings may touch but not cross.
  static func polygons(of points: [[FixedPoint]]) -> [[[FixedPoint]]] {
    if points.count == 1 { return [points] }
    // Areas are only compared, so rounding errors are harmless.
    var rings = points.map { ring in
      Ring(
        points: ring, box: FixedBox(around: ring), doubledArea: abs(InteriorPoint.moments(of: ring[...]).doubledArea))
    }
    // From the largest to the smallest, so that rings come after those around them, and the last one found around a
    // ring is the smallest.
    rings.sort { $0.doubledArea > $1.doubledArea }
    // Beyond this allowance, which no real area needs, the nesting is examined no further.
    var allowance = WorkAllowance(each: 8_192, start: 1 << 28)
    for index in rings.indices { place(index, in: &rings, &allowance) }
    var polygons: [[[FixedPoint]]] = []
    var polygonOfRing: [Int: Int] = [:]
    for (index, ring) in rings.enumerated() {
      if ring.depth % 2 == 0 {
        polygonOfRing[index] = polygons.count
        polygons.append([ring.points])
      } else if let parent = ring.parent, let polygon = polygonOfRing[parent] {
        polygons[polygon].append(ring.points)
      }
    }
    return polygons
  }

  /// Counts the larger rings around a ring.
  ///
  /// The midpoint of the ring's first edge is tested, because rings may share corners, but not edges.
  private static func place(_ index: Int, in rings: inout [Ring], _ allowance: inout WorkAllowance) {
    let points = rings[index].points
    let x = Int64(points[0].x) + Int64(points[1].x)
    let y = Int64(points[0].y) + Int64(points[1].y)
    allowance.next()
    guard allowance.spend(index) else { return }
    for other in 0..<index where rings[other].box.contains(rings[index].box) {
      guard allowance.spend(4 * rings[other].points.count) else { return }
      guard EvenOdd.contains(rings[other].points[...], doubledX: x, doubledY: y) else { continue }
      rings[index].depth += 1
      rings[index].parent = other
    }
  }
}

/// Exact even-odd tests with the midpoints of segments, which are never an end of another segment.
///
/// Coordinates are doubled to keep midpoints integral. Their products take 128 bits, as the product of two such
/// distances can exceed 64 bits.
enum EvenOdd {
  /// Whether the area enclosed by segments lies left of one of them, in the direction from its `a` to its `b`.
  static func isInsideLeft(of segment: Segment, among segments: [Segment], isRemoved: [Bool]) -> Bool {
    // For a segment that is not upright, count the edges below. `a` is west of `b`, so left is above.
    // For an upright one, count the edges to the west. `a` is south of `b`, so left is west.
    let isUpright = segment.a.x == segment.b.x
    let x = Int64(segment.a.x) + Int64(segment.b.x)
    let y = Int64(segment.a.y) + Int64(segment.b.y)
    var isOdd = false
    for (index, other) in segments.enumerated() where !isRemoved[index] && !other.hasSameEnds(as: segment) {
      if isUpright ? passesWest(other.a, other.b, x, y) : passesBelow(other.a, other.b, x, y) { isOdd.toggle() }
    }
    return isUpright ? isOdd : !isOdd
  }

  /// Whether a closed ring contains a point given in half units.
  static func contains(_ ring: some Collection<FixedPoint>, doubledX x: Int64, doubledY y: Int64) -> Bool {
    guard var from = ring.first else { return false }
    var isInside = false
    for to in ring.dropFirst() {
      if passesWest(from, to, x, y) { isInside.toggle() }
      from = to
    }
    return isInside
  }

  /// Whether an edge crosses the latitude of a point, given in half units, west of the point.
  private static func passesWest(_ a: FixedPoint, _ b: FixedPoint, _ x: Int64, _ y: Int64) -> Bool {
    passes(Int64(a.x) * 2, Int64(a.y) * 2, Int64(b.x) * 2, Int64(b.y) * 2, x, y)
  }

  /// Whether an edge crosses the longitude of a point, given in half units, south of the point. The axes are swapped.
  private static func passesBelow(_ a: FixedPoint, _ b: FixedPoint, _ x: Int64, _ y: Int64) -> Bool {
    passes(Int64(a.y) * 2, Int64(a.x) * 2, Int64(b.y) * 2, Int64(b.x) * 2, y, x)
  }

  /// Whether the segment from (ax, ay) to (bx, by) crosses the horizontal line at y west of x.
  @inline(__always)
  private static func passes(_ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64, _ x: Int64, _ y: Int64) -> Bool {
    guard (ay > y) != (by > y) else { return false }
    if ax < x && bx < x { return true }
    if ax >= x && bx >= x { return false }
    let left = Int128(x - ax) * Int128(by - ay)
    let right = Int128(y - ay) * Int128(bx - ax)
    return by > ay ? left > right : left < right
  }
}
