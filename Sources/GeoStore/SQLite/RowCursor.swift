/// Reads the columns of one row in order from SQLite's record format.
///
/// A record is a header followed by the values. The header has its own size, then a type for each column, all as
/// SQLite's varints. Past the end of a damaged record, every value is NULL.
struct RowCursor {
  private var type: UnsafePointer<UInt8>
  private let typesEnd: UnsafePointer<UInt8>
  private var value: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>

  /// Reads a record, whose bytes must outlive the cursor; nil when its header is damaged.
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

  /// Skips some columns.
  @inline(__always) mutating func skip(_ count: Int = 1) {
    for _ in 0..<count { _ = next() }
  }

  /// An integer; nil for NULL and all other types.
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

  /// A floating-point number; 0 for NULL. SQLite stores whole numbers as integers.
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

  /// The size of a value in bytes.
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

  /// SQLite's varint: seven bits a byte, highest first; the ninth byte has eight. 0 past the end.
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

  /// Continues a varint at its third byte; `start` is the value of the first two.
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

  /// Joins the seven-bit parts of eight bytes at once, as the keys of tiles have nine bytes; nil if one of the eight is
  /// the varint's last.
  @inline(__always) private static func eightParts(_ start: UnsafePointer<UInt8>) -> UInt64? {
    var bits = UInt64(bigEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    guard ~bits & SoughtKey.further == 0 else { return nil }
    bits = (bits & 0x007f_007f_007f_007f) | (bits & 0x7f00_7f00_7f00_7f00) >> 1
    bits = (bits & 0x0000_3fff_0000_3fff) | (bits & 0x3fff_0000_3fff_0000) >> 2
    return (bits & 0x0fff_ffff) | (bits & 0x0fff_ffff_0000_0000) >> 4
  }
}
