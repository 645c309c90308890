import GeoSupport

/// A layer under construction.
struct VectorLayer {
  /// The value of an attribute.
  enum Value: Hashable {
    case text(String), number(Int), yes
  }

  private let name: VectorSchema.Layer
  private var keys: [VectorSchema.Key] = []
  private var values: [Value: UInt32] = [:]
  private var valueBytes: [UInt8] = []
  private var features: [UInt8] = []

  init(_ name: VectorSchema.Layer) { self.name = name }

  var isEmpty: Bool { features.isEmpty }

  /// Adds a feature, unless its geometry is empty.
  mutating func add(_ geometry: VectorGeometry, _ tags: [(VectorSchema.Key, Value)]) {
    if !geometry.commands.isEmpty { add(geometry, packed: packed(tags)) }
  }

  /// Encodes attributes once for many features that share them.
  mutating func packed(_ tags: [(VectorSchema.Key, Value)]) -> [UInt8] {
    guard !tags.isEmpty else { return [] }
    var packed: [UInt8] = []
    for (key, value) in tags {
      packed.appendVarint(index(key))
      packed.appendVarint(index(value))
    }
    var field: [UInt8] = []
    field.appendField(2, packed)
    return field
  }

  /// Adds a feature with encoded attributes, unless its geometry is empty.
  mutating func add(_ geometry: VectorGeometry, packed tags: [UInt8]) {
    guard !geometry.commands.isEmpty else { return }
    // Computes the message lengths, which come first, in advance. That avoids a buffer for each feature, such as
    // thousands of small buildings.
    let length = geometry.commands.reduce(0) { $0 + [UInt8].varintLength($1) }
    features.append(2 << 3 | 2)
    features.appendVarint(UInt(tags.count + 2 + 1 + [UInt8].varintLength(UInt32(length)) + length))
    features.append(contentsOf: tags)
    features.append(3 << 3)
    features.append(geometry.kind.rawValue)
    features.append(4 << 3 | 2)
    features.appendVarint(UInt(length))
    for command in geometry.commands { features.appendVarint(command) }
  }

  private mutating func index(_ key: VectorSchema.Key) -> UInt32 {
    if let known = keys.firstIndex(of: key) { return UInt32(known) }
    keys.append(key)
    return UInt32(keys.count - 1)
  }

  private mutating func index(_ value: Value) -> UInt32 {
    if let known = values[value] { return known }
    var message: [UInt8] = []
    switch value {
    case .text(let text): message.appendField(1, Array(text.utf8))
    case .number(let number):
      // sint_value
      message.appendVarint(UInt32(6 << 3))
      message.appendVarint(UInt64(bitPattern: Int64(number) << 1 ^ Int64(number) >> 63))
    case .yes: message += [7 << 3, 1]
    }
    valueBytes.appendField(4, message)
    values[value] = UInt32(values.count)
    return UInt32(values.count - 1)
  }

  /// The encoded layer message.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(features.count + valueBytes.count + 256)
    bytes.appendVarint(UInt32(15 << 3))
    bytes.appendVarint(UInt32(2))
    bytes.appendField(1, Array(name.rawValue.utf8))
    bytes += features
    for key in keys { bytes.appendField(3, Array(key.rawValue.utf8)) }
    bytes += valueBytes
    bytes.appendVarint(UInt32(5 << 3))
    bytes.appendVarint(UInt32(VectorTileWriter.extent))
    return bytes
  }
}
