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

  /// Writes the low bytes of a number, lowest first.
  mutating func littleEndian(_ value: Int32, bytes count: Int) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * Int32(index)))) }
  }

  /// A signed number as an unsigned one that is small when the signed one is near zero.
  static func folded(_ value: Int64) -> UInt64 { UInt64(bitPattern: value << 1 ^ value >> 63) }
}
