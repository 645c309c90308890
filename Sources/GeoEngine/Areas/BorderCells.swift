import GeoModel
import GeoStore

/// A cell of a grid of a sixteenth of a degree, about 7 km, for facts that hold for all its points.
struct BorderCell {
  /// The cell's number, from west to east and south to north, in 25 bits.
  let number: UInt64
  /// The middle.
  let middle: FixedPoint

  private static let side: Int64 = 625_000
  private static let columns: Int64 = 8_192

  /// The cell of a point; nil near the poles, where meters change too fast within a cell.
  init?(around point: FixedPoint) {
    guard abs(Int64(point.y)) < 800_000_000 else { return nil }
    let column = (Int64(point.x) + 1_800_000_000) / BorderCell.side
    let row = (Int64(point.y) + 900_000_000) / BorderCell.side
    number = UInt64(row * BorderCell.columns + column)
    middle = FixedPoint(
      x: Int32(column * BorderCell.side - 1_800_000_000 + BorderCell.side / 2),
      y: Int32(row * BorderCell.side - 900_000_000 + BorderCell.side / 2))
  }

  /// No point of a cell is farther from its middle, in metres.
  static let radiusMeters = Double(side) * LocalProjection.metersPerUnitY * 0.70711
}

/// Which cells are surely out of reach of a border, for the areas and cells that were asked for last: each pair has a slot,
/// where it drives out another.
struct BorderCells {
  private static let capacity = 8_192
  /// Area, cell and, in the lowest bit, whether the border is out of reach; 0 is empty.
  private var slots: [UInt64] = Array(repeating: 0, count: capacity)

  /// Whether the border of an area is out of reach of all points of a cell, found out when it is not kept.
  @inline(__always) mutating func isOutOfReach(
    _ area: AreaID, _ cell: BorderCell, _ find: () throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    let key = UInt64(area.rawValue) << 26 | cell.number << 1
    let slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (BorderCells.capacity - 1)
    let known = slots[slot]
    if known & ~1 == key { return known & 1 == 1 }
    let isOutOfReach = try find()
    slots[slot] = key | (isOutOfReach ? 1 : 0)
    return isOutOfReach
  }
}
