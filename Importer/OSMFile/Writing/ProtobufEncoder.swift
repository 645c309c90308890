/// Builds the bytes of a protobuf message.
struct ProtobufEncoder {
  private(set) var bytes: [UInt8] = []

  /// Appends a base-128 number.
  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a zigzag-encoded number.
  mutating func signed(_ value: Int64) { varint(UInt64(bitPattern: (value << 1) ^ (value >> 63))) }

  /// Appends a field with a number.
  mutating func number(_ field: UInt32, _ value: Int64) {
    varint(UInt64(ProtobufField.number(field)))
    varint(UInt64(bitPattern: value))
  }

  /// Appends a field with a zigzag-encoded number.
  mutating func signedNumber(_ field: UInt32, _ value: Int64) {
    varint(UInt64(ProtobufField.number(field)))
    signed(value)
  }

  /// Appends a field with bytes.
  mutating func field(_ field: UInt32, _ content: some Collection<UInt8>) {
    varint(UInt64(ProtobufField.bytes(field)))
    varint(UInt64(content.count))
    bytes.append(contentsOf: content)
  }

  /// Appends a field with a message; nothing if the message is empty.
  mutating func message(_ number: UInt32, _ build: (inout ProtobufEncoder) -> Void) {
    var inner = ProtobufEncoder()
    build(&inner)
    if !inner.bytes.isEmpty { field(number, inner.bytes) }
  }

  /// Appends a packed field of differences between consecutive values; nothing if there are no values.
  mutating func packedDifferences(_ number: UInt32, _ values: some Sequence<Int64>) {
    message(number) { packed in
      var last: Int64 = 0
      for value in values {
        packed.signed(value &- last)
        last = value
      }
    }
  }

  /// Appends a packed field of numbers; nothing if there are none.
  mutating func packed(_ number: UInt32, _ values: some Sequence<Int64>) {
    message(number) { packed in
      for value in values { packed.varint(UInt64(bitPattern: value)) }
    }
  }
}
