import Synchronization

/// The pages of one level of a table's B-tree with their greatest keys, in two arrays.
///
/// So a lookup skips the levels above.
///
/// A descent compares keys inside the pages: for each key it reads an offset and then the key, from cache lines with
/// little else. Here a cache line holds eight keys, and the same search takes a third of the time.
///
/// It has no reference counts, so that threads can share it without waiting for each other. Its memory belongs to the
/// ``PageIndexes`` that it comes from.
struct PageIndex: @unchecked Sendable {
  /// The greatest keys of all pages except the last.
  private let keys: UnsafeBufferPointer<Int64>
  /// Every eighth key.
  ///
  /// They are few enough to stay in the processor's cache, and a search among them leaves one or two lines of ``keys``
  /// to read.
  private let marks: UnsafeBufferPointer<Int64>
  /// The pages.
  private let pages: UnsafeBufferPointer<UInt32>
  /// Whether the level is that of the leaves.
  let isOfLeaves: Bool
  /// The number of pages of the level.
  var count: Int { pages.count }

  /// The limits of an index, in pages.
  struct Sizes {
    /// The most pages of the level that is read after a few descents. More would let an early query wait for the disk.
    var atFirst = 65_536
    /// The most pages of a level, 13 bytes each: the leaves of a table of 34 GB.
    var atMost = 4_194_304
    /// The most leaves whose keys or offsets are cached, as each takes eight bytes in every reader.
    var keptLeaves = 131_072
  }

  /// An empty index.
  init() {
    keys = UnsafeBufferPointer(start: nil, count: 0)
    marks = keys
    pages = UnsafeBufferPointer(start: nil, count: 0)
    isOfLeaves = false
  }

  /// Whether the index has no pages.
  @inline(__always) var isEmpty: Bool { pages.isEmpty }

  /// Reads the lowest level of a tree that is not too large.
  ///
  /// - Parameter most: the most pages of the level.
  /// - Throws: ``TableTree/Damage`` when the pages are inconsistent.
  fileprivate init(_ tree: TableTree, root: Int, most: Int) throws(TableTree.Damage) {
    var level = Level(pages: [UInt32(truncatingIfNeeded: root)])
    for _ in 0..<TableTree.deepest {
      guard let below = try Level(below: level, tree, most: most) else {
        isOfLeaves = try TablePage(tree, Int(level.pages[0])).isLeaf
        keys = PageIndex.copy(level.keys)
        marks = PageIndex.copy(stride(from: 7, to: level.keys.count, by: 8).map { level.keys[$0] })
        pages = PageIndex.copy(level.pages)
        return
      }
      level = below
    }
    throw TableTree.Damage()
  }

  private static func copy<Element>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = memory.initialize(from: elements)
    return UnsafeBufferPointer(memory)
  }

  /// Frees the memory. No copy of the index may be used any more.
  fileprivate func deallocate() {
    keys.deallocate()
    marks.deallocate()
    pages.deallocate()
  }

  /// The pages of a level while it is read.
  private struct Level {
    var keys: [Int64] = []
    var pages: [UInt32]

    init(pages: [UInt32]) { self.pages = pages }

    /// Reads the level below another; nil when there is no such level or it is too large.
    init?(below upper: Level, _ tree: TableTree, most: Int) throws(TableTree.Damage) {
      pages = []
      for (position, number) in upper.pages.enumerated() {
        let page = try TablePage(tree, Int(number))
        guard !page.isLeaf, pages.count + page.cellCount < most else { return nil }
        for child in 0..<page.cellCount {
          pages.append(UInt32(truncatingIfNeeded: page.child(child)))
          keys.append(page.key(child))
        }
        pages.append(UInt32(truncatingIfNeeded: page.child(page.cellCount)))
        if position < upper.keys.count { keys.append(upper.keys[position]) }
      }
      for position in keys.indices.dropFirst() where keys[position] <= keys[position - 1] {
        throw TableTree.Damage()
      }
    }
  }

  /// The position of the only page that may have a key.
  @inline(__always) func position(reaching key: Int64) -> Int {
    let first = 8 &* PageIndex.firstPosition(in: marks, notLessThan: key)
    var position = first
    for next in first..<min(first &+ 8, keys.count) { position &+= keys[next] < key ? 1 : 0 }
    return position
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

/// The page indexes of a store's tables, made once for all readers of the store.
final class PageIndexes: Sendable {
  private struct Key: Hashable {
    let root: Int
    let most: Int
  }
  private let made = Mutex<[Key: PageIndex]>([:])

  deinit { made.withLock { for index in $0.values { index.deallocate() } } }

  /// The lowest level of a tree with at most so many pages. It is valid as long as this object.
  ///
  /// - Throws: ``TableTree/Damage`` when the pages are inconsistent.
  func index(of tree: TableTree, root: Int, most: Int) throws(TableTree.Damage) -> PageIndex {
    let key = Key(root: root, most: most)
    if let known = made.withLock({ $0[key] }) { return known }
    // Pages are read without the lock, as this may take long.
    let new = try PageIndex(tree, root: root, most: most)
    return made.withLock { made in
      if let known = made[key] {
        new.deallocate()
        return known
      }
      made[key] = new
      return new
    }
  }
}
