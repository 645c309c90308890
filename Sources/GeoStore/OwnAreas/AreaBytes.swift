/// Appends varints and signed numbers in the coding that ``ByteReader`` reads.
struct AreaBytes {
  private(set) var bytes: [UInt8] = []

  mutating func put(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func put(signed pair: (Int64, Int64)) {
    for value in [pair.0, pair.1] { put(UInt64(bitPattern: value << 1 ^ value >> 63)) }
  }
}
