/// Finds rows of one table by their ids in the mapped file.
///
/// A prepared statement of SQLite costs about a microsecond around a search that takes a tenth of it, and an answer needs
/// five to ten rows. The file is immutable while it is open, and a table's B-tree is part of SQLite's documented file format
/// (https://www.sqlite.org/fileformat2.html), so the hot tables are read here; everything else asks SQLite.
///
/// 1. An interior page has the greatest key of each child but the last: binary search picks the child.
/// 2. A leaf has the rows in the order of their keys: binary search again.
/// 3. A row that does not fit into its page goes on in a chain of overflow pages, and is put together in a buffer.
///
/// Nothing in the file is trusted: whatever leads out of it is reported as damage.
final class TableTree {
  /// The file is damaged.
  struct Damage: Error {}

  /// A row's key and the bytes of its record, which are valid until the next row of this table is read.
  struct Row {
    var key: Int64
    var record: UnsafeBufferPointer<UInt8>
  }

  private let bytes: UnsafePointer<UInt8>
  private let pageCount: Int
  private let pageSize: Int
  private let usableSize: Int
  private let root: Int
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
    guard let start = file.bytes.baseAddress, file.bytes.count >= 512 else { throw Damage() }
    bytes = start.assumingMemoryBound(to: UInt8.self)
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    pageSize = size == 1 ? 65_536 : size
    usableSize = pageSize - Int(bytes[20])
    guard pageSize >= 512, usableSize >= 480 else { throw Damage() }
    pageCount = file.bytes.count / pageSize
    self.root = root
  }

  deinit { overflow.deallocate() }

  /// The row of a key; nil when there is none.
  @inline(__always) func row(_ key: Int64) throws(Damage) -> Row? {
    guard let row = try lastRow(notAfter: key), row.key == key else { return nil }
    return row
  }

  /// The row with the greatest key that is not greater than this one; nil when there is none.
  func lastRow(notAfter key: Int64) throws(Damage) -> Row? {
    var page = try Page(self, root)
    // The nearest subtree to the left of the way down, for a key before the first one of its leaf.
    var left: Int?
    var depth = 0
    while !page.isLeaf {
      let position = page.firstChild(reaching: key)
      if position > 0 { left = page.child(position - 1) }
      page = try Page(self, page.child(position))
      depth += 1
      guard depth < TableTree.deepest else { throw Damage() }
    }
    if let row = try page.lastRow(notAfter: key) { return row }
    guard let left else { return nil }
    page = try Page(self, left)
    while !page.isLeaf {
      page = try Page(self, page.child(page.cellCount))
      depth += 1
      guard depth < 2 * TableTree.deepest else { throw Damage() }
    }
    return try page.lastRow(notAfter: key)
  }
}

extension TableTree {
  /// One page of the tree.
  private struct Page {
    let tree: Unmanaged<TableTree>
    let start: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    /// The offsets of the cells, two bytes each.
    let cells: UnsafePointer<UInt8>
    let cellCount: Int
    let isLeaf: Bool

    @inline(__always) init(_ tree: TableTree, _ number: Int) throws(Damage) {
      guard number >= 1, number <= tree.pageCount else { throw Damage() }
      self.tree = Unmanaged.passUnretained(tree)
      start = tree.bytes + (number - 1) * tree.pageSize
      end = start + tree.usableSize
      // The first page begins with the header of the file.
      let head = number == 1 ? start + 100 : start
      isLeaf = head[0] == 13
      guard isLeaf || head[0] == 5 else { throw Damage() }
      cellCount = Int(head[3]) << 8 | Int(head[4])
      cells = head + (isLeaf ? 8 : 12)
      guard cells + 2 * cellCount <= end else { throw Damage() }
    }

    /// Where a cell starts; the last bytes of the page for one that is damaged, which then makes no sense.
    @inline(__always) private func cell(_ position: Int) -> UnsafePointer<UInt8> {
      let offset = Int(cells[2 * position]) << 8 | Int(cells[2 * position + 1])
      return min(start + offset, end - 4)
    }

    @inline(__always) private func key(_ position: Int) -> Int64 {
      var next = cell(position)
      if isLeaf { _ = RowCursor.varint(&next, end) } else { next += 4 }
      return Int64(bitPattern: RowCursor.varint(&next, end))
    }

    /// Position of the first child of an interior page that has keys up to this one; the last child when all are less.
    @inline(__always) func firstChild(reaching key: Int64) -> Int {
      var (low, high) = (0, cellCount)
      while low < high {
        let middle = (low + high) >> 1
        if self.key(middle) < key { low = middle + 1 } else { high = middle }
      }
      return low
    }

    /// The page of a child.
    @inline(__always) func child(_ position: Int) -> Int {
      let bytes = position < cellCount ? cell(position) : cells - 4
      return Int(bytes[0]) << 24 | Int(bytes[1]) << 16 | Int(bytes[2]) << 8 | Int(bytes[3])
    }

    @inline(__always) func lastRow(notAfter key: Int64) throws(Damage) -> Row? {
      // Most tables number their rows without gaps: then the first key tells where the row is, without a search through cells
      // that all lie in other lines of the processor's cache.
      if cellCount > 0, let guess = Int(exactly: key.subtractingReportingOverflow(self.key(0)).partialValue),
        guess >= 0, guess < cellCount, self.key(guess) == key
      {
        return try row(guess)
      }
      var (low, high) = (0, cellCount)
      while low < high {
        let middle = (low + high) >> 1
        if self.key(middle) <= key { low = middle + 1 } else { high = middle }
      }
      return low == 0 ? nil : try row(low - 1)
    }

    @inline(__always) private func row(_ position: Int) throws(Damage) -> Row {
      var next = cell(position)
      let size = RowCursor.varint(&next, end)
      let key = Int64(bitPattern: RowCursor.varint(&next, end))
      let tree = tree._withUnsafeGuaranteedRef { $0 }
      guard size <= UInt64(tree.usableSize - 35) else {
        guard size < 1 << 31 else { throw Damage() }
        return Row(key: key, record: try tree.assemble(Int(size), from: next, end))
      }
      guard Int(size) <= end - next else { throw Damage() }
      return Row(key: key, record: UnsafeBufferPointer(start: next, count: Int(size)))
    }
  }

  /// Puts the parts of a long record together.
  private func assemble(
    _ size: Int, from start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) throws(Damage) -> UnsafeBufferPointer<UInt8> {
    // How much of it lies in the leaf is part of the format.
    let least = (usableSize - 12) * 32 / 255 - 23
    let most = usableSize - 35
    let inPage = least + (size - least) % (usableSize - 4)
    var count = inPage <= most ? inPage : least
    guard count + 4 <= end - start, size <= pageCount * pageSize else { throw Damage() }
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
      guard page >= 1, page <= pageCount else { throw Damage() }
      from = bytes + (page - 1) * pageSize + 4
      count = min(size - filled, usableSize - 4)
    }
  }
}
