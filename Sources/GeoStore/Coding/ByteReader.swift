/// Reads what ``ByteWriter`` wrote, from a file that may be damaged.
///
/// Past the end every number is 0 and ``isDamaged`` is set: callers check it once at the end instead of at every number.
struct ByteReader {
  private var next: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  /// Whether the bytes ended too early or made no sense.
  private(set) var isDamaged = false

  /// Reads from bytes that must outlive the reader.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    // An empty buffer has no address; any will do, as nothing is read from it.
    next = bytes.baseAddress ?? UnsafePointer(bitPattern: 1)!
    end = next + bytes.count
  }

  /// Bytes not yet read.
  var remaining: Int { end - next }

  /// Remembers that something does not fit together.
  mutating func reportDamage() { isDamaged = true }

  /// The next byte.
  @inline(__always) mutating func byte() -> UInt8 {
    guard next < end else {
      isDamaged = true
      return 0
    }
    defer { next += 1 }
    return next.pointee
  }

  /// The next varint.
  @inline(__always) mutating func varint() -> UInt64 {
    // Most numbers have one or two bytes.
    guard end - next >= 2 else { return longVarint(byte()) }
    let (first, second) = (next[0], next[1])
    if first < 0x80 {
      next += 1
      return UInt64(first)
    }
    next += 2
    let low = UInt64(first & 0x7f) | UInt64(second & 0x7f) << 7
    return second < 0x80 ? low : longVarint(low, shift: 14)
  }

  private mutating func longVarint(_ first: UInt8) -> UInt64 {
    first < 0x80 ? UInt64(first) : longVarint(UInt64(first & 0x7f), shift: 7)
  }

  private mutating func longVarint(_ low: UInt64, shift start: UInt64) -> UInt64 {
    var value = low
    var shift = start
    while shift < 64 {
      let next = byte()
      value |= UInt64(next & 0x7f) << shift
      if next < 0x80 { return value }
      shift += 7
    }
    isDamaged = true
    return 0
  }

  /// The next folded number.
  @inline(__always) mutating func signed() -> Int64 { ByteReader.unfolded(varint()) }

  /// A number of things of at least one byte each, so never more than bytes are left.
  @inline(__always) mutating func count() -> Int {
    let value = varint()
    guard value <= UInt64(remaining) else {
      isDamaged = true
      return 0
    }
    return Int(value)
  }

  /// The next bytes as a block; nil when there are not so many.
  @inline(__always) mutating func block(_ count: Int) -> UnsafeRawPointer? {
    guard count <= remaining else {
      isDamaged = true
      return nil
    }
    defer { next += count }
    return UnsafeRawPointer(next)
  }

  /// The signed number of a folded one.
  @inline(__always) static func unfolded(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }
}
