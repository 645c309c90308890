import GeoModel

/// Writes the packed numbers of tiles and boundaries; `ByteReader` reads them.
struct ByteWriter: Sendable {
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
