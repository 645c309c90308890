/// The pages of one level of a table's B-tree with their greatest keys, in two arrays.
///
/// So a lookup skips the levels above.
///
/// A descent compares keys inside the pages: for each key it reads an offset and then the key, from cache lines with
/// little else. Here a cache line holds eight keys, and the same search takes a third of the time.
struct PageIndex {
  /// The greatest keys of all pages except the last.
  private var keys: [Int64] = []
  /// Every eighth key.
  ///
  /// They are few enough to stay in the processor's cache, and a search among them leaves one or two lines of ``keys``
  /// to read.
  private var marks: [Int64] = []
  /// The pages.
  private var pages: [UInt32]
  /// Whether the level is that of the leaves.
  private(set) var isOfLeaves = false
  /// The number of pages of the level.
  var count: Int { pages.count }
  /// The most pages of a level. Each takes 13 bytes in every reader.
  private static let capacity = 65_536

  /// An empty index.
  init() { pages = [] }

  /// Whether the index has no pages.
  @inline(__always) var isEmpty: Bool { pages.isEmpty }

  /// Reads the lowest level with at most ``capacity`` pages in a tree.
  ///
  /// - Throws: ``TableTree/Damage`` when the pages are inconsistent.
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

  /// Reads the level below another. It has no pages when there is no such level or it is too large.
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

  /// The position of the only page that may have a key.
  @inline(__always) func position(reaching key: Int64) -> Int {
    let first = 8 &* marks.withUnsafeBufferPointer { PageIndex.firstPosition(in: $0, notLessThan: key) }
    return keys.withUnsafeBufferPointer { keys in
      var position = first
      for next in first..<min(first &+ 8, keys.count) { position &+= keys[next] < key ? 1 : 0 }
      return position
    }
  }

  /// A binary search without branches, as no processor could predict them.
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

  /// The number of a page in the file.
  @inline(__always) func page(_ position: Int) -> Int { Int(pages[position]) }
  /// The greatest key of a page; nil for the last page, which has all greater keys.
  @inline(__always) func greatestKey(_ position: Int) -> Int64? { position < keys.count ? keys[position] : nil }
}
