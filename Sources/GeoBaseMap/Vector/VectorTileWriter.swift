/// Writes a Mapbox Vector Tile 2.1: a protobuf message of layers, each with tables of the keys and values that its features share.
struct VectorTileWriter {
  /// Units of a tile's side.
  static let extent: Int32 = 4_096
  /// The tile so far.
  private(set) var bytes: [UInt8] = []

  /// Adds a layer; an empty one is left out, as the specification asks for.
  mutating func add(_ layer: VectorLayer) {
    guard !layer.isEmpty else { return }
    bytes.appendField(3, layer.encoded)
  }
}

extension [UInt8] {
  /// Bytes of a number with seven bits per byte.
  static func varintLength(_ value: UInt32) -> Int { Swift.max(1, (38 - value.leadingZeroBitCount) / 7) }

  /// A number with seven bits per byte, lowest first.
  @inline(__always) mutating func appendVarint(_ value: some FixedWidthInteger & UnsignedInteger) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// A field of bytes: a text, a message or packed numbers.
  mutating func appendField(_ number: UInt8, _ content: [UInt8]) {
    append(number << 3 | 2)
    appendVarint(UInt(content.count))
    append(contentsOf: content)
  }
}
