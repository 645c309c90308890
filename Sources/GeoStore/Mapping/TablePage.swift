import CPrefetch

/// One page of a table's B-tree, as it stands in the file.
struct TablePage {
  private let tree: Unmanaged<TableTree>
  private let start: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  /// The offsets of the cells, two bytes each.
  private let cells: UnsafePointer<UInt8>
  /// Rows of a leaf; keys of an interior page, which has one child more.
  let cellCount: Int
  /// Whether it has rows; else it has children.
  let isLeaf: Bool

  /// - Throws: ``TableTree/Damage`` for a number that the file does not have, and for a page that is none of a table.
  @inline(__always) init(_ tree: TableTree, _ number: Int) throws(TableTree.Damage) {
    guard number >= 1, number <= tree.pageCount else { throw TableTree.Damage() }
    self.tree = Unmanaged.passUnretained(tree)
    start = tree.bytes + (number - 1) * tree.pageSize
    end = start + tree.usableSize
    // The first page begins with the header of the file.
    let head = number == 1 ? start + 100 : start
    isLeaf = head[0] == 13
    guard isLeaf || head[0] == 5 else { throw TableTree.Damage() }
    cellCount = Int(head[3]) << 8 | Int(head[4])
    cells = head + (isLeaf ? 8 : 12)
    guard cells + 2 * cellCount <= end else { throw TableTree.Damage() }
  }

  /// Where a cell starts; the last bytes of the page for one that is damaged, which then makes no sense.
  @inline(__always) private func cell(_ position: Int) -> UnsafePointer<UInt8> {
    let offset = Int(cells[2 * position]) << 8 | Int(cells[2 * position + 1])
    return min(start + offset, end - 4)
  }

  /// The key of a row, or the greatest key below a child.
  @inline(__always) func key(_ position: Int) -> Int64 {
    var next = cell(position)
    if isLeaf { _ = RowCursor.varint(&next, end) } else { next += 4 }
    return Int64(bitPattern: RowCursor.varint(&next, end))
  }

  /// The page of a child of an interior page.
  func child(_ position: Int) -> Int {
    let bytes = position < cellCount ? cell(position) : cells - 4
    return Int(bytes[0]) << 24 | Int(bytes[1]) << 16 | Int(bytes[2]) << 8 | Int(bytes[3])
  }

  /// The last row of a leaf whose key is not greater than this one; nil when all are greater.
  ///
  /// - Parameter guess: position of the row in a table that numbers its rows without gaps, as most do: then nothing else of
  ///   the page is read, as all its cells lie in lines of the processor's cache that have to be waited for.
  @inline(__always) func lastRow(notAfter key: Int64, guess: Int) throws(TableTree.Damage) -> TableTree.Row? {
    guard isLeaf else { throw TableTree.Damage() }
    if guess >= 0, guess < cellCount {
      let row = try row(guess)
      if row.key == key { return row }
    }
    return try lastRow(notAfter: key)
  }

  private func lastRow(notAfter key: Int64) throws(TableTree.Damage) -> TableTree.Row? {
    // Of few and large rows the keys are fetched together instead of one after the other.
    if cellCount <= TablePage.fewRows { for position in 0..<cellCount { cprefetch(cell(position)) } }
    var (low, high) = (0, cellCount)
    while low < high {
      let middle = (low + high) >> 1
      if self.key(middle) <= key { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : try row(low - 1)
  }

  /// Rows of a page that are searched at once.
  private static let fewRows = 32

  @inline(__always) private func row(_ position: Int) throws(TableTree.Damage) -> TableTree.Row {
    var next = cell(position)
    let size = RowCursor.varint(&next, end)
    let key = Int64(bitPattern: RowCursor.varint(&next, end))
    let tree = tree._withUnsafeGuaranteedRef { $0 }
    guard size <= UInt64(tree.usableSize - 35) else {
      guard size < 1 << 31 else { throw TableTree.Damage() }
      return TableTree.Row(key: key, record: try tree.assemble(Int(size), from: next, end))
    }
    let count = Int(size)
    guard count <= end - next else { throw TableTree.Damage() }
    prefetch(next, count)
    return TableTree.Row(key: key, record: UnsafeBufferPointer(start: next, count: count))
  }

  /// Begins to fetch a row.
  func expect(_ position: Int) {
    guard position >= 0, position < cellCount else { return }
    let start = cell(position)
    cprefetch(start)
    cprefetch(start + 64)
  }

  /// Fetches the record beyond its first line.
  @inline(__always) private func prefetch(_ record: UnsafePointer<UInt8>, _ count: Int) {
    var offset = 64
    while offset < min(count, 1_024) {
      cprefetch(record + offset)
      offset += 64
    }
  }
}
