import CPrefetch
import GeoSupport

/// Finds rows of one table by their ids in the mapped file.
///
/// A prepared statement of SQLite costs about a microsecond around a search that takes a tenth of it, and a query needs
/// five to ten rows. The file is immutable while it is open, and a table's B-tree is part of SQLite's documented file
/// format (https://www.sqlite.org/fileformat2.html). So the hot tables are read here; everything else goes through
/// SQLite.
///
/// 1. An interior page has the greatest key of each child except the last, so a binary search picks the child. After
///    some lookups, the lowest level that is not too large is read into a ``PageIndex``, which all readers share.
/// 2. A leaf has the rows in the order of their keys (``TablePage``). Most tables number their rows without gaps: then
///    the greatest key before the leaf determines a row's position in it. Otherwise it is found by binary search. The
///    positions of rows in leaves are cached, too (``LeafOffsets``, ``LeafKeys``).
/// 3. A row that does not fit into its page continues in a chain of overflow pages. It is assembled in a buffer.
///
/// Nothing in the file is trusted: damaged pages and references out of the file are reported as damage. So are leaves
/// whose keys do not match the pages above them (``TablePage/confirm(after:upTo:)``). With wrong keys under valid
/// checksums, searches that rely on the order of rows might never end.
final class TableTree {
  /// The file is damaged.
  struct Damage: Error {}

  /// A row's key and the bytes of its record, valid until the next row of this table is read.
  struct Row {
    var key: Int64
    var record: UnsafeBufferPointer<UInt8>
  }

  let bytes: UnsafePointer<UInt8>
  let pages: CheckedPages
  let pageSize: Int
  /// Bytes of a page that SQLite uses.
  let usableSize: Int
  private let root: Int
  @exclusivity(unchecked) private var isRootLeaf = false
  /// The path to the last key. Nearby lookups often share it, as the order of most tables is spatial.
  @exclusivity(unchecked) private var way: Way
  /// The buffer for rows that do not fit into their page.
  @exclusivity(unchecked) private var overflow = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
  /// A limit that no tree in a file of 2^32 pages reaches.
  static let deepest = 20
  @exclusivity(unchecked) private var index = PageIndex()
  private let indexes: PageIndexes
  private let sizes: PageIndex.Sizes
  /// The number of descents before the index, or one of a lower level, is made, which takes about as long as they do.
  @exclusivity(unchecked) private var descentsUntilIndex = 64
  /// The keys of leaves, for tables with gaps whose index covers all leaves; empty otherwise.
  @exclusivity(unchecked) private var leafKeys = LeafKeys(leafCount: 0)
  @exclusivity(unchecked) private var hasLeafKeys = false
  /// The offsets of rows in leaves, for tables without gaps whose index covers all leaves; empty otherwise.
  @exclusivity(unchecked) private var leafOffsets = LeafOffsets(leafCount: 0)
  private let hasGaps: Bool

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - file: the store; the caller keeps it mapped as long as it uses the tree.
  ///   - root: the number of the table's root page, from `sqlite_schema`.
  ///   - hasGaps: whether some numbers between the first and last key are not used.
  ///   - sizes: the sizes of its index.
  init(
    _ file: MappedFile, root: Int, hasGaps: Bool = false, sizes: PageIndex.Sizes = PageIndex.Sizes()
  ) throws(Damage) {
    guard let start = file.bytes.baseAddress else { throw Damage() }
    bytes = start.assumingMemoryBound(to: UInt8.self)
    pages = file.pages
    indexes = file.indexes
    pageSize = file.pages.pageSize
    usableSize = file.usableSize
    self.root = root
    self.hasGaps = hasGaps
    self.sizes = sizes
    // An empty range of keys, so that the first lookup descends.
    way = Way(leaf: root, upTo: .min)
    isRootLeaf = try TablePage(self, root).isLeaf
  }

  deinit { overflow.deallocate() }

  /// The row with a key; nil when there is none.
  @inline(__always) func row(_ key: Int64) throws(Damage) -> Row? {
    if !leafOffsets.isEmpty, let row = try keptRow(key) { return row }
    guard let row = try lastRow(notAfter: key), row.key == key else { return nil }
    return row
  }

