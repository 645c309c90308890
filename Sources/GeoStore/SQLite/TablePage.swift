import CPrefetch

/// One page of a table's B-tree, read in place.
struct TablePage {
  private let tree: Unmanaged<TableTree>
  private let start: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  /// The offsets of the cells, two bytes each.
  private let cells: UnsafePointer<UInt8>
  /// The number of rows of a leaf, or of keys of an interior page, which has one child more.
  let cellCount: Int
  /// Whether it is a leaf with rows; otherwise it has children.
  let isLeaf: Bool

  /// Reads the head of a page.
  ///
  /// - Throws: ``TableTree/Damage`` for a number that the file does not have, for a damaged page, and for a page that
  ///   is not of a table.
  @inline(__always) init(_ tree: TableTree, _ number: Int) throws(TableTree.Damage) {
    guard number >= 1, number <= tree.pages.count, tree.pages.isWhole(number) else { throw TableTree.Damage() }
    self.tree = Unmanaged.passUnretained(tree)
    start = tree.bytes + (number &- 1) &* tree.pageSize
    end = start + tree.usableSize
    // The first page begins with the header of the file.
    let head = number == 1 ? start + 100 : start
    isLeaf = head[0] == 13
    guard isLeaf || head[0] == 5 else { throw TableTree.Damage() }
    cellCount = Int(head[3]) << 8 | Int(head[4])
    cells = head + (isLeaf ? 8 : 12)
    guard cells + 2 &* cellCount <= end else { throw TableTree.Damage() }
  }

  /// The start of a cell. For a damaged offset it is the last bytes of the page, which decode to nonsense.
  @inline(__always) private func cell(_ position: Int) -> UnsafePointer<UInt8> {
    let offset = UnsafeRawPointer(cells).loadUnaligned(fromByteOffset: 2 &* position, as: UInt16.self)
    return min(start + Int(UInt16(bigEndian: offset)), end - 4)
  }

  /// The offset of a cell from the beginning of the page.
  func offset(_ position: Int) -> UInt16 { UInt16(cell(position) - start) }

  /// The key of a row, or the greatest key below a child.
  @inline(__always) func key(_ position: Int) -> Int64 {
    var next = cell(position)
    if isLeaf { _ = RowCursor.varint(&next, end) } else { next += 4 }
    return Int64(bitPattern: RowCursor.varint(&next, end))
  }

  /// Whether the key of a row is less than another key.
  @inline(__always) private func isRow(_ position: Int, lessThan sought: SoughtKey) -> Bool {
    var next = cell(position)
    _ = RowCursor.varint(&next, end)
    return isKey(at: next, lessThan: sought)
  }

