import GeoModel

/// An edge between two different points, the lesser point first.
struct Segment: Hashable, Comparable {
  var a: FixedPoint
  var b: FixedPoint
  /// Whether the member way it comes from has the role `inner`. Only consulted when parts are missing.
  var isInner: Bool

  /// An edge between two points in either order.
  init(_ from: FixedPoint, _ to: FixedPoint, isInner: Bool) {
    let inOrder = from.sortKey < to.sortKey
    a = inOrder ? from : to
    b = inOrder ? to : from
    self.isInner = isInner
  }

  /// West to east, then south to north, by the first point and then the second.
  static func < (left: Segment, right: Segment) -> Bool {
    let (leftKey, rightKey) = (left.a.sortKey, right.a.sortKey)
    return leftKey == rightKey ? left.b.sortKey < right.b.sortKey : leftKey < rightKey
  }

  /// Whether both lie between the same points.
  func hasSameEnds(as other: Segment) -> Bool { a == other.a && b == other.b }
}

extension FixedPoint {
  /// A number that orders points from west to east, then south to north.
  var sortKey: UInt64 {
    UInt64(UInt32(bitPattern: x) ^ 0x8000_0000) << 32 | UInt64(UInt32(bitPattern: y) ^ 0x8000_0000)
  }
}
