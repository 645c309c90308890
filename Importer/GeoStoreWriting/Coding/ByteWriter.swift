import GeoModel

/// Writes the encoded numbers of tiles and boundaries; `ByteReader` reads them.
package struct ByteWriter: Sendable {
  /// The bytes written so far.
  private(set) var bytes: [UInt8] = []

  /// Removes all bytes but keeps the capacity.
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

  /// Writes a signed number, zigzag-encoded.
  mutating func signed(_ value: Int64) { varint(ByteWriter.folded(value)) }

  /// Writes a point as the difference from `previous`, which it then replaces.
  mutating func point(_ point: FixedPoint, after previous: inout FixedPoint) {
    signed(Int64(point.x) - Int64(previous.x))
    signed(Int64(point.y) - Int64(previous.y))
    previous = point
  }

  /// Writes ascending ids: their number, then the difference of each from the previous one.
  mutating func ids(_ ids: [UInt32]) {
    varint(ids.count)
    differences(ids)
  }

  /// Writes ascending ids without their number: the difference of each from the previous one.
  mutating func differences(_ ids: [UInt32]) {
    var previous: UInt32 = 0
    for id in ids {
      varint(UInt64(id - previous))
      previous = id
    }
  }

  /// Writes the low bytes of a number in little-endian order.
  mutating func littleEndian(_ value: Int32, bytes count: Int) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * Int32(index)))) }
  }

  /// The zigzag encoding of a signed number, which is small when the number is near zero.
  package static func folded(_ value: Int64) -> UInt64 { UInt64(bitPattern: value << 1 ^ value >> 63) }
}
