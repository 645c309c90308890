import GeoStore

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

/// A layer on its way into a tile.
struct VectorLayer {
  /// What a feature's attribute is; a key says which of them.
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

  /// Adds a thing. Without geometry there is none.
  mutating func add(_ geometry: VectorGeometry, _ tags: [(VectorSchema.Key, Value)]) {
    if !geometry.commands.isEmpty { add(geometry, packed: packed(tags)) }
  }

  /// Attributes as features have them, for many that have the same.
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

  /// Adds a thing with packed attributes. Without geometry there is none.
  mutating func add(_ geometry: VectorGeometry, packed tags: [UInt8]) {
    guard !geometry.commands.isEmpty else { return }
    // How long each message is comes before it, so it is worked out first: buildings are thousands of small ones.
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

  /// The message of the layer.
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

/// The commands of a feature's geometry. What would be none (a line of one point, a ring without area) is left out.
struct VectorGeometry {
  enum Kind: UInt8 {
    case point = 1, line, area
  }

  let kind: Kind
  private(set) var commands: [UInt32] = []
  private var cursor = MapGridPoint(x: 0, y: 0)
  /// Whether a hole may follow: only behind the outer ring that it is in.
  private var hasOuterRing = false

  init(_ kind: Kind) { self.kind = kind }

  /// A single point.
  static func point(_ point: MapGridPoint) -> VectorGeometry {
    var geometry = VectorGeometry(.point)
    geometry.move(to: point)
    return geometry
  }

  /// Adds a line; repeated points are left out.
  mutating func add(line: [MapGridPoint]) {
    add(line, isClosed: false)
  }

  /// Adds a ring whose first point is not repeated: an outer one, clockwise on the map, or a hole in the last outer one.
  mutating func add(ring: [MapGridPoint]) {
    let area = MapRings.doubledArea(ring)
    guard area > 0 || area < 0 && hasOuterRing else { return }
    hasOuterRing = true
    add(ring, isClosed: true)
  }

  private mutating func add(_ points: [MapGridPoint], isClosed: Bool) {
    guard let first = points.first else { return }
    if commands.isEmpty { commands.reserveCapacity(2 * points.count + 3) }
    let (start, startCursor) = (commands.count, cursor)
    move(to: first)
    let head = commands.count
    commands.append(0)
    for point in points.dropFirst() where point != cursor { step(to: point) }
    // A ring must not come back to its first point by itself.
    if isClosed, cursor == first, commands.count > head + 1 {
      commands.removeLast(2)
      // ClosePath leaves the cursor where it is: the last point that was written.
      cursor = lastPoint(of: points, before: first)
    }
    let count = (commands.count - head - 1) / 2
    guard count >= (isClosed ? 2 : 1) else {
      commands.removeLast(commands.count - start)
      cursor = startCursor
      return
    }
    commands[head] = UInt32(count) << 3 | 2
    if isClosed { commands.append(1 << 3 | 7) }
  }

  private func lastPoint(of points: [MapGridPoint], before first: MapGridPoint) -> MapGridPoint {
    points.last { $0 != first } ?? first
  }

  private mutating func move(to point: MapGridPoint) {
    commands.append(1 << 3 | 1)
    step(to: point)
  }

  private mutating func step(to point: MapGridPoint) {
    commands.append(VectorGeometry.folded(point.x &- cursor.x))
    commands.append(VectorGeometry.folded(point.y &- cursor.y))
    cursor = point
  }

  private static func folded(_ value: Int32) -> UInt32 { UInt32(bitPattern: value << 1 ^ value >> 31) }
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
