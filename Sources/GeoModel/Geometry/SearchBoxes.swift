/// The boxes that together contain every point within a distance of a point: one box, or two where the antimeridian
/// divides them.
///
/// 1. Half the height is the distance in units of latitude. Half the width is the distance at the circle's latitude
///    nearest to a pole, where it spans most degrees of longitude. The boxes are therefore slightly too large rather
///    than too small, both on the sphere and in the meters of a ``LocalProjection`` around the point.
/// 2. A circle that reaches a pole contains every longitude.
/// 3. The part beyond the antimeridian becomes a second box on the other side.
@usableFromInline package struct SearchBoxes: RandomAccessCollection, Sendable {
  /// The box up to the antimeridian.
  @usableFromInline package let first: FixedBox
  /// The part beyond the antimeridian; nil when there is none.
  @usableFromInline package let second: FixedBox?

  /// Creates the boxes of a circle.
  ///
  /// - Parameter radiusMeters: the distance, 0 or more; infinite for the whole Earth.
  package init(around point: FixedPoint, radiusMeters: Double) {
    let pole = Double(Globe.pole)
    let reach = (radiusMeters / LocalProjection.metersPerUnitY).rounded(.up) + 1
    let south = Swift.max(-pole, Double(point.y) - reach)
    let north = Swift.min(pole, Double(point.y) + reach)
    let (minY, maxY) = (Int32(south), Int32(north))
    let steepest = Swift.max(abs(south), abs(north))
    let scale = LocalProjection(origin: FixedPoint(x: 0, y: Int32(steepest))).metersPerUnitX
    let width = (radiusMeters / scale).rounded(.up) + 1
    guard steepest < pole, width < Double(Globe.halfTurn) else {
      first = FixedBox(minX: -Globe.halfTurn, minY: minY, maxX: Globe.halfTurn, maxY: maxY)
      second = nil
      return
    }
    func box(_ west: Int64, _ east: Int64) -> FixedBox {
      FixedBox(minX: Int32(west), minY: minY, maxX: Int32(east), maxY: maxY)
    }
    let (west, east) = (Int64(point.x) - Int64(width), Int64(point.x) + Int64(width))
    let half = Int64(Globe.halfTurn)
    first = box(Swift.max(west, -half), Swift.min(east, half))
    second = west < -half ? box(west + Globe.turn, half) : east > half ? box(-half, east - Globe.turn) : nil
  }

  /// Whether a box shares a point with one of these boxes.
  @inlinable @inline(__always) package func intersects(_ box: FixedBox) -> Bool {
    first.intersects(box) || second?.intersects(box) ?? false
  }

  /// 0.
  @inlinable package var startIndex: Int { 0 }
  /// 1 or 2.
  @inlinable package var endIndex: Int { second == nil ? 1 : 2 }

  /// One of the boxes.
  @inlinable package subscript(position: Int) -> FixedBox {
    guard position == 1, let second else { return first }
    return second
  }
}
