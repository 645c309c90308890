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
    var (low, high) = (0, cellCount)
    while low < high {
      let middle = (low + high) >> 1
      if isRow(middle, lessThan: sought) { low = middle + 1 } else { high = middle }
    }
    // The first row that is not less has the key itself, or comes after it.
    if low < cellCount, key(low) == sought.key { return try row(low) }
    return low == 0 ? nil : try row(low - 1)
  }

  /// Rows of a page that are searched at once.
  private static let fewRows = 32

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
    prefetch(next, count)
    return TableTree.Row(key: key, record: UnsafeBufferPointer(start: next, count: count))
  }

  /// Puts a record together that goes on in other pages.
  @inline(never) private func assemble(
    _ size: Int, from next: UnsafePointer<UInt8>
  ) throws(TableTree.Damage) -> UnsafeBufferPointer<UInt8> {
    try tree.takeUnretainedValue().assemble(size, from: next, end)
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

/// A key that is looked for, written as SQLite does, so that those in the file are compared as they stand: read as one number the bytes of a
/// greater key are greater, as longer ones never begin with zero.
struct SoughtKey {
  let key: Int64
  /// Whether it takes nine bytes, as those of tiles do.
  fileprivate let isLong: Bool
  /// All its bytes, the first one highest. Of nine the first eight, with the sign turned around so that negative ones are less.
  fileprivate let bytes: UInt64
  /// The last of nine.
  fileprivate let ninthByte: UInt8
  /// The bits that say that another byte follows.
  fileprivate static var further: UInt64 { 0x8080_8080_8080_8080 }
  /// The bit that negative keys have.
  fileprivate static var sign: UInt64 { 0x4000_0000_0000_0000 }

  @inline(__always) init(_ key: Int64) {
    self.key = key
    isLong = key >> 56 != 0
    ninthByte = UInt8(truncatingIfNeeded: key)
    // Eight parts of seven bits.
    var bits = UInt64(bitPattern: key) &>> (isLong ? 8 : 0)
    bits = (bits & 0x0fff_ffff) &+ ((bits &>> 28 & 0x0fff_ffff) &<< 32)
    bits = (bits & 0x0000_3fff_0000_3fff) &+ ((bits & 0x0fff_c000_0fff_c000) &<< 2)
    bits = (bits & 0x007f_007f_007f_007f) &+ ((bits & 0x3f80_3f80_3f80_3f80) &<< 1)
    guard !isLong else {
      bytes = (bits | SoughtKey.further) ^ SoughtKey.sign
      return
    }
    // All bytes but the last one say that another follows.
    let length = max(1, 8 &- UInt64(bits.leadingZeroBitCount) / 8)
    bytes = bits | SoughtKey.further & ~0xff & (UInt64.max &>> (64 &- 8 &* length))
  }
}

/// Reads the columns of one row in their order, from the bytes of SQLite's record format.
///
/// A record is a header (its own size, then a type for each column, all as SQLite's varints) and the values one after the
/// other. Past the end of a damaged record every value is NULL.
struct RowCursor {
  private var type: UnsafePointer<UInt8>
  private let typesEnd: UnsafePointer<UInt8>
  private var value: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>

  /// The columns of a record, whose bytes must outlive the cursor; nil when its header does not fit into it.
  @inline(__always) init?(_ record: UnsafeBufferPointer<UInt8>) {
    guard let start = record.baseAddress, record.count > 0 else { return nil }
    end = start + record.count
    var next = start
    let size = RowCursor.varint(&next, end)
    guard size >= UInt64(next - start), size <= UInt64(record.count) else { return nil }
    type = next
    typesEnd = start + Int(size)
    value = typesEnd
  }

  /// Skips columns.
  @inline(__always) mutating func skip(_ count: Int = 1) {
    for _ in 0..<count { _ = next() }
  }

  /// An integer; nil for NULL and for anything else.
  @inline(__always) mutating func integer() -> Int64? {
    let (type, start) = next()
    switch type {
    case 1: return Int64(Int8(bitPattern: start[0]))
    case 2...6: return RowCursor.bigEndian(start, RowCursor.size(type))
    case 8: return 0
    case 9: return 1
    default: return nil
    }
  }

  /// A number, which SQLite stores as an integer where it is one; 0 for NULL.
  mutating func number() -> Double {
    let before = self
    let (type, start) = next()
    if type == 7 { return Double(bitPattern: UInt64(bitPattern: RowCursor.bigEndian(start, 8))) }
    self = before
    return integer().map { Double($0) } ?? 0
  }

  /// The bytes of a text or blob; nil for NULL and numbers.
  @inline(__always) mutating func bytes() -> UnsafeBufferPointer<UInt8>? {
    let (type, start) = next()
    return type >= 12 ? UnsafeBufferPointer(start: start, count: RowCursor.size(type)) : nil
  }

  /// A text; nil for NULL and numbers.
  @inline(__always) mutating func text() -> String? { bytes().map { String(decoding: $0, as: UTF8.self) } }

  /// The type of the next column and where its value starts; type 0 (NULL) past the end.
  @inline(__always) private mutating func next() -> (type: UInt64, start: UnsafePointer<UInt8>) {
    guard type < typesEnd else { return (0, end) }
    let code = RowCursor.varint(&type, typesEnd)
    let size = RowCursor.size(code)
    guard size <= end - value else {
      value = end
      return (0, end)
    }
    defer { value += size }
    return (code, value)
  }

  /// Bytes of a value.
  @inline(__always) private static func size(_ type: UInt64) -> Int {
    switch type {
    case 0, 8, 9, 10, 11: 0
    case 1...4: Int(type)
    case 5: 6
    case 6, 7: 8
    default: Int(truncatingIfNeeded: (type - 12) / 2 & 0x7fff_ffff)
    }
  }

  /// A signed number of 2 to 8 bytes.
  @inline(__always) private static func bigEndian(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int64 {
    var value = Int64(Int8(bitPattern: start[0]))
    for index in 1..<count { value = value << 8 | Int64(start[index]) }
    return value
  }

  /// SQLite's varint: seven bits a byte, highest first, the ninth byte whole. 0 past the end.
  @inline(__always) static func varint(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UInt64 {
    guard next < end else { return 0 }
    let first = next.pointee
    next += 1
    if first < 0x80 { return UInt64(first) }
    guard next < end else { return 0 }
    let second = next.pointee
    next += 1
    let value = UInt64(first & 0x7f) << 7 | UInt64(second & 0x7f)
    return second < 0x80 ? value : longVarint(value, &next, end)
  }

  /// The same from its third byte on; `start` is what the two before it say.
  @inline(never) private static func longVarint(
    _ start: UInt64, _ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> UInt64 {
    if end - next >= 7, let bits = eightParts(next - 2) {
      defer { next += 7 }
      return bits << 8 | UInt64(next[6])
    }
    var value = start
    for index in 2..<9 {
      guard next < end else { return 0 }
      let byte = next.pointee
      next += 1
      if index == 8 { return value << 8 | UInt64(byte) }
      value = value << 7 | UInt64(byte & 0x7f)
      if byte < 0x80 { break }
    }
    return value
  }

  /// The eight times seven bits of bytes that all say that another follows, put together at once, as the keys of tiles have nine bytes; nil
  /// if one of them is the last.
  @inline(__always) private static func eightParts(_ start: UnsafePointer<UInt8>) -> UInt64? {
    var bits = UInt64(bigEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    guard ~bits & SoughtKey.further == 0 else { return nil }
    bits = (bits & 0x007f_007f_007f_007f) | (bits & 0x7f00_7f00_7f00_7f00) >> 1
    bits = (bits & 0x0000_3fff_0000_3fff) | (bits & 0x3fff_0000_3fff_0000) >> 2
    return (bits & 0x0fff_ffff) | (bits & 0x0fff_ffff_0000_0000) >> 4
  }
}
