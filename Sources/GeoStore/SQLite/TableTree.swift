import CPrefetch
import GeoSupport

/// Finds rows of one table by their ids in the mapped file.
///
/// A prepared statement of SQLite costs about a microsecond around a search that takes a tenth of it, and an answer needs
/// five to ten rows. The file is immutable while it is open, and a table's B-tree is part of SQLite's documented file format
/// (https://www.sqlite.org/fileformat2.html), so the hot tables are read here; everything else asks SQLite.
///
/// 1. An interior page has the greatest key of each child but the last: binary search picks the child (``InteriorPages``).
/// 2. A leaf has the rows in the order of their keys (``TablePage``). Most tables number their rows without gaps: then the
///    greatest key before the leaf tells where in it the row is. Else it is binary search again.
/// 3. A row that does not fit into its page goes on in a chain of overflow pages, and is put together in a buffer.
///
/// Nothing in the file is trusted: a page that is not whole, and whatever leads out of the file, is reported as damage.
final class TableTree {
  /// The file is damaged.
  struct Damage: Error {}

  /// A row's key and the bytes of its record, which are valid until the next row of this table is read.
  struct Row {
    var key: Int64
    var record: UnsafeBufferPointer<UInt8>
  }

  let bytes: UnsafePointer<UInt8>
  let pages: CheckedPages
  let pageSize: Int
  /// Bytes of a page that belong to the tree.
  let usableSize: Int
  private let root: Int
  @exclusivity(unchecked) private var isRootLeaf = false
  private let interiorPages = InteriorPages()
  /// Room for a row that does not fit into its page.
  @exclusivity(unchecked) private var overflow = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
  /// No tree of a file of 2^32 pages is deeper.
  private static let deepest = 20

  /// The rows of a table.
  ///
  /// - Parameters:
  ///   - file: the store; the caller keeps it mapped for as long as it uses the tree.
  ///   - root: number of the table's first page, which `sqlite_schema` knows.
  init(_ file: MappedFile, root: Int) throws(Damage) {
    guard let start = file.bytes.baseAddress else { throw Damage() }
    bytes = start.assumingMemoryBound(to: UInt8.self)
    pages = file.pages
    pageSize = file.pages.pageSize
    usableSize = file.usableSize
    self.root = root
    isRootLeaf = try TablePage(self, root).isLeaf
  }

  deinit { overflow.deallocate() }

  /// The row of a key; nil when there is none.
  @inline(__always) func row(_ key: Int64) throws(Damage) -> Row? {
    guard let row = try lastRow(notAfter: key), row.key == key else { return nil }
    return row
  }

  /// The row with the greatest key that is not greater than this one; nil when there is none.
  func lastRow(notAfter key: Int64) throws(Damage) -> Row? {
    let way = try way(to: key)
    fetch(way, key)
    if let row = try TablePage(self, way.leaf).lastRow(notAfter: key, guess: way.position(of: key)) { return row }
    // The key may be before the first one of its leaf.
    guard let left = way.left else { return nil }
    return try lastRow(below: left)
  }

  /// The greatest key; 0 when there is no row.
  func lastKey() throws(Damage) -> Int64 { try lastRow(notAfter: .max)?.key ?? 0 }

  /// The last row of a subtree.
  private func lastRow(below number: Int) throws(Damage) -> Row? {
    var page = try TablePage(self, number)
    for _ in 0..<TableTree.deepest where !page.isLeaf { page = try TablePage(self, page.child(page.cellCount)) }
    return try page.lastRow(notAfter: .max, guess: -1)
  }

  /// Where a key leads.
  struct Way {
    /// The page that has the key, if any has.
    fileprivate var leaf: Int
    /// The greatest key before the leaf, and a subtree that ends with it. Ids begin at 1.
    fileprivate var before: Int64 = 0
    fileprivate var left: Int?

    /// Where in the leaf a row is if the table numbers its rows without gaps; it need not be there.
    @inline(__always) fileprivate func position(of key: Int64) -> Int { Int(truncatingIfNeeded: key &- before &- 1) }
  }

  @inline(__always) private func way(to key: Int64) throws(Damage) -> Way {
    var way = Way(leaf: root)
    if isRootLeaf { return way }
    var page = try interiorPages.page(root, of: self)
    for _ in 0..<TableTree.deepest {
      let position = page.firstChild(reaching: key)
      if position > 0 {
        way.before = page.key(position - 1)
        way.left = page.child(position - 1)
      }
      way.leaf = page.child(position)
      if page.isAboveLeaves { return way }
      page = try interiorPages.page(way.leaf, of: self)
    }
    throw Damage()
  }

