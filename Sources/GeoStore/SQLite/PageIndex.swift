/// The pages of one level of a table's B-tree with their greatest keys, in two arrays, so that a look-up begins below the pages that all
/// look-ups go through.
///
/// A descent compares keys where they stand in their pages: for each of them an offset is read, then the key behind it, from lines of
/// memory that hold little else. Here the same search reads eight keys a line and takes a third of the time.
struct PageIndex {
  /// The greatest keys of all pages but the last.
  private var keys: [Int64] = []
  /// The last key of every eight, so few that the processor keeps them at hand: a search among them leaves one or two lines of ``keys`` to
  /// be read.
  private var marks: [Int64] = []
  /// The pages.
  private var pages: [UInt32]
  /// Whether the level is that of the leaves.
  private(set) var isOfLeaves = false
  /// Pages of the level.
  var count: Int { pages.count }
  /// Pages of a level at most: 13 bytes each, for every reader.
  private static let capacity = 65_536

  /// Of nothing.
  init() { pages = [] }

  /// Whether it leads nowhere.
  @inline(__always) var isEmpty: Bool { pages.isEmpty }

  /// The lowest level of a tree that is not too large.
  ///
  /// - Throws: where its pages make no sense.
  init(_ tree: TableTree, root: Int) throws(TableTree.Damage) {
    pages = [UInt32(truncatingIfNeeded: root)]
    for _ in 0..<TableTree.deepest {
      let below = try PageIndex(below: self, tree)
      if below.pages.isEmpty {
        isOfLeaves = try TablePage(tree, page(0)).isLeaf
        return
      }
      self = below
    }
    throw TableTree.Damage()
  }

  /// The level below another; without pages where there is none, or too large a one.
  private init(below upper: PageIndex, _ tree: TableTree) throws(TableTree.Damage) {
    pages = []
    for (position, number) in upper.pages.enumerated() {
      let page = try TablePage(tree, Int(number))
      if page.isLeaf || pages.count + page.cellCount >= PageIndex.capacity {
        (keys, pages) = ([], [])
        return
      }
      for child in 0..<page.cellCount { append(page.child(child), upTo: page.key(child)) }
      pages.append(UInt32(truncatingIfNeeded: page.child(page.cellCount)))
      if position < upper.keys.count { keys.append(upper.keys[position]) }
    }
    for position in keys.indices.dropFirst() where keys[position] <= keys[position - 1] {
      throw TableTree.Damage()
    }
    for position in stride(from: 7, to: keys.count, by: 8) { marks.append(keys[position]) }
  }

  private mutating func append(_ page: Int, upTo key: Int64) {
    pages.append(UInt32(truncatingIfNeeded: page))
    keys.append(key)
  }

  /// Position of the page that has a key, if any has.
  @inline(__always) func position(reaching key: Int64) -> Int {
    let first = 8 &* marks.withUnsafeBufferPointer { PageIndex.firstPosition(in: $0, notLessThan: key) }
    return keys.withUnsafeBufferPointer { keys in
      var position = first
      for next in first..<min(first &+ 8, keys.count) { position &+= keys[next] < key ? 1 : 0 }
      return position
    }
  }

  /// Binary search without branches, which no processor could predict.
  @inline(__always) private static func firstPosition(
    in keys: UnsafeBufferPointer<Int64>, notLessThan key: Int64
  ) -> Int {
    var (low, open) = (0, keys.count)
    while open > 0 {
      let half = (open &+ 1) >> 1
      low &+= keys[low &+ half &- 1] < key ? half : 0
      open &-= half
    }
    return low
  }

  /// A page.
  @inline(__always) func page(_ position: Int) -> Int { Int(pages[position]) }
  /// The greatest key of a page; nil for the last one, which has all that are greater.
  @inline(__always) func greatestKey(_ position: Int) -> Int64? { position < keys.count ? keys[position] : nil }
}
