import GeoModel
import GeoStore

/// Fills an R-tree of SQLite by writing its nodes directly, from boxes in spatial order.
///
/// Inserting row by row takes ten times as long and leaves nodes half empty. The nodes' layout is part of SQLite's file
/// format (described at the head of its `ext/rtree/rtree.c`); `SELECT rtreecheck('…')` verifies the result.
///
/// 1. Boxes fill a leaf. When it is full, it is written, and its box is added to the level above, which is filled in
///    the same way.
/// 2. At the end, the levels are closed from below. The highest one becomes the root, node 1, which stores the height.
struct RTreeWriter {
  private struct Cell {
    var id: Int64
    var box: FixedBox
  }

  private static let root: Int64 = 1

  private var levels: [[Cell]] = [[]]
  private var lastNode = RTreeWriter.root
  private let node: Statement
  private let row: RowInserter
  private let parent: RowInserter

  /// Makes a writer for a new, empty R-tree.
  init(_ database: Database, _ table: String) throws(StoreError) {
    node = try Statement(database, "INSERT OR REPLACE INTO \(table)_node VALUES(?,?)")
    row = RowInserter(database, into: "\(table)_rowid", columns: 2)
    parent = RowInserter(database, into: "\(table)_parent", columns: 2)
  }

  /// Adds the next box.
  mutating func append(_ id: Int64, _ box: FixedBox) throws(StoreError) {
    try append(Cell(id: id, box: box), level: 0)
  }

  /// Writes the remaining nodes. It must be called once, at the end.
  mutating func finish() throws(StoreError) {
    var level = 0
    while level < levels.count - 1 {
      try close(level)
      level += 1
    }
    try write(levels[level], as: RTreeWriter.root, level: level)
  }

  private mutating func append(_ cell: Cell, level: Int) throws(StoreError) {
    if levels[level].count == RTree.cellsPerNode { try close(level) }
    levels[level].append(cell)
  }

  /// Writes a level's node and adds its box to the level above.
  private mutating func close(_ level: Int) throws(StoreError) {
    lastNode += 1
    try write(levels[level], as: lastNode, level: level)
    let box = FixedBox(around: levels[level].lazy.map { $0.box })
    levels[level].removeAll(keepingCapacity: true)
    if level + 1 == levels.count { levels.append([]) }
    try append(Cell(id: lastNode, box: box), level: level + 1)
  }

  private func write(_ cells: [Cell], as number: Int64, level: Int) throws(StoreError) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(RTree.bytesPerNode)
    func append(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }
    append(number == RTreeWriter.root ? UInt16(level) : 0)
    append(UInt16(cells.count))
    for cell in cells {
      append(cell.id)
      for edge in [cell.box.minX, cell.box.maxX, cell.box.minY, cell.box.maxY] { append(edge) }
    }
    bytes.append(contentsOf: repeatElement(0, count: RTree.bytesPerNode - bytes.count))
    try node.run(number, bytes)
    // The tables that map each box or child node to its node.
    let places = level == 0 ? row : parent
    try places.expect(cells.count)
    for cell in cells { try places.append(cell.id, number) }
  }
}

/// Fills the R-tree of a table whose rows come in spatial order: one box for every sixteen rows, with the id of the
/// first.
///
/// A box for each row would find the same rows, but would take as much space as the table itself.
struct RowGroupTree {
  /// The number of rows that share a box.
  static let rowsPerBox = Int(StoreFormat.rowsPerBox)

  private var tree: RTreeWriter
  private var first: Int64 = 0
  private var count = 0
  private var box = FixedBox.empty

  /// Makes a writer for a new, empty R-tree.
  init(_ database: Database, _ table: String) throws(StoreError) { tree = try RTreeWriter(database, table) }

  /// Adds the next row. Ids must be consecutive.
  mutating func append(_ id: Int64, _ rowBox: FixedBox) throws(StoreError) {
    if count == 0 { first = id }
    box.formUnion(rowBox)
    count += 1
    if count == RowGroupTree.rowsPerBox { try close() }
  }

  /// Writes the remaining boxes. It must be called once, at the end.
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
