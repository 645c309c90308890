/// Appends the parts of a protocol buffer ([the encoding](https://protobuf.dev/programming-guides/encoding/)).
extension [UInt8] {
  /// The length of a number with seven bits per byte.
  package static func varintLength(_ value: UInt32) -> Int {
    Swift.max(1, (38 - value.leadingZeroBitCount) / 7)
  }

  /// Appends a number with seven bits per byte, lowest first.
  @inlinable @inline(__always)
  package mutating func appendVarint(_ value: some FixedWidthInteger & UnsignedInteger) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a field of bytes: a text, a message or packed numbers.
  ///
  /// - Parameter number: the number of the field, up to 15.
  package mutating func appendField(_ number: UInt8, _ content: [UInt8]) {
    append(number << 3 | 2)
    appendVarint(UInt(content.count))
    append(contentsOf: content)
  }
}