  /// The row with the greatest key not above this one; nil when there is none.
  func lastRow(notAfter key: Int64) throws(Damage) -> Row? {
    if hasLeafKeys, let row = try keptRow(notAfter: key) { return row }
    let sought = SoughtKey(key)
    if !way.leads(to: key) { way = try way(to: sought) }
    fetch(way, key)
    if let row = try TablePage(self, way.leaf).lastRow(notAfter: sought, guess: way.position(of: key)) { return row }
    // The key may lie before the first one of its leaf.
    guard let left = way.left else { return nil }
    guard let row = try lastRow(below: left), row.key == way.before else { throw Damage() }
    return row
  }

  /// The least key greater than another; nil when there is none.
  func firstKey(after key: Int64) throws(Damage) -> Int64? {
    guard key < .max else { return nil }
    let next = SoughtKey(key + 1)
    if !way.leads(to: next.key) { way = try way(to: next) }
    let page = try TablePage(self, way.leaf)
    let position = page.firstPosition(notLessThan: next)
    // The last key of a leaf is the greatest key that leads to it, so only the last leaf can have no such row.
    return position < page.cellCount ? page.key(position) : nil
  }

  /// The row by the cached keys of its leaf; nil when they are not cached or all are greater.
  @inline(__always) private func keptRow(notAfter key: Int64) throws(Damage) -> Row? {
    let leaf = index.position(reaching: key)
    let page = index.page(leaf)
    if !leafKeys.knows(leaf: leaf) { leafKeys.keep(try confirmedLeaf(leaf), leaf: leaf) }
    return leafKeys.lastRow(notAfter: key, leaf: leaf).flatMap { TablePage.row(self, page, $0) }
  }

  /// The row by its cached offset; nil when the offset is not cached or the row is another one.
  @inline(__always) private func keptRow(_ key: Int64) throws(Damage) -> Row? {
    if !way.leads(to: key) { way = try wayOfIndex(key) }
    return leafOffsets.offset(way.position(of: key), in: way.rows).flatMap {
      TablePage.row(self, way.leaf, at: $0, key)
    }
  }

  /// A leaf of the index whose first and last keys match the pages above, and whose keys are in ascending order.
  @inline(never) private func confirmedLeaf(_ position: Int) throws(Damage) -> TablePage {
    let page = try leaf(position)
    try page.confirmOrder()
    return page
  }

  /// A leaf of the index whose first and last keys match the pages above.
  private func leaf(_ position: Int) throws(Damage) -> TablePage {
    let page = try TablePage(self, index.page(position))
    let before = position > 0 ? index.greatestKey(position - 1) : nil
    try page.confirm(after: before, upTo: index.greatestKey(position) ?? .max)
    return page
  }

  /// The greatest key; nil when there is no row.
  func lastKey() throws(Damage) -> Int64? { try lastRow(notAfter: .max)?.key }

  /// The last row of a subtree.
  private func lastRow(below number: Int) throws(Damage) -> Row? {
    var page = try TablePage(self, number)
    for _ in 0..<TableTree.deepest where !page.isLeaf { page = try TablePage(self, page.child(page.cellCount)) }
    guard page.isLeaf else { throw Damage() }
    return try page.lastRow(notAfter: SoughtKey(.max), guess: -1)
  }

  /// A path through the tree and the range of keys that it serves.
  private struct Way {
    /// The only leaf that may have the keys, or a page above it.
    fileprivate var leaf: Int
    /// The greatest key before the leaf, and a subtree that ends with it. Ids begin with 1.
    fileprivate var before: Int64 = 0
    fileprivate var left: Int?
    /// The greatest key that leads to this leaf.
    fileprivate var upTo = Int64.max
    /// The cached offsets of the leaf's rows.
    fileprivate var rows = LeafOffsets.Leaf.none

    /// Whether a key also leads here.
    @inline(__always) fileprivate func leads(to key: Int64) -> Bool { key <= upTo && (left == nil || key > before) }

    /// The position of a row in the leaf if the table numbers its rows without gaps. The row need not exist.
    @inline(__always) fileprivate func position(of key: Int64) -> Int { Int(truncatingIfNeeded: key &- before &- 1) }
  }

  @inline(never) private func way(to key: SoughtKey) throws(Damage) -> Way {
    var way = Way(leaf: root)
    if isRootLeaf {
      try TablePage(self, root).confirmOrder()
      return way
    }
    if !index.isOfLeaves { countDescent() }
    if !index.isEmpty {
      way = try wayOfIndex(key.key)
      if index.isOfLeaves { return way }
    }
    var page = try TablePage(self, way.leaf)
    for _ in 0..<TableTree.deepest {
      let position = page.firstChild(reaching: key)
      if position < page.cellCount { way.upTo = page.key(position) }
      if position > 0 {
        way.before = page.key(position - 1)
        way.left = page.child(position - 1)
      }
      way.leaf = page.child(position)
      page = try TablePage(self, way.leaf)
      guard page.isLeaf else { continue }
      try page.confirm(after: way.left == nil ? nil : way.before, upTo: way.upTo)
      return way
    }
    throw Damage()
  }

