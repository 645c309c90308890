/// Decodes a Mapbox Vector Tile as its specification (2.1) requires, and rejects every violation.
///
/// Independent of the code that writes tiles.
struct DecodedTile {
  enum Value: Hashable {
    case text(String), number(Int), flag(Bool)
  }

  struct Point: Hashable {
    var x: Int, y: Int
  }

  struct Feature {
    /// 1 points, 2 lines, 3 polygons.
    var kind: Int
    var tags: [String: Value]
    /// Points, lines, or rings without their first point at the end.
    var parts: [[Point]]

    func text(_ key: String) -> String? {
      if case .text(let text)? = tags[key] { text } else { nil }
    }
  }

  struct Layer {
    var name: String
    var features: [Feature]
    var extent: Int
  }

  struct Fault: Error {
    var reason: String
  }

  private(set) var layers: [Layer] = []

  subscript(name: String) -> [Feature] { layers.first { $0.name == name }?.features ?? [] }

  init(_ bytes: [UInt8]) throws {
    for field in try Self.fields(bytes[...]) {
      guard field.number == 3, let message = field.bytes else { throw Fault(reason: "field \(field.number) of a tile") }
      let layer = try Self.layer(message)
      if layers.contains(where: { $0.name == layer.name }) { throw Fault(reason: "\(layer.name) is there twice") }
      layers.append(layer)
    }
  }

  // MARK: Protobuf

  private struct Field {
    var number: Int
    var value: UInt64 = 0
    var bytes: ArraySlice<UInt8>?
  }

  private static func varint(_ bytes: inout ArraySlice<UInt8>) throws -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = bytes.popFirst() else { throw Fault(reason: "a varint has no end") }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw Fault(reason: "a varint of more than ten bytes")
  }

  private static func fields(_ message: ArraySlice<UInt8>) throws -> [Field] {
    var (rest, fields) = (message, [Field]())
    while !rest.isEmpty {
      let key = try varint(&rest)
      let value = try varint(&rest)
      switch key & 7 {
      case 0: fields.append(Field(number: Int(key >> 3), value: value))
      case 2:
        guard value <= rest.count else { throw Fault(reason: "a field is longer than its message") }
        fields.append(Field(number: Int(key >> 3), bytes: rest.prefix(Int(value))))
        rest = rest.dropFirst(Int(value))
      default: throw Fault(reason: "wire type \(key & 7)")
      }
    }
    return fields
  }

  private static func numbers(_ packed: ArraySlice<UInt8>) throws -> [UInt32] {
    var (rest, numbers) = (packed, [UInt32]())
    while !rest.isEmpty {
      guard let number = UInt32(exactly: try varint(&rest)) else { throw Fault(reason: "more than 32 bits") }
      numbers.append(number)
    }
    return numbers
  }

  private static func signed(_ value: UInt64) -> Int { Int(bitPattern: UInt(value >> 1)) ^ -Int(value & 1) }

  // MARK: Layers

  private static func layer(_ message: ArraySlice<UInt8>) throws -> Layer {
    let fields = try fields(message)
    func texts(_ number: Int) -> [String] {
      fields.filter { $0.number == number }.map { String(decoding: $0.bytes ?? [], as: UTF8.self) }
    }
    guard let name = texts(1).first, fields.contains(where: { $0.number == 15 && $0.value == 2 }) else {
      throw Fault(reason: "a layer without a name or version 2")
    }
    let keys = texts(3)
    guard Set(keys).count == keys.count else { throw Fault(reason: "a key is there twice") }
    let values = try fields.filter { $0.number == 4 }.map { try value($0.bytes ?? []) }
    guard Set(values).count == values.count else { throw Fault(reason: "a value is there twice") }
    let features = try fields.filter { $0.number == 2 }.map { try feature($0.bytes ?? [], keys, values) }
    guard !features.isEmpty else { throw Fault(reason: "\(name) has no features") }
    let extent = fields.first { $0.number == 5 }.map { Int($0.value) } ?? 4096
    return Layer(name: name, features: features, extent: extent)
  }

  private static func value(_ message: ArraySlice<UInt8>) throws -> Value {
    guard let field = try fields(message).first else { throw Fault(reason: "a value without one") }
    switch field.number {
    case 1: return .text(String(decoding: field.bytes ?? [], as: UTF8.self))
    case 4, 5: return .number(Int(field.value))
    case 6: return .number(signed(field.value))
    case 7: return .flag(field.value != 0)
    default: throw Fault(reason: "a value of kind \(field.number)")
    }
  }

  private static func feature(_ message: ArraySlice<UInt8>, _ keys: [String], _ values: [Value]) throws -> Feature {
    let fields = try fields(message)
    let indexes = try numbers(fields.first { $0.number == 2 }?.bytes ?? [])
    guard indexes.count.isMultiple(of: 2) else { throw Fault(reason: "a key without a value") }
    var tags: [String: Value] = [:]
    for pair in stride(from: 0, to: indexes.count, by: 2) {
      let (key, value) = (Int(indexes[pair]), Int(indexes[pair + 1]))
      guard keys.indices.contains(key), values.indices.contains(value), tags[keys[key]] == nil else {
        throw Fault(reason: "tags \(key), \(value)")
      }
      tags[keys[key]] = values[value]
    }
    let kind = fields.first { $0.number == 3 }.map { Int($0.value) } ?? 0
    let parts = try parts(kind, try numbers(fields.first { $0.number == 4 }?.bytes ?? []))
    return Feature(kind: kind, tags: tags, parts: parts)
  }

  // MARK: Geometry

  private static func parts(_ kind: Int, _ integers: [UInt32]) throws -> [[Point]] {
    var (position, cursor) = (0, Point(x: 0, y: 0))
    func command(_ wanted: Int) throws -> Int {
      guard position < integers.count, Int(integers[position] & 7) == wanted else {
        throw Fault(reason: "command \(wanted) is missing")
      }
      position += 1
      return Int(integers[position - 1] >> 3)
    }
    func step() throws -> Point {
      guard position + 1 < integers.count else { throw Fault(reason: "a command has too few numbers") }
      cursor.x += signed(UInt64(integers[position]))
      cursor.y += signed(UInt64(integers[position + 1]))
      position += 2
      return cursor
    }
    var parts: [[Point]] = []
    while position < integers.count {
      let count = try command(1)
      if kind == 1 {
        guard count > 0 else { throw Fault(reason: "no points") }
        for _ in 0..<count { parts.append([try step()]) }
        guard position == integers.count else { throw Fault(reason: "something follows points") }
        break
      }
      guard count == 1 else { throw Fault(reason: "a line begins \(count) times") }
      var part = [try step()]
      for _ in 0..<(try command(2)) {
        part.append(try step())
        if part[part.count - 1] == part[part.count - 2] { throw Fault(reason: "a step of no length") }
      }
      if kind == 3 {
        guard try command(7) == 1 else { throw Fault(reason: "a ring is not closed once") }
        guard part.count >= 3, part.first != part.last else { throw Fault(reason: "no ring: \(part)") }
        let area = area(part)
        guard area > 0 || area < 0 && !parts.isEmpty else { throw Fault(reason: "a ring of area \(area): \(part)") }
      } else if part.count < 2 {
        throw Fault(reason: "a line of one point")
      }
      parts.append(part)
    }
    guard !parts.isEmpty, (1...3).contains(kind) else { throw Fault(reason: "no geometry of kind \(kind)") }
    return parts
  }

  /// Twice the area by the surveyor's formula, as in the specification: positive for outer rings.
  static func area(_ ring: [Point]) -> Int {
    zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
  }
}
