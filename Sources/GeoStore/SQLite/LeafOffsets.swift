/// Where the rows of leaves of a table stand in their pages, in one array, for those leaves that were searched before.
///
/// Of a table that numbers its rows without gaps the key tells which row of its leaf is meant, and only where it stands must be read: from
/// the head of the page and from the place of the row behind it, mostly two lines of memory, which of all pages crowd in the same few sets of a
/// processor's cache. Here they are one line that is mostly at hand, and the row is the first thing that is waited for.
struct LeafOffsets {
  /// The rows of a leaf.
  struct Leaf {
    /// Where their offsets begin.
    fileprivate var first: UInt32
    /// How many there are; none of a leaf that is not kept.
    fileprivate(set) var count: UInt32

    /// No rows.
    static var none: Leaf { Leaf(first: 0, count: 0) }
    /// Of a leaf that was not searched yet.
    fileprivate static var unknown: Leaf { Leaf(first: .max, count: 0) }
  }

  private var leaves: [Leaf]
  private var offsets: [UInt16] = []
  /// A reader keeps half a megabyte of a table at most.
  private static let capacity = 262_144

  /// Nothing of so many leaves yet.
  init(leafCount: Int) { leaves = Array(repeating: .unknown, count: leafCount) }

  /// Whether there are no leaves.
  @inline(__always) var isEmpty: Bool { leaves.isEmpty }

  /// Whether it is known if the rows of a leaf are kept.
  @inline(__always) func knows(leaf: Int) -> Bool { leaves[leaf].first != .max }

  /// The rows of a leaf.
  @inline(__always) subscript(leaf: Int) -> Leaf { leaves[leaf] }

  /// From the beginning of its page to a row; nil for one that the leaf does not have.
  @inline(__always) func offset(_ position: Int, in leaf: Leaf) -> Int? {
    guard position >= 0, position < Int(leaf.count) else { return nil }
    return Int(offsets[Int(leaf.first) &+ position])
  }

  /// Keeps the rows of a leaf, if there is room for them. It is not asked for them again if not.
  mutating func keep(_ page: TablePage, leaf: Int) {
    leaves[leaf] = .none
    guard offsets.count + page.cellCount <= LeafOffsets.capacity else { return }
    leaves[leaf] = Leaf(first: UInt32(offsets.count), count: UInt32(page.cellCount))
    for position in 0..<page.cellCount { offsets.append(page.offset(position)) }
  }
}
