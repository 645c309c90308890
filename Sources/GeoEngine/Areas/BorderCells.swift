import GeoModel
import GeoStore

/// A cell of a grid of a sixteenth of a degree, about 7 km, for facts that hold for all its points.
struct BorderCell {
  /// The cell's number, from west to east and south to north, in 25 bits.
  let number: UInt64
  /// The middle.
  let middle: FixedPoint

  private static let grid = CellGrid(side: 625_000)
  private static let columns: Int64 = 8_192

  /// The cell of a point; nil near the poles, where meters change too fast within a cell.
  init?(around point: FixedPoint) {
    guard abs(point.y) < Globe.pole - 100_000_000 else { return nil }
    let (column, row) = (BorderCell.grid.column(point.x), BorderCell.grid.row(point.y))
    number = UInt64(row * BorderCell.columns + column)
    middle = BorderCell.grid.middle(column: column, row: row)
  }

  /// No point of a cell is farther from its middle, in metres.
  static let radiusMeters = Double(grid.side) * LocalProjection.metersPerUnitY * 0.70711
}

/// The part of a border that is within reach of some point of a cell.
struct NearBorder {
  /// The border.
  let border: CoarseBorder
  /// From its first to its last block within reach.
  let blocks: Range<Int32>
}

/// The near borders of the areas and cells that were asked for last: each pair has a slot, where it drives out another.
struct BorderCells {
  private struct Slot {
    /// Area and cell; 0 for none.
    var key: UInt64 = 0
    /// Nil where the border is out of reach.
    var near: NearBorder?
  }

  private static let capacity = 8_192
  private var slots = Array(repeating: Slot(), count: capacity)

  /// What is known of an area's border in a cell: nil where it is out of reach; nothing at all when it is not kept.
  @inline(__always) func near(_ area: AreaID, _ cell: BorderCell) -> NearBorder?? {
    let key = BorderCells.key(area, cell)
    let slot = BorderCells.slot(key)
    return slots[slot].key == key ? .some(slots[slot].near) : .none
  }

  /// Keeps the near border of an area in a cell; nil for one that is out of reach.
  mutating func keep(_ near: NearBorder?, of area: AreaID, in cell: BorderCell) {
    let key = BorderCells.key(area, cell)
    slots[BorderCells.slot(key)] = Slot(key: key, near: near)
  }

  private static func key(_ area: AreaID, _ cell: BorderCell) -> UInt64 { UInt64(area.rawValue) << 32 | cell.number }

  private static func slot(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (capacity - 1)
  }
}
