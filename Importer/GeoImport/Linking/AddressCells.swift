import GeoModel
import GeoStore

/// Addresses by the cell their point lies in, to find those in a box.
struct AddressCells {
  /// An address in its cell.
  private struct Entry {
    var cell: UInt64
    var address: Int
  }

  /// Cells are 0.002 degree wide and high (220 m at the equator).
  private static let cellUnits: Int64 = 20_000
  private var entries: [Entry] = []

  /// The addresses that a condition picks.
  init(_ content: borrowing StoreContent, where isWanted: (AddressRecord) -> Bool) {
    for (index, address) in content.addresses.enumerated() where isWanted(address) {
      let point = address.point
      entries.append(
        Entry(
          cell: AddressCells.key(AddressCells.index(point.x), AddressCells.index(point.y)), address: index))
    }
    entries.sort { $0.cell < $1.cell }
  }

  /// Whether no address was picked.
  var isEmpty: Bool { entries.isEmpty }

  /// Calls with the addresses in the cells that a box touches.
  func forEach(in box: FixedBox, _ body: (Int) -> Void) {
    let columns = AddressCells.index(box.minX)...AddressCells.index(box.maxX)
    for row in AddressCells.index(box.minY)...AddressCells.index(box.maxY) {
      // One row of cells is one run of entries.
      var position = first(from: AddressCells.key(columns.lowerBound, row))
      let last = AddressCells.key(columns.upperBound, row)
      while position < entries.count, entries[position].cell <= last {
        body(entries[position].address)
        position += 1
      }
    }
  }

  /// Where the run of a cell begins.
  private func first(from cell: UInt64) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].cell < cell { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func index(_ value: Int32) -> Int64 { (Int64(value) + 1_800_000_000) / cellUnits }
  private static func key(_ column: Int64, _ row: Int64) -> UInt64 { UInt64(row) << 32 | UInt64(column) }
}
