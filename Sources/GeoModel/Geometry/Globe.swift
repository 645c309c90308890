/// The limits of the Earth in stored units of 1e-7 degree: where latitudes end and longitudes wrap.
///
/// Longitudes 180 and -180 are one meridian, the antimeridian. ``SearchBoxes`` and ``LocalProjection`` handle it, and
/// distances to a pole, for nearly all other code.
@usableFromInline package enum Globe {
  /// 180 degrees: the longitude of the antimeridian.
  @inlinable package static var halfTurn: Int32 { 1_800_000_000 }
  /// 360 degrees: once around the Earth.
  @inlinable package static var turn: Int64 { 3_600_000_000 }
  /// 90 degrees: the latitude of the North Pole.
  @inlinable package static var pole: Int32 { 900_000_000 }

  /// A difference between two longitudes the short way around: -180 to 180 degrees.
  @inlinable @inline(__always) package static func shortWay(_ difference: Int64) -> Int64 {
    if difference > Int64(halfTurn) { return difference - turn }
    return difference < -Int64(halfTurn) ? difference + turn : difference
  }

  /// The distance of a meridian from a range of longitudes, the short way around; 0 in the range.
  @inlinable @inline(__always) package static func gap(from x: Int32, to minX: Int32, _ maxX: Int32) -> Int64 {
    let west = Int64(minX) - Int64(x)
    let east = Int64(x) - Int64(maxX)
    return max(0, min(max(west, east), turn - max(-west, -east)))
  }

  /// Wraps a longitude that may lie up to a turn beyond the antimeridian.
  @inlinable package static func longitude(_ x: Int64) -> Int32 {
    Int32(clamping: max(-Int64(halfTurn), min(Int64(halfTurn), shortWay(x))))
  }

  /// Clamps a latitude that may lie beyond a pole.
  @inlinable package static func latitude(_ y: Int64) -> Int32 {
    Int32(clamping: max(-Int64(pole), min(Int64(pole), y)))
  }

  /// Units east of longitude -180: 0 to ``turn``.
  @inlinable @inline(__always) package static func east(_ x: Int32) -> Int64 { Int64(x) + Int64(halfTurn) }

  /// Units north of the South Pole: 0 to ``halfTurn``.
  @inlinable @inline(__always) package static func north(_ y: Int32) -> Int64 { Int64(y) + Int64(pole) }
}

/// A grid of equal cells over the Earth, counted eastward from longitude -180 and northward from the South Pole.
@usableFromInline package struct CellGrid: Sendable {
  /// The width and height of a cell in units; must divide 180 degrees.
  @usableFromInline package let side: Int64

  /// Creates a grid whose cells have sides of this many units.
  @inlinable package init(side: Int64) { self.side = side }

  /// The column of a longitude. 180 degrees has a column of its own after the last.
  @inlinable package func column(_ x: Int32) -> Int64 { Globe.east(x) / side }

  /// The row of a latitude.
  @inlinable package func row(_ y: Int32) -> Int64 { Globe.north(y) / side }

  /// The columns that a box touches.
  @inlinable package func columns(of box: FixedBox) -> ClosedRange<Int64> { column(box.minX)...column(box.maxX) }

  /// The rows that a box touches.
  @inlinable package func rows(of box: FixedBox) -> ClosedRange<Int64> { row(box.minY)...row(box.maxY) }

  /// The middle of a cell.
  @inlinable package func middle(column: Int64, row: Int64) -> FixedPoint {
    FixedPoint(
      x: Int32(column * side - Int64(Globe.halfTurn) + side / 2), y: Int32(row * side - Int64(Globe.pole) + side / 2))
  }
}
