import GeoSupport

/// The interior pages of a table that were needed last, unpacked.
///
/// In the file the cells of a page are scattered over many lines of the processor's cache; here the keys stand side by side.
/// Each page has two slots, where it drives out the one that came before the last, so the room is bounded however large the
/// table is.
final class InteriorPages {
  /// An unpacked page: children, and for each but the last the greatest key below it. Valid until the next one is asked for.
  struct Page {
    fileprivate let number: Int
    /// How many keys there are, one less than children.
    let keyCount: Int
    /// Whether the children are leaves. All leaves of a tree are equally deep.
    let isAboveLeaves: Bool
    private let keys: UnsafeMutablePointer<Int64>
    private let children: UnsafeMutablePointer<UInt32>

    fileprivate init(_ source: TablePage, _ number: Int, of tree: TableTree) throws(TableTree.Damage) {
      guard !source.isLeaf else { throw TableTree.Damage() }
      self.number = number
      keyCount = source.cellCount
      isAboveLeaves = try TablePage(tree, source.child(0)).isLeaf
      keys = .allocate(capacity: keyCount)
      children = .allocate(capacity: keyCount + 1)
      for position in 0..<keyCount { keys[position] = source.key(position) }
      for position in 0...keyCount { children[position] = UInt32(source.child(position)) }
    }

    fileprivate func deallocate() {
      keys.deallocate()
      children.deallocate()
    }

    /// The greatest key below a child that is not the last.
    @inline(__always) func key(_ position: Int) -> Int64 { keys[position] }

    /// The number of a child's page.
    @inline(__always) func child(_ position: Int) -> Int { Int(children[position]) }

    /// Position of the first child that has keys up to this one; the last child when all are less.
    @inline(__always) func firstChild(reaching key: Int64) -> Int {
      var (low, open) = (0, keyCount)
      // Without branches, which no processor could foretell.
      while open > 0 {
        let half = (open &+ 1) >> 1
        low &+= keys[low &+ half &- 1] < key ? half : 0
        open &-= half
      }
      return low
    }
  }

  /// Bits of the number of a pair of slots: 128 pages, which lead to some ten thousand leaves. Full they take 700 kilobytes.
  private static let pairBits = 6
  @exclusivity(unchecked) private var slots: [Page?] = Array(repeating: nil, count: 2 << pairBits)

  init() {}

  deinit { for case .some(let page) in slots { page.deallocate() } }

  /// An interior page, unpacked when it is not kept.
  @inline(__always) func page(_ number: Int, of tree: TableTree) throws(TableTree.Damage) -> Page {
    let slot = InteriorPages.slot(number)
    if let page = slots[slot], page.number == number { return page }
    if let page = slots[slot + 1], page.number == number { return page }
    return try load(number, of: tree)
  }

  private func load(_ number: Int, of tree: TableTree) throws(TableTree.Damage) -> Page {
    let page = try Page(TablePage(tree, number), number, of: tree)
    let slot = InteriorPages.slot(number)
    slots[slot + 1]?.deallocate()
    slots[slot + 1] = slots[slot]
    slots[slot] = page
    return page
  }

  /// The first slot of the pair of a page.
  private static func slot(_ number: Int) -> Int {
    Hashing.slot(of: UInt64(truncatingIfNeeded: number), slotBits: pairBits) << 1
  }
}
