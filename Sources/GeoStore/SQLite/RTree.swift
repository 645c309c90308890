import GeoModel

/// Finds boxes in SQLite R-trees written by the import's `RTreeWriter`.
///
/// Nothing in the nodes is trusted. No walk reads more nodes than the tree has, so a cyclic tree ends. All boxes below
/// a node must lie in the node's box, so a wrong box does not lead to every box of the store.
public struct RTree {
  /// Cells in a node, and bytes of a node. Seven nodes of this size fill a page of the file.
  ///
  /// SQLite itself would choose 51 cells, and a page would hold only six such nodes. It learns the size of nodes from
  /// the root.
  public static let cellsPerNode = 48
  package static let bytesPerNode = 4 + cellsPerNode * 24
  private let nodes: TableTree
  /// The most nodes that fit in the file.
  private let mostNodes: Int64

  /// The tree whose nodes are the rows of a table.
  init(_ nodes: TableTree, fileSize: Int) {
    self.nodes = nodes
    mostNodes = Int64(fileSize / RTree.bytesPerNode)
  }

  /// The reason why a walk ended early.
  enum Failure: Error {
    /// The tree is damaged.
    case damage
    /// The visitor failed.
    case visitor(StoreError)
  }

  /// Visits the wanted boxes with their ids.
  ///
  /// - Parameter isWanted: also called for boxes of inner nodes, which contain others.
  func forEach(
    where isWanted: (FixedBox) -> Bool, _ body: (Int64, FixedBox) throws(StoreError) -> Void
  ) throws(Failure) {
    var left = try RTree.read { () throws(TableTree.Damage) in min(try nodes.lastKey() ?? 0, mostNodes) }
    try visit(1, level: nil, in: nil, &left, isWanted, body)
  }

  /// Visits a node.
  ///
  /// - Parameters:
  ///   - level: the number of levels below the node; nil for the root, which stores it.
  ///   - box: the box that the node must lie in; nil for the root.
  ///   - left: the number of nodes that may still be read.
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

  /// A limit that no tree of a file reaches.
  private static let deepest = 40

  private static func read<Value>(_ body: () throws(TableTree.Damage) -> Value) throws(Failure) -> Value {
    do throws(TableTree.Damage) { return try body() } catch { throw .damage }
  }

  /// A node, read in place from the file. The layout is SQLite's; see `RTreeWriter`.
  private struct Node {
    private let bytes: UnsafeRawBufferPointer
    /// The number of levels below it, if it is the root.
    let height: Int
    /// The number of its boxes.
    let count: Int
    private static let head = 4
    private static let entryBytes = 24

    init(_ row: TableTree.Row?) throws(TableTree.Damage) {
      guard let row, var columns = RowCursor(row.record) else { throw TableTree.Damage() }
      columns.skip()
      // All nodes have the same size and fit into a page. So no node is assembled in the overflow buffer, which reading
      // the next one would overwrite.
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
