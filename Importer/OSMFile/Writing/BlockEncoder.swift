/// Encodes objects of one kind into the bytes of a PrimitiveBlock message.
struct BlockEncoder {
  private let options: OSMWriteOptions
  private var strings = StringTableBuilder()

  init(_ options: OSMWriteOptions) { self.options = options }

  /// Encodes a block of nodes.
  mutating func encode(_ nodes: [OSMNode]) -> [UInt8] {
    for node in nodes { strings.use(node.tags) }
    strings.seal()
    return block { group in
      if options.denseNodes {
        group.message(2) { encodeDense(nodes, &$0) }
      } else {
        for node in nodes { group.message(1) { encode(node, &$0) } }
      }
    }
  }

  /// Encodes a block of ways.
  mutating func encode(_ ways: [OSMWay]) -> [UInt8] {
    for way in ways { strings.use(way.tags) }
    strings.seal()
    return block { group in
      for way in ways {
        group.message(3) { message in
          message.number(1, way.id)
          encode(way.tags, &message)
          encodeInfo(way.version, way.isVisible, &message)
          message.packedDifferences(8, way.refs)
        }
      }
    }
  }

  /// Encodes a block of relations.
  mutating func encode(_ relations: [OSMRelation]) -> [UInt8] {
    for relation in relations {
      strings.use(relation.tags)
      for member in relation.members where !member.role.isEmpty { strings.use(member.role) }
    }
    strings.seal()
    return block { group in
      for relation in relations { group.message(4) { encode(relation, &$0) } }
    }
  }

  private func block(_ build: (inout ProtobufEncoder) -> Void) -> [UInt8] {
    var encoder = ProtobufEncoder()
    var table = ProtobufEncoder()
    strings.encode(into: &table)
    encoder.field(1, table.bytes)
    encoder.message(2, build)
    if options.granularity != 100 { encoder.number(17, Int64(options.granularity)) }
    return encoder.bytes
  }

  private func encode(_ relation: OSMRelation, _ message: inout ProtobufEncoder) {
    message.number(1, relation.id)
    encode(relation.tags, &message)
    encodeInfo(relation.version, relation.isVisible, &message)
    message.packed(8, relation.members.lazy.map { $0.role.isEmpty ? 0 : strings.index($0.role) })
    message.packedDifferences(9, relation.members.lazy.map(\.id))
    message.packed(10, relation.members.lazy.map { Int64($0.type.rawValue) })
  }

  private func encode(_ node: OSMNode, _ message: inout ProtobufEncoder) {
    message.signedNumber(1, node.id)
    encode(node.tags, &message)
    encodeInfo(node.version, node.isVisible, &message)
    message.signedNumber(8, units(node.y))
    message.signedNumber(9, units(node.x))
  }

  private func encodeDense(_ nodes: [OSMNode], _ message: inout ProtobufEncoder) {
    message.packedDifferences(1, nodes.lazy.map(\.id))
    if options.metadata {
      message.message(5) { info in
        info.packed(1, nodes.lazy.map { Int64($0.version) })
        if nodes.contains(where: { !$0.isVisible }) { info.packed(6, nodes.lazy.map { $0.isVisible ? 1 : 0 }) }
      }
    }
    message.packedDifferences(8, nodes.lazy.map { units($0.y) })
    message.packedDifferences(9, nodes.lazy.map { units($0.x) })
    guard nodes.contains(where: { !$0.tags.isEmpty }) else { return }
    message.packed(10, nodes.lazy.flatMap { denseTags($0.tags) })
  }

  private func denseTags(_ tags: [String: String]) -> [Int64] {
    tags.inOrder.flatMap { [strings.index($0.key), strings.index($0.value)] } + [0]
  }

  private func encode(_ tags: [String: String], _ message: inout ProtobufEncoder) {
    let tags = tags.inOrder
    message.packed(2, tags.lazy.map { strings.index($0.key) })
    message.packed(3, tags.lazy.map { strings.index($0.value) })
  }

  private func encodeInfo(_ version: Int32, _ isVisible: Bool, _ message: inout ProtobufEncoder) {
    guard options.metadata else { return }
    message.message(4) { info in
      info.number(1, Int64(version))
      if !isVisible { info.number(6, 0) }
    }
  }

  /// A coordinate in units of the granularity, rounded to the nearest.
  private func units(_ fixed: Int32) -> Int64 {
    let nanodegrees = Int64(fixed) * 100
    let unit = Int64(options.granularity)
    return (nanodegrees + (nanodegrees < 0 ? -unit / 2 : unit / 2)) / unit
  }
}

/// Collects the texts of a block and assigns their indexes. Frequent texts get small indexes, which take fewer bytes.
/// The result is deterministic, and texts are preserved byte for byte.
struct StringTableBuilder {
  private var uses: [ExactText: Int] = [:]
  private var indexes: [ExactText: Int64] = [:]
  private var sorted: [ExactText] = []

  /// Counts one use of a text.
  mutating func use(_ text: String) { uses[ExactText(text), default: 0] += 1 }

  /// Counts the texts of tags.
  mutating func use(_ tags: [String: String]) {
    for (key, value) in tags {
      use(key)
      use(value)
    }
  }

  /// Assigns the indexes, once all texts are known. The format reserves index 0.
  mutating func seal() {
    sorted = uses.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }.map(\.key)
    for (index, text) in sorted.enumerated() { indexes[text] = Int64(index + 1) }
  }

  /// The index of a counted text.
  func index(_ text: String) -> Int64 { indexes[ExactText(text)] ?? 0 }

  /// Encodes the StringTable message.
  func encode(into encoder: inout ProtobufEncoder) {
    encoder.field(1, [])
    for text in sorted { encoder.field(1, Array(text.text.utf8)) }
  }
}

/// A text that is equal to another only if their bytes are. To Swift, a precomposed and a decomposed é are the same
/// `String`, but in a file they are different names.
private struct ExactText: Hashable, Comparable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (a: Self, b: Self) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
  static func < (a: Self, b: Self) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension Dictionary<String, String> {
  /// The tags in a fixed order.
  var inOrder: [(key: String, value: String)] { sorted { $0.key < $1.key } }
}
