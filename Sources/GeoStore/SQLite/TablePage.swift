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

  /// - Throws: ``TableTree/Damage`` for a number that the file does not have, for a page that is not whole, and for one that does not
  ///   belong to a table.
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

  /// Where a cell starts; the last bytes of the page for one that is damaged, which then makes no sense.
  @inline(__always) private func cell(_ position: Int) -> UnsafePointer<UInt8> {
    let offset = UnsafeRawPointer(cells).loadUnaligned(fromByteOffset: 2 &* position, as: UInt16.self)
    return min(start + Int(UInt16(bigEndian: offset)), end - 4)
  }

  /// From the beginning of the page to a cell.
  func offset(_ position: Int) -> UInt16 { UInt16(cell(position) - start) }

  /// The key of a row, or the greatest key below a child.
  @inline(__always) func key(_ position: Int) -> Int64 {
    var next = cell(position)
    if isLeaf { _ = RowCursor.varint(&next, end) } else { next += 4 }
    return Int64(bitPattern: RowCursor.varint(&next, end))
  }

  /// Whether the key of a row is less than another.
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

  /// The same for the last key of the page, which may end with it.
  @inline(never) private func isLastKey(at next: UnsafePointer<UInt8>, lessThan sought: SoughtKey) -> Bool {
    var next = next
    return Int64(bitPattern: RowCursor.varint(&next, end)) < sought.key
  }

  /// Confirms that a leaf has the keys that the pages above it say. An import writes rows in the order of their keys, so the greatest key of a
  /// leaf stands above it as it is.
  ///
  /// - Parameters:
  ///   - before: the greatest key of the leaf before it; nil for the first leaf.
  ///   - last: its greatest key; the greatest number for the last leaf, of which no page says it.
  func confirm(after before: Int64?, upTo last: Int64) throws(TableTree.Damage) {
    guard isLeaf, cellCount > 0, before.map({ $0 < key(0) }) ?? true else { throw TableTree.Damage() }
    guard last == .max || key(cellCount - 1) == last else { throw TableTree.Damage() }
  }

  /// Confirms that the keys ascend.
  func confirmOrder() throws(TableTree.Damage) {
    var previous = cellCount > 0 ? key(0) : 0
    for position in stride(from: 1, to: cellCount, by: 1) {
      let key = key(position)
      guard key > previous else { throw TableTree.Damage() }
      previous = key
    }
  }

  /// The page of a child of an interior page.
  func child(_ position: Int) -> Int {
    let bytes = position < cellCount ? cell(position) : cells - 4
    return Int(bytes[0]) << 24 | Int(bytes[1]) << 16 | Int(bytes[2]) << 8 | Int(bytes[3])
  }

  /// Position of the first child of an interior page that has keys up to this one; the last child when all are less.
  @inline(__always) func firstChild(reaching sought: SoughtKey) -> Int {
    var (low, open) = (0, cellCount)
    // Without branches, which no processor could predict.
    while open > 0 {
      let half = (open &+ 1) >> 1
      // A key stands behind the four bytes of the child's number.
      low &+= isKey(at: cell(low &+ half &- 1) + 4, lessThan: sought) ? half : 0
      open &-= half
    }
    return low
  }

  /// The last row of a leaf whose key is not greater than this one; nil when all are greater.
  ///
  /// - Parameter guess: position of the row in a table that numbers its rows without gaps, as most do: then nothing else of
  ///   the page is read, as all its cells lie in lines of the processor's cache that have to be waited for.
  @inline(__always) func lastRow(notAfter sought: SoughtKey, guess: Int) throws(TableTree.Damage) -> TableTree.Row? {
    guard isLeaf else { throw TableTree.Damage() }
    if guess >= 0, guess < cellCount {
      let row = try row(guess)
      if row.key == sought.key { return row }
    }
    return try lastRow(notAfter: sought)
  }

  private func lastRow(notAfter sought: SoughtKey) throws(TableTree.Damage) -> TableTree.Row? {
    // Of few and large rows the keys are fetched together instead of one after the other.
    if cellCount <= TablePage.fewRows { for position in 0..<cellCount { cprefetch(cell(position)) } }
    let low = firstPosition(notLessThan: sought)
    // The first row that is not less has the key itself, or comes after it.
    if low < cellCount, key(low) == sought.key { return try row(low) }
    return low == 0 ? nil : try row(low - 1)
  }

  /// Position of the first row of a leaf whose key is not less than another; ``cellCount`` when all are less.
  @inline(__always) func firstPosition(notLessThan sought: SoughtKey) -> Int {
    var (low, high) = (0, cellCount)
    while low < high {
      let middle = (low + high) >> 1
      if isRow(middle, lessThan: sought) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Rows of a page that are searched at once.
  private static let fewRows = 32

  /// The row of a key that stands wholly at a place in a page, which must be whole; nil if another one stands there, or one that does not
  /// fit into the page.
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

  /// Where a row stands; nil for one that goes on in other pages.
  func place(_ position: Int) -> LeafKeys.Place? {
    let first = cell(position)
    var next = first
    let size = RowCursor.varint(&next, end)
    let key = Int64(bitPattern: RowCursor.varint(&next, end))
    guard size <= UInt64(end - start - 35), Int(size) <= end - next else { return nil }
    return LeafKeys.Place(key: key, offset: first - start, size: next - first + Int(size))
  }

  /// A row of which is known where it stands, all lines of which are fetched at once; nil if another one stands there.
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

  /// Puts a record together that goes on in other pages.
  @inline(never) private func assemble(
    _ size: Int, from next: UnsafePointer<UInt8>
  ) throws(TableTree.Damage) -> UnsafeBufferPointer<UInt8> {
    try tree.takeUnretainedValue().assemble(size, from: next, end)
  }

  /// Fetches the record beyond its first line.
  @inline(__always) private static func prefetch(_ record: UnsafePointer<UInt8>, _ count: Int) {
    var offset = 64
    while offset < min(count, 1_024) {
      cprefetch(record + offset)
      offset += 64
    }
  }
}
