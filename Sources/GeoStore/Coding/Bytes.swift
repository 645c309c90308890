import GeoModel

/// Writes the packed numbers of tiles and boundaries.
///
/// A varint holds seven bits per byte, lowest first; the high bit says that more follow. Signed numbers are folded
/// (zigzag): 0, -1, 1, -2 become 0, 1, 2, 3.
struct ByteWriter {
  /// What was written.
  private(set) var bytes: [UInt8] = []

  /// Forgets what was written but keeps the room.
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Writes one byte.
  mutating func byte(_ value: UInt8) { bytes.append(value) }

  /// Writes the four edges of a box.
  mutating func bytes(_ edges: SIMD4<UInt8>) { for side in 0..<4 { bytes.append(edges[side]) } }

  /// Writes bytes as they are.
  mutating func append(_ source: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: source) }

  /// Writes an unsigned number as a varint.
  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes a count or id as a varint.
  mutating func varint(_ value: Int) { varint(UInt64(value)) }

  /// Writes a signed number, folded.
  mutating func signed(_ value: Int64) { varint(ByteWriter.folded(value)) }

  /// Writes a point as the difference to the one before, whose place it takes.
  mutating func point(_ point: FixedPoint, after previous: inout FixedPoint) {
    signed(Int64(point.x) - Int64(previous.x))
    signed(Int64(point.y) - Int64(previous.y))
    previous = point
  }

  /// Writes ascending ids: how many there are, and the difference of each to the one before.
  mutating func ids(_ ids: [UInt32]) {
    varint(ids.count)
    differences(ids)
  }

  /// Writes ascending ids without their number: the difference of each to the one before.
  mutating func differences(_ ids: [UInt32]) {
    var previous: UInt32 = 0
    for id in ids {
      varint(UInt64(id - previous))
      previous = id
    }
  }

  /// Writes the low bytes of a number, lowest first.
  mutating func littleEndian(_ value: Int32, bytes count: Int) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * Int32(index)))) }
  }

  /// A signed number as an unsigned one that is small when the signed one is near zero.
  static func folded(_ value: Int64) -> UInt64 { UInt64(bitPattern: value << 1 ^ value >> 63) }
}

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

  /// All bytes not yet read.
  var rest: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: next, count: remaining) }

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

  /// The next point, written as the difference to the one before, whose place it takes.
  @inline(__always) mutating func point(after previous: inout FixedPoint) -> FixedPoint {
    let x = Int64(previous.x) &+ signed()
    let y = Int64(previous.y) &+ signed()
    previous = FixedPoint(x: Int32(truncatingIfNeeded: x), y: Int32(truncatingIfNeeded: y))
    return previous
  }

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

  /// The bytes of the next varints, without reading them.
  mutating func skipVarints(_ count: Int) -> UnsafeBufferPointer<UInt8> {
    let start = next
    var left = count
    // Each ends with the one byte that has no high bit; eight bytes have eight ends at most.
    while left > 8, end - next >= 8 {
      let ends = ~UnsafeRawPointer(next).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080
      left &-= ends.nonzeroBitCount
      next += 8
    }
    while left > 0, !isDamaged { if byte() < 0x80 { left &-= 1 } }
    return UnsafeBufferPointer(start: start, count: next - start)
  }

  /// The signed number of a folded one.
  @inline(__always) static func unfolded(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }
}
