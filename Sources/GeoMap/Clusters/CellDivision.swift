import GeoSupport

/// The world divided into as many columns as rows.
struct CellDivision {
  /// The number of columns, which is also the number of rows.
  let cells: Int

  /// The cell that contains a place.
  @inline(__always) func key(_ x: UInt32, _ y: UInt32) -> CellKey {
    CellKey(column: Int((UInt64(x) * UInt64(cells)) >> 32), row: Int((UInt64(y) * UInt64(cells)) >> 32))
  }

  /// The first unit of a column or row.
  private func firstUnit(_ cell: Int) -> UInt64 { ((UInt64(cell) << 32) + UInt64(cells) - 1) / UInt64(cells) }

  /// The units covered by a rectangle of cells; nil when it has none.
  func range(columns: Range<Int>, rows: Range<Int>) -> WorldRange? {
    let (left, right) = (firstUnit(columns.lowerBound), firstUnit(columns.upperBound))
    let (top, bottom) = (firstUnit(rows.lowerBound), firstUnit(rows.upperBound))
    guard left < right, top < bottom else { return nil }
    return WorldRange(minX: UInt32(left), minY: UInt32(top), maxX: UInt32(right - 1), maxY: UInt32(bottom - 1))
  }

  /// The units covered by one cell.
  func range(of key: CellKey) -> WorldRange? {
    range(columns: key.column..<key.column + 1, rows: key.row..<key.row + 1)
  }
}

/// A cell of a grid: its column, counted from the antimeridian, and its row, counted from the north.
struct CellKey: Hashable {
  var column: Int
  var row: Int

  /// A distinct number for each cell, in no particular order.
  var rank: UInt64 { Hashing.mix(number) }

  /// Row and column in one number. It is a sum because the optimizer of Swift 6.3.1 miscompiles keys made with `|` in a
  /// loop.
  var number: UInt64 {
    (UInt64(truncatingIfNeeded: row) &<< 32) &+ UInt64(truncatingIfNeeded: column)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
