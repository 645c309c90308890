import GeoModel

/// Reads the encoded numbers of tiles and boundaries from a file that may be damaged.
///
/// A varint holds seven bits per byte, lowest first; the high bit says that more bytes follow. Signed numbers are
/// zigzag-encoded: 0, -1, 1, -2 become 0, 1, 2, 3.
///
/// Past the end, every number reads as 0 and ``isDamaged`` is set. So callers check once after reading instead of at
/// every number.
public struct ByteReader {
  private var next: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  /// Whether the bytes ended too early or were invalid.
  public private(set) var isDamaged = false

  /// Reads from bytes that must outlive the reader.
  public init(_ bytes: UnsafeBufferPointer<UInt8>) {
    // An empty buffer has no address. Any address will do, as nothing is read from it.
    next = bytes.baseAddress ?? UnsafePointer(bitPattern: 1)!
    end = next + bytes.count
  }

  /// Bytes not yet read.
  public var remaining: Int { end - next }

  /// All bytes not yet read.
  public var rest: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: next, count: remaining) }

  /// Marks the bytes as damaged because something does not fit together.
  public mutating func reportDamage() { isDamaged = true }

  /// The next byte.
  @inline(__always) public mutating func byte() -> UInt8 {
    guard next < end else {
      isDamaged = true
      return 0
    }
    defer { next += 1 }
    return next.pointee
  }

  /// The next varint.
  @inline(__always) public mutating func varint() -> UInt64 {
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

  /// The next zigzag-encoded number.
  @inline(__always) public mutating func signed() -> Int64 { ByteReader.unfolded(varint()) }

  /// The next point, stored as the difference from `previous`, which it then replaces.
  @inline(__always) public mutating func point(after previous: inout FixedPoint) -> FixedPoint {
    let x = Int64(previous.x) &+ signed()
    let y = Int64(previous.y) &+ signed()
    previous = FixedPoint(x: Int32(truncatingIfNeeded: x), y: Int32(truncatingIfNeeded: y))
    return previous
  }

  /// The count of items of at least one byte each. A count greater than the remaining bytes is damage and reads as 0.
  @inline(__always) public mutating func count() -> Int {
    let value = varint()
    guard value <= UInt64(remaining) else {
      isDamaged = true
      return 0
    }
    return Int(value)
  }

  /// The next `count` bytes as a block; nil when fewer remain.
  @inline(__always) public mutating func block(_ count: Int) -> UnsafeRawPointer? {
    guard count <= remaining else {
      isDamaged = true
      return nil
    }
    defer { next += count }
    return UnsafeRawPointer(next)
  }

  /// Skips `count` varints and returns their bytes.
  public mutating func skipVarints(_ count: Int) -> UnsafeBufferPointer<UInt8> {
    let start = next
    var left = count
    // A varint ends at the first byte without the high bit. Eight bytes end at most eight varints.
    while left > 8, end - next >= 8 {
      let ends = ~UnsafeRawPointer(next).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080
      left &-= ends.nonzeroBitCount
      next += 8
    }
    while left > 0, !isDamaged { if byte() < 0x80 { left &-= 1 } }
    return UnsafeBufferPointer(start: start, count: next - start)
  }

  /// Decodes a zigzag-encoded number.
  @inline(__always) public static func unfolded(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }
}
