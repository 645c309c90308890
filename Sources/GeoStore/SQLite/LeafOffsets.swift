/// A cache of the offsets of rows in a table's leaves, in one array. It holds only leaves that have been searched.
///
/// In a table whose rows are numbered without gaps, the key determines the row's position in the leaf; only its offset
/// must be read. In the page that takes mostly two cache lines, one for the page's header and one for the offset. Such
/// lines of all pages compete for the same few sets of a processor's cache. Here the offsets take one line, which is
/// usually cached, and the row is the first line to wait for.
struct LeafOffsets {
  /// The rows of a leaf.
  struct Leaf {
    /// The position of its first offset.
    fileprivate var first: UInt32
    /// The number of its rows; 0 for a leaf that is not cached.
    fileprivate(set) var count: UInt32

    /// No rows.
    static var none: Leaf { Leaf(first: 0, count: 0) }
    /// A leaf that has not been searched yet.
    fileprivate static var unknown: Leaf { Leaf(first: .max, count: 0) }
  }

  private var leaves: [Leaf]
  private var offsets: [UInt16] = []
  /// Limits the cache to half a megabyte for each table of a reader.
  private static let capacity = 262_144

  /// Makes an empty cache for a number of leaves.
  init(leafCount: Int) { leaves = Array(repeating: .unknown, count: leafCount) }

  /// Whether there are no leaves.
  @inline(__always) var isEmpty: Bool { leaves.isEmpty }

  /// Whether a leaf has been passed to `keep`, even if there was no room for it.
  @inline(__always) func knows(leaf: Int) -> Bool { leaves[leaf].first != .max }

  /// The rows of a leaf.
  @inline(__always) subscript(leaf: Int) -> Leaf { leaves[leaf] }

  /// The offset of a row in its page; nil for a row that the leaf does not have.
  @inline(__always) func offset(_ position: Int, in leaf: Leaf) -> Int? {
    guard position >= 0, position < Int(leaf.count) else { return nil }
    return Int(offsets[Int(leaf.first) &+ position])
  }

  /// Caches the offsets of a leaf's rows, if there is room. Otherwise the leaf is marked as not cached.
  mutating func keep(_ page: TablePage, leaf: Int) {
    leaves[leaf] = .none
    guard offsets.count + page.cellCount <= LeafOffsets.capacity else { return }
    leaves[leaf] = Leaf(first: UInt32(offsets.count), count: UInt32(page.cellCount))
    for position in 0..<page.cellCount { offsets.append(page.offset(position)) }
  }
}
