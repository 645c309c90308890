import GeoModel
import GeoStore

/// Addresses by the cell their point lies in, to find those in a box. Lives where the content does.
struct AddressCells {
  /// Cells are 0.002 degree wide and high (220 m at the equator).
  private static let grid = CellGrid(side: 20_000)
  private var entries: MappedArray<KeyedPosition>

  /// The addresses that a condition picks.
  init(_ content: borrowing StoreContent, where isWanted: (AddressRecord) -> Bool) {
    entries = MappedArray(in: content.workspace)
    for (index, address) in content.addresses.enumerated() where isWanted(address) {
      let point = address.point
      entries.append(
        KeyedPosition(
          key: AddressCells.key(AddressCells.grid.column(point.x), AddressCells.grid.row(point.y)), position: index))
    }
    RadixSort.sort(&entries) { $0.key }
  }

  /// Whether no address was picked.
  var isEmpty: Bool { entries.isEmpty }

  /// Calls with the addresses in the cells that a box touches.
  func forEach(in box: FixedBox, _ body: (Int) -> Void) {
    let columns = AddressCells.grid.columns(of: box)
    for row in AddressCells.grid.rows(of: box) {
      // One row of cells is one run of entries.
      var position = entries.firstIndex(notBelow: AddressCells.key(columns.lowerBound, row))
      let last = AddressCells.key(columns.upperBound, row)
      while position < entries.count, entries[position].key <= last {
        body(entries[position].position)
        position += 1
      }
    }
  }

  private static func key(_ column: Int64, _ row: Int64) -> UInt64 { UInt64(row) << 32 | UInt64(column) }
}
