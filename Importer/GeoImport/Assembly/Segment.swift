import GeoModel
import GeoStoreWriting

/// An edge between two different points, the lesser point first.
struct Segment: Hashable, Comparable {
  var a: FixedPoint
  var b: FixedPoint
  /// Whether its member way has the role `inner`. Used only if parts are missing.
  var isInner: Bool

  /// Creates an edge between two points in either order.
  init(_ from: FixedPoint, _ to: FixedPoint, isInner: Bool) {
    let inOrder = from.sortKey < to.sortKey
    a = inOrder ? from : to
    b = inOrder ? to : from
    self.isInner = isInner
  }

  /// Orders by the first point, then the second, each from west to east and then from south to north.
  static func < (left: Segment, right: Segment) -> Bool {
    let (leftKey, rightKey) = (left.a.sortKey, right.a.sortKey)
    return leftKey == rightKey ? left.b.sortKey < right.b.sortKey : leftKey < rightKey
  }

  /// Whether both have the same end points.
  func hasSameEnds(as other: Segment) -> Bool { a == other.a && b == other.b }
}

extension FixedPoint {
  /// A key that orders points from west to east, then from south to north.
  var sortKey: UInt64 {
    UInt64(UInt32(bitPattern: x) ^ 0x8000_0000) << 32 | UInt64(UInt32(bitPattern: y) ^ 0x8000_0000)
  }
}

/// Finds segments that cross or overlap instead of meeting at their ends.
enum SegmentCrossings {
  /// The maximum number of compared pairs, so that a huge area cannot hold up the import.
  private static let limit = 20_000_000

  /// Whether two edges of closed rings share a point that is not an end of both.
  static func exist(among rings: [SegmentGraph.WalkedRing]) -> Bool {
    var segments: [Segment] = []
    segments.reserveCapacity(rings.reduce(0) { $0 + $1.points.count })
    for ring in rings {
      for (from, to) in zip(ring.points, ring.points.dropFirst()) { segments.append(Segment(from, to, isInner: false)) }
    }
    var order = MappedArray<KeyedPosition>(in: nil)
    order.reserveCapacity(segments.count)
    for (position, segment) in segments.enumerated() {
      order.append(KeyedPosition(key: segment.a.sortKey >> 32, position: position))
    }
    RadixSort.sort(&order) { $0.key }
    return exist(in: order.map { segments[$0.position] })
  }

  /// Whether two of the segments share a point that is not an end of both. The segments must be sorted from west to
  /// east.
  static func exist(in segments: [Segment]) -> Bool {
    var compared = 0
    for (index, segment) in segments.enumerated() {
      let low = min(segment.a.y, segment.b.y)
      let high = max(segment.a.y, segment.b.y)
      for next in index + 1..<max(index + 1, segments.count) {
        let other = segments[next]
        if other.a.x > segment.b.x { break }
        compared += 1
        if max(other.a.y, other.b.y) < low || min(other.a.y, other.b.y) > high { continue }
        if conflict(segment, other) { return true }
      }
      if compared > limit { return false }
    }
    return false
  }

  /// Whether two segments touch other than at a common end.
  private static func conflict(_ s: Segment, _ t: Segment) -> Bool {
    let sharesEnd = s.a == t.a || s.a == t.b || s.b == t.a || s.b == t.b
    let (sideA, sideB) = (side(of: t.a, s), side(of: t.b, s))
    if sharesEnd { return sideA == 0 && sideB == 0 && overlap(s, t) }
    if sideA == 0 && sideB == 0 { return overlap(s, t) || s.b == t.a }
    return sideA * sideB <= 0 && side(of: s.a, t) * side(of: s.b, t) <= 0
  }

  /// Whether two collinear segments share more than a point.
  private static func overlap(_ s: Segment, _ t: Segment) -> Bool {
    max(s.a.sortKey, t.a.sortKey) < min(s.b.sortKey, t.b.sortKey)
  }

  /// 1 if a point is left of the line through a segment, -1 if right of it, 0 if on it.
  private static func side(of point: FixedPoint, _ s: Segment) -> Int {
    let dx = Int64(s.b.x) - Int64(s.a.x)
    let dy = Int64(s.b.y) - Int64(s.a.y)
    let left = dx * (Int64(point.y) - Int64(s.a.y))
    let right = dy * (Int64(point.x) - Int64(s.a.x))
    return left > right ? 1 : left < right ? -1 : 0
  }
}