  /// The path down to the level of the index.
  @inline(__always) private func wayOfIndex(_ key: Int64) throws(Damage) -> Way {
    let position = index.position(reaching: key)
    var way = Way(leaf: index.page(position))
    if !leafOffsets.isEmpty {
      if !leafOffsets.knows(leaf: position) { leafOffsets.keep(try confirmedLeaf(position), leaf: position) }
      way.rows = leafOffsets[position]
    } else if hasLeafKeys {
      if !leafKeys.knows(leaf: position) { leafKeys.keep(try confirmedLeaf(position), leaf: position) }
    } else if index.isOfLeaves {
      _ = try leaf(position)
    }
    if let last = index.greatestKey(position) { way.upTo = last }
    if position > 0, let before = index.greatestKey(position - 1) {
      way.before = before
      way.left = index.page(position - 1)
    }
    return way
  }

  /// Makes the index after some descents. That of a large table begins with a higher level and follows once as many
  /// descents have begun there as the level has pages to read.
  ///
  /// A damaged tree gets no index, and rows read so far stay valid: only a descent that reaches the damage reports an
  /// error.
  private func countDescent() {
    descentsUntilIndex -= 1
    guard descentsUntilIndex == 0 else { return }
    let isFirst = index.isEmpty
    do {
      index = try indexes.index(of: self, root: root, most: isFirst ? sizes.atFirst : sizes.atMost)
    } catch { return }
    if isFirst { descentsUntilIndex = index.count }
    guard index.isOfLeaves, index.count <= sizes.keptLeaves else { return }
    hasLeafKeys = hasGaps
    if hasGaps {
      leafKeys = LeafKeys(leafCount: index.count)
    } else {
      leafOffsets = LeafOffsets(leafCount: index.count)
    }
  }

  /// Prefetches the row of a key if its offset is cached.
  ///
  /// Otherwise prefetches the header of its leaf and the offset of the cell where it may be.
  @inline(__always) private func fetch(_ way: Way, _ key: Int64) {
    let start = bytes + (way.leaf &- 1) &* pageSize
    let position = way.position(of: key)
    if let offset = leafOffsets.offset(position, in: way.rows) { return cprefetch(start + offset) }
    cprefetch(start)
    if position >= 0, position < pageSize / 2 { cprefetch(start + 8 + 2 * position) }
  }

  /// Prefetches the first bytes that a lookup of a key will need. Damage is ignored here; the lookup reports it.
  func expect(_ key: Int64) {
    guard index.isOfLeaves else { return }
    if !way.leads(to: key) { do { way = try wayOfIndex(key) } catch { return } }
    fetch(way, key)
  }

  /// Prefetches a row in the leaf that ``expect(_:)`` found, if its table has no gaps.
  func expectRow(_ key: Int64) {
    guard index.isOfLeaves, way.leads(to: key) else { return }
    fetch(way, key)
  }

  /// Assembles the parts of a long record.
  func assemble(
    _ size: Int, from start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) throws(Damage) -> UnsafeBufferPointer<UInt8> {
    // The file format defines how much of the record is in the leaf.
    let least = (usableSize - 12) * 32 / 255 - 23
    let most = usableSize - 35
    let inPage = least + (size - least) % (usableSize - 4)
    var count = inPage <= most ? inPage : least
    guard count + 4 <= end - start, size <= pages.count * pageSize else { throw Damage() }
    if overflow.count < size {
      overflow.deallocate()
      overflow = .allocate(capacity: size)
    }
    var (from, filled, last) = (start, 0, 0)
    while true {
      (overflow.baseAddress! + filled).update(from: from, count: count)
      filled += count
      if filled == size { return UnsafeBufferPointer(rebasing: overflow[..<size]) }
      let link = filled == count ? from + count : from - 4
      let page = Int(link[0]) << 24 | Int(link[1]) << 16 | Int(link[2]) << 8 | Int(link[3])
      // An import appends overflow pages one after the other. Requiring ascending numbers excludes cycles.
      guard page > last, page <= pages.count, pages.isWhole(page) else { throw Damage() }
      last = page
      from = bytes + (page - 1) * pageSize + 4
      count = min(size - filled, usableSize - 4)
    }
  }
}