  @inline(__always) private func isKey(at next: UnsafePointer<UInt8>, lessThan sought: SoughtKey) -> Bool {
    guard end - next > 8 else { return isLastKey(at: next, lessThan: sought) }
    let bytes = UInt64(bigEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
    let ends = ~bytes & SoughtKey.further
    guard ends == 0 else {
      return sought.isLong
        ? sought.key > 0 : bytes &>> (56 &- UInt64(ends.leadingZeroBitCount)) < sought.bytes
    }
    guard sought.isLong else { return bytes & SoughtKey.sign != 0 }
    let ordered = bytes ^ SoughtKey.sign
    return ordered == sought.bytes ? next[8] < sought.ninthByte : ordered < sought.bytes
  }

  /// Like `isKey(at:lessThan:)`, for a key so close to the end of the page that fewer than nine bytes are left.
  @inline(never) private func isLastKey(at next: UnsafePointer<UInt8>, lessThan sought: SoughtKey) -> Bool {
    var next = next
    return Int64(bitPattern: RowCursor.varint(&next, end)) < sought.key
  }

  /// Confirms that the keys of a leaf match those in the pages above.
  ///
  /// An import writes rows in the order of their keys, so the key above a leaf is exactly the leaf's greatest key.
  ///
  /// - Parameters:
  ///   - before: the greatest key of the previous leaf; nil for the first leaf.
  ///   - last: the greatest key of this leaf; `Int64.max` for the last leaf, whose greatest key is in no page above.
  func confirm(after before: Int64?, upTo last: Int64) throws(TableTree.Damage) {
    prefetchKeys()
    guard isLeaf, cellCount > 0, before.map({ $0 < key(0) }) ?? true else { throw TableTree.Damage() }
    guard last == .max || key(cellCount - 1) == last else { throw TableTree.Damage() }
  }

  /// Confirms that the keys are in ascending order.
  func confirmOrder() throws(TableTree.Damage) {
    var previous = cellCount > 0 ? key(0) : 0
    for position in stride(from: 1, to: cellCount, by: 1) {
      let key = key(position)
      guard key > previous else { throw TableTree.Damage() }
      previous = key
    }
  }

  /// The page number of a child of an interior page.
  func child(_ position: Int) -> Int {
    let bytes = position < cellCount ? cell(position) : cells - 4
    return Int(bytes[0]) << 24 | Int(bytes[1]) << 16 | Int(bytes[2]) << 8 | Int(bytes[3])
  }

  /// The position of the first child of an interior page that has keys up to this one; the last child when all keys are
  /// less.
  @inline(__always) func firstChild(reaching sought: SoughtKey) -> Int {
    var (low, open) = (0, cellCount)
    // Without branches, as no processor could predict them.
    while open > 0 {
      let half = (open &+ 1) >> 1
      // A key follows the four bytes of the child's page number.
      low &+= isKey(at: cell(low &+ half &- 1) + 4, lessThan: sought) ? half : 0
      open &-= half
    }
    return low
  }

  /// The last row of a leaf whose key is not greater than this one; nil when all are greater.
  ///
  /// - Parameter guess: the position of the row if the table numbers its rows without gaps, as most do. If the guess is
  ///   right, nothing else of the page is read, which saves waiting for other cache lines.
  @inline(__always) func lastRow(notAfter sought: SoughtKey, guess: Int) throws(TableTree.Damage) -> TableTree.Row? {
    guard isLeaf else { throw TableTree.Damage() }
    if guess >= 0, guess < cellCount {
      let row = try row(guess)
      if row.key == sought.key { return row }
    }
    return try lastRow(notAfter: sought)
  }

  private func lastRow(notAfter sought: SoughtKey) throws(TableTree.Damage) -> TableTree.Row? {
    prefetchKeys()
    let low = firstPosition(notLessThan: sought)
    // The first row that is not less has the key itself, or comes after it.
    if low < cellCount, key(low) == sought.key { return try row(low) }
    return low == 0 ? nil : try row(low - 1)
  }

  /// The position of the first row of a leaf whose key is not less than another; ``cellCount`` when all are less.
  @inline(__always) func firstPosition(notLessThan sought: SoughtKey) -> Int {
    var (low, high) = (0, cellCount)
    while low < high {
      let middle = (low + high) >> 1
      if isRow(middle, lessThan: sought) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Prefetches the keys of a few large rows together, so that a search does not wait for one after the other.
  @inline(__always) private func prefetchKeys() {
    if cellCount <= TablePage.fewRows { for position in 0..<cellCount { cprefetch(cell(position)) } }
  }

  private static let fewRows = 32

  /// The row with a key at an offset of a page, which must be intact; nil if the row has another key, or continues on
  /// other pages.
  @inline(__always) static func row(_ tree: TableTree, _ number: Int, at offset: Int, _ key: Int64) -> TableTree.Row? {
    let start = tree.bytes + (number &- 1) &* tree.pageSize
    let end = start + tree.usableSize
    var next = start + offset
    let size = RowCursor.varint(&next, end)
    guard Int64(bitPattern: RowCursor.varint(&next, end)) == key, size <= UInt64(tree.usableSize - 35),
      Int(size) <= end - next
    else { return nil }
    prefetch(next, Int(size))
    return TableTree.Row(key: key, record: UnsafeBufferPointer(start: next, count: Int(size)))
  }

  @inline(__always) private func row(_ position: Int) throws(TableTree.Damage) -> TableTree.Row {
    var next = cell(position)
    let size = RowCursor.varint(&next, end)
    let key = Int64(bitPattern: RowCursor.varint(&next, end))
    guard size <= UInt64(end - start - 35) else {
      guard size < 1 << 31 else { throw TableTree.Damage() }
      return TableTree.Row(key: key, record: try assemble(Int(size), from: next))
    }
    let count = Int(size)
    guard count <= end - next else { throw TableTree.Damage() }
    TablePage.prefetch(next, count)
    return TableTree.Row(key: key, record: UnsafeBufferPointer(start: next, count: count))
  }

  /// The position of a row; nil for one that continues on other pages.
  func place(_ position: Int) -> LeafKeys.Place? {
    let first = cell(position)
    var next = first
    let size = RowCursor.varint(&next, end)
    let key = Int64(bitPattern: RowCursor.varint(&next, end))
    guard size <= UInt64(end - start - 35), Int(size) <= end - next else { return nil }
    return LeafKeys.Place(key: key, offset: first - start, size: next - first + Int(size))
  }

  /// The row at a known position, after prefetching all its cache lines; nil if it is not the expected row.
  @inline(__always) static func row(_ tree: TableTree, _ number: Int, _ place: LeafKeys.Place) -> TableTree.Row? {
    let first = tree.bytes + (number &- 1) &* tree.pageSize + place.offset
    let end = first + place.size
    var line = first
    while line < end {
      cprefetch(line)
      line += 64
    }
    var next = first
    let size = RowCursor.varint(&next, end)
    let key = Int64(bitPattern: RowCursor.varint(&next, end))
    guard key == place.key, Int(truncatingIfNeeded: size) == end - next else { return nil }
    return TableTree.Row(key: key, record: UnsafeBufferPointer(start: next, count: end - next))
  }

  /// Assembles a record that continues on other pages.
  @inline(never) private func assemble(
    _ size: Int, from next: UnsafePointer<UInt8>
  ) throws(TableTree.Damage) -> UnsafeBufferPointer<UInt8> {
    try tree.takeUnretainedValue().assemble(size, from: next, end)
  }

  /// Prefetches the record beyond its first cache line.
  @inline(__always) private static func prefetch(_ record: UnsafePointer<UInt8>, _ count: Int) {
    var offset = 64
    while offset < min(count, 1_024) {
      cprefetch(record + offset)
      offset += 64
    }
  }
}