  /// Fetches the header of a leaf and, at the same time, the offset of the cell where the row of a key may be.
  @inline(__always) private func fetch(_ way: Way, _ key: Int64) {
    let start = bytes + (way.leaf - 1) * pageSize
    let position = way.position(of: key)
    cprefetch(start)
    if position >= 0, position < pageSize / 2 { cprefetch(start + 8 + 2 * position) }
  }

  // MARK: Rows that are needed soon

  /// Begins to fetch the beginning of the page of a row; nil when the table is damaged.
  func expectPage(of key: Int64) -> Way? {
    guard let way = try? way(to: key) else { return nil }
    fetch(way, key)
    return way
  }

  /// Begins to fetch a row whose page has been expected.
  func expectRow(_ key: Int64, at way: Way) {
    if let page = try? TablePage(self, way.leaf) { page.expect(way.position(of: key)) }
  }

  /// Puts the parts of a long record together.
  func assemble(
    _ size: Int, from start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) throws(Damage) -> UnsafeBufferPointer<UInt8> {
    // How much of it lies in the leaf is part of the format.
    let least = (usableSize - 12) * 32 / 255 - 23
    let most = usableSize - 35
    let inPage = least + (size - least) % (usableSize - 4)
    var count = inPage <= most ? inPage : least
    guard count + 4 <= end - start, size <= pages.count * pageSize else { throw Damage() }
    if overflow.count < size {
      overflow.deallocate()
      overflow = .allocate(capacity: size)
    }
    var (from, filled) = (start, 0)
    while true {
      (overflow.baseAddress! + filled).update(from: from, count: count)
      filled += count
      if filled == size { return UnsafeBufferPointer(rebasing: overflow[..<size]) }
      let link = filled == count ? from + count : from - 4
      let page = Int(link[0]) << 24 | Int(link[1]) << 16 | Int(link[2]) << 8 | Int(link[3])
      guard page >= 1, page <= pages.count, pages.isWhole(page) else { throw Damage() }
      from = bytes + (page - 1) * pageSize + 4
      count = min(size - filled, usableSize - 4)
    }
  }
}

/// The interior pages of a table that were needed last, unpacked.
///
/// In the file the cells of a page are scattered over many lines of the processor's cache; here the keys stand side by side.
/// Each page may stand in one of four slots, where it replaces the oldest, so the room is bounded however large the table is. (With two
/// slots a store of four such pages, three of which shared them, unpacked a thousand keys at each second question.)
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
      // Without branches, which no processor could predict.
      while open > 0 {
        let half = (open &+ 1) >> 1
        low &+= keys[low &+ half &- 1] < key ? half : 0
        open &-= half
      }
      return low
    }
  }

  /// Bits of the number of a row of slots: 128 pages, which lead to some ten thousand leaves. Full they take 700 kilobytes.
  private static let rowBits = 5
  private static let slotsInRow = 4
  @exclusivity(unchecked) private var slots: [Page?] = Array(repeating: nil, count: slotsInRow << rowBits)

  init() {}

  deinit { for case .some(let page) in slots { page.deallocate() } }

  /// An interior page, unpacked when it is not kept.
  @inline(__always) func page(_ number: Int, of tree: TableTree) throws(TableTree.Damage) -> Page {
    let row = InteriorPages.row(number)
    for slot in row..<row + InteriorPages.slotsInRow {
      if let page = slots[slot], page.number == number { return page }
    }
    return try load(number, of: tree)
  }

  private func load(_ number: Int, of tree: TableTree) throws(TableTree.Damage) -> Page {
    let page = try Page(TablePage(tree, number), number, of: tree)
    let row = InteriorPages.row(number)
    let last = row + InteriorPages.slotsInRow - 1
    slots[last]?.deallocate()
    for slot in (row + 1...last).reversed() { slots[slot] = slots[slot - 1] }
    slots[row] = page
    return page
  }

  /// The first slot of the row of a page.
  private static func row(_ number: Int) -> Int {
    Hashing.slot(of: UInt64(truncatingIfNeeded: number), slotBits: rowBits) * slotsInRow
  }
}
