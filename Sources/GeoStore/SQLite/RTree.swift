import GeoModel

/// Finds boxes in the nodes of an R-tree of SQLite, which the import's `RTreeWriter` wrote.
///
/// Nothing in the nodes is trusted. Each is read once at most, so that a tree which goes round ends; and what is below a node must lie in
/// the node's box, so that one lie does not lead to every box of a store.
public struct RTree {
  /// Cells in a node and bytes of a node: so many that seven nodes fill a page of the file. SQLite itself would choose 51, of which a page
  /// has room for six; what size nodes have it learns from the root.
  public static let cellsPerNode = 48
  package static let bytesPerNode = 4 + cellsPerNode * 24
  private let nodes: TableTree
  /// Nodes that the file has room for.
  private let mostNodes: Int64

  /// The tree whose nodes are rows of a table.
  init(_ nodes: TableTree, fileSize: Int) {
    self.nodes = nodes
    mostNodes = Int64(fileSize / RTree.bytesPerNode)
  }

  /// Why a walk ended early.
  enum Failure: Error {
    /// The tree is damaged.
    case damage
    /// The visitor failed.
    case visitor(StoreError)
  }

  /// Visits the ids of the boxes that are wanted, with their boxes.
  ///
  /// - Parameter isWanted: is asked about boxes around others, too.
  func forEach(
    where isWanted: (FixedBox) -> Bool, _ body: (Int64, FixedBox) throws(StoreError) -> Void
  ) throws(Failure) {
    var left = try RTree.read { () throws(TableTree.Damage) in min(try nodes.lastKey() ?? 0, mostNodes) }
    try visit(1, level: nil, in: nil, &left, isWanted, body)
  }

  /// - Parameters:
  ///   - level: levels below the node; nil for the root, which says it itself.
  ///   - box: what the node must lie in; nil for the root.
  ///   - left: nodes that may still be read.
  private func visit(
    _ number: Int64, level: Int?, in box: FixedBox?, _ left: inout Int64, _ isWanted: (FixedBox) -> Bool,
    _ body: (Int64, FixedBox) throws(StoreError) -> Void
  ) throws(Failure) {
    guard left > 0 else { throw .damage }
    left -= 1
    let node = try RTree.read { () throws(TableTree.Damage) in try Node(nodes.row(number)) }
    let level = level ?? node.height
    guard level < RTree.deepest else { throw .damage }
    for position in 0..<node.count {
      let (id, entry) = node[position]
      guard box?.contains(entry) ?? true else { throw .damage }
      guard isWanted(entry) else { continue }
      if level > 0 {
        try visit(id, level: level - 1, in: entry, &left, isWanted, body)
      } else {
        do throws(StoreError) { try body(id, entry) } catch { throw .visitor(error) }
      }
    }
  }

  /// No tree of a file is deeper.
  private static let deepest = 40

  private static func read<Value>(_ body: () throws(TableTree.Damage) -> Value) throws(Failure) -> Value {
    do throws(TableTree.Damage) { return try body() } catch { throw .damage }
  }

  /// A node where it stands in the file. The layout is SQLite's; see `RTreeWriter`.
  private struct Node {
    private let bytes: UnsafeRawBufferPointer
    /// Levels below it, if it is the root.
    let height: Int
    /// How many boxes it has.
    let count: Int
    private static let head = 4
    private static let entryBytes = 24

    init(_ row: TableTree.Row?) throws(TableTree.Damage) {
      guard let row, var columns = RowCursor(row.record) else { throw TableTree.Damage() }
      columns.skip()
      // All nodes are of one size, with room behind their boxes, and fit into a page: none is put together in memory that the next one takes.
      guard let bytes = columns.bytes(), bytes.count == RTree.bytesPerNode else { throw TableTree.Damage() }
      self.bytes = UnsafeRawBufferPointer(bytes)
      height = Int(UInt16(bigEndian: self.bytes.loadUnaligned(as: UInt16.self)))
      count = Int(UInt16(bigEndian: self.bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
      guard count <= RTree.cellsPerNode else { throw TableTree.Damage() }
    }

    subscript(position: Int) -> (id: Int64, box: FixedBox) {
      let start = Node.head + position * Node.entryBytes
      func number<Value: FixedWidthInteger>(_ offset: Int, as type: Value.Type) -> Value {
        Value(bigEndian: bytes.loadUnaligned(fromByteOffset: start + offset, as: Value.self))
      }
      let box = FixedBox(
        minX: number(8, as: Int32.self), minY: number(16, as: Int32.self), maxX: number(12, as: Int32.self),
        maxY: number(20, as: Int32.self))
      return (number(0, as: Int64.self), box)
    }
  }
}
