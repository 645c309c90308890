/// A box of stored points, edges included, that does not cross the antimeridian.
@frozen public struct FixedBox: Hashable, BitwiseCopyable, Sendable {
  /// West, south, east and north edges in 1e-7 degree.
  public var minX: Int32, minY: Int32, maxX: Int32, maxY: Int32

  /// Creates a box from its four edges in 1e-7 degree.
  @inlinable public init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The box around one point.
  @inlinable public init(_ point: FixedPoint) { self.init(minX: point.x, minY: point.y, maxX: point.x, maxY: point.y) }

  /// The smallest box around all points; ``empty`` for none.
  @inlinable package init(around points: some Sequence<FixedPoint>) {
    self = .empty
    for point in points { formUnion(point) }
  }

  /// The smallest box around all boxes; ``empty`` for none.
  @inlinable package init(around boxes: some Sequence<FixedBox>) {
    self = .empty
    for box in boxes { formUnion(box) }
  }

  /// The box that contains nothing. Its union with a point is that point's box.
  public static let empty = FixedBox(minX: .max, minY: .max, maxX: .min, maxY: .min)
  /// The whole Earth.
  public static let world = FixedBox(
    minX: -Globe.halfTurn, minY: -Globe.pole, maxX: Globe.halfTurn, maxY: Globe.pole)

  /// Whether no point lies in the box.
  @inlinable public var isEmpty: Bool { minX > maxX || minY > maxY }

  /// The area in square units; only good for comparing.
  @inlinable package var size: Double {
    (Double(maxX) - Double(minX)) * (Double(maxY) - Double(minY))
  }

  /// The point halfway between the edges, rounded towards (0, 0).
  @inlinable public var middle: FixedPoint {
    FixedPoint(x: Int32((Int64(minX) + Int64(maxX)) / 2), y: Int32((Int64(minY) + Int64(maxY)) / 2))
  }

  /// Whether the point lies in the box or on its edge.
  @inlinable public func contains(_ point: FixedPoint) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  /// Whether every point of `other` lies in this box.
  @inlinable public func contains(_ other: FixedBox) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// Whether the two boxes share at least one point.
  @inlinable public func intersects(_ other: FixedBox) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// Grows the box to contain the point.
  @inlinable public mutating func formUnion(_ point: FixedPoint) {
    minX = min(minX, point.x)
    minY = min(minY, point.y)
    maxX = max(maxX, point.x)
    maxY = max(maxY, point.y)
  }

  /// The smallest box around this one and another.
  @inlinable public func union(_ other: FixedBox) -> FixedBox {
    var box = self
    box.formUnion(other)
    return box
  }

  /// The part of this box that lies in another one; empty when they do not meet.
  @inlinable public func clipped(to other: FixedBox) -> FixedBox {
    guard intersects(other) else { return .empty }
    return FixedBox(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY)
    )
  }

  /// Grows the box to contain another one.
  @inlinable public mutating func formUnion(_ other: FixedBox) {
    minX = min(minX, other.minX)
    minY = min(minY, other.minY)
    maxX = max(maxX, other.maxX)
    maxY = max(maxY, other.maxY)
  }
  /// The point of the box that is nearest to a point, taking longitudes the short way around.
  public func nearest(to point: FixedPoint) -> FixedPoint {
    let y = Swift.min(Swift.max(point.y, minY), maxY)
    if point.x >= minX && point.x <= maxX { return FixedPoint(x: point.x, y: y) }
    let toWest = abs(Globe.shortWay(Int64(point.x) - Int64(minX)))
    let toEast = abs(Globe.shortWay(Int64(point.x) - Int64(maxX)))
    return FixedPoint(x: toWest <= toEast ? minX : maxX, y: y)
  }
}
