import GeoModel

/// Fills the R-tree of a table whose rows come in the order of space: one box for every sixteen of them, under the id of the
/// first. A box for each row would find the same rows, and would take as much room as the table itself.
struct RowGroupTree {
  /// Rows that share a box.
  static let rowsPerBox = 16

  private var tree: RTreeWriter
  private var first: Int64 = 0
  private var count = 0
  private var box = FixedBox.empty

  /// A writer for a new, empty R-tree.
  init(_ database: Database, _ table: String) throws(StoreError) { tree = try RTreeWriter(database, table) }

  /// Adds the next row; ids must follow one another.
  mutating func append(_ id: Int64, _ rowBox: FixedBox) throws(StoreError) {
    if count == 0 { first = id }
    box.formUnion(rowBox)
    count += 1
    if count == RowGroupTree.rowsPerBox { try close() }
  }

  /// Writes what is left. Call once, at the end.
  mutating func finish() throws(StoreError) {
    if count > 0 { try close() }
    try tree.finish()
  }

  private mutating func close() throws(StoreError) {
    try tree.append(first, box)
    count = 0
    box = .empty
  }
}
