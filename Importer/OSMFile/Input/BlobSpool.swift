import GeoSupport

/// Writes objects as PBF blobs into an unnamed file, for readers that make several passes. Texts are kept as bytes and
/// tags in order.
struct BlobSpool {
  private(set) var spool: SpoolFile
  private(set) var blobs: [OSMBlob] = []
  private var columns = SpoolColumns()

  /// The size at which a block is written, in bytes. The format recommends 8000 objects and allows 32 MiB.
  private static let usualSize = 4 << 20
  private static let usualCount = 8000

  private let largestObject: Int

  /// Creates an empty spool.
  init(_ options: OSMInputOptions) throws(OSMFileError) {
    spool = try SpoolFile(in: options.folder)
    largestObject = options.largestObjectBytes
  }

  /// Begins an object, to which everything added from now on belongs.
  mutating func begin(
    _ type: OSMObjectType, id: Int64, version: Int32, isVisible: Bool, x: Int32 = 0, y: Int32 = 0
  ) throws(OSMFileError) {
    if columns.type != type || columns.ids.count >= Self.usualCount || columns.size >= Self.usualSize { try finish() }
    columns.type = type
    columns.ids.append(id)
    columns.versions.append(version)
    columns.visible.append(isVisible)
    columns.x.append(x)
    columns.y.append(y)
    columns.tagStarts.append(columns.tags.count)
    columns.refStarts.append(columns.refs.count)
  }

  /// Adds a tag to the object.
  mutating func addTag(_ key: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>) {
    columns.tags.append(columns.texts.index(of: key))
    columns.tags.append(columns.texts.index(of: value))
  }

  /// Adds a node to the way, with its location if the way has it.
  mutating func addRef(_ id: Int64, x: Int32? = nil, y: Int32? = nil) {
    columns.refs.append(id)
    guard let x, let y else { return }
    columns.placeMissing(to: columns.refs.count - 1)
    columns.refX.append(x)
    columns.refY.append(y)
  }

  /// Adds a member to the relation.
  mutating func addMember(_ type: OSMObjectType, _ id: Int64, role: UnsafePointer<CChar>?) {
    columns.refs.append(id)
    columns.memberTypes.append(Int64(type.rawValue))
    columns.roles.append(role.map { columns.texts.index(of: $0) } ?? 0)
  }

  /// Whether the object is too large to be map data.
  var isOverfull: Bool { columns.size > largestObject }

  /// Writes the pending objects.
  mutating func finish() throws(OSMFileError) {
    guard !columns.ids.isEmpty else { return }
    if !columns.refX.isEmpty { columns.placeMissing(to: columns.refs.count) }
    var blob = ProtobufEncoder()
    blob.field(1, columns.encoded())
    blobs.append(OSMBlob(offset: spool.size, size: blob.bytes.count))
    columns.removeAll()
    try spool.append(blob.bytes)
  }
}

/// Pending objects of one kind, to be written as a block.
private struct SpoolColumns {
  var type = OSMObjectType.node
  var ids: [Int64] = []
  var versions: [Int32] = []
  var visible: [Bool] = []
  var x: [Int32] = []
  var y: [Int32] = []
  /// Text indexes, alternating between keys and values.
  var tags: [Int64] = []
  var tagStarts: [Int] = []
  /// Nodes of ways, or members of relations.
  var refs: [Int64] = []
  var refStarts: [Int] = []
  /// Locations of nodes of ways. There are fewer than ``refs`` if the last ones have none.
  var refX: [Int32] = []
  var refY: [Int32] = []
  var memberTypes: [Int64] = []
  var roles: [Int64] = []
  var texts = TextTable()

  /// The approximate size of the block in bytes.
  var size: Int { ids.count * 16 + tags.count * 2 + refs.count * 8 + refX.count * 8 + texts.size }

  /// Marks nodes of ways without a location as such, up to a number of nodes.
  mutating func placeMissing(to count: Int) {
    let missing = count - refX.count
    refX.append(contentsOf: repeatElement(WayLocation.missing.x, count: missing))
    refY.append(contentsOf: repeatElement(WayLocation.missing.y, count: missing))
  }

  /// Removes all objects but keeps the memory.
  mutating func removeAll() {
    ids.removeAll(keepingCapacity: true)
    versions.removeAll(keepingCapacity: true)
    visible.removeAll(keepingCapacity: true)
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    tags.removeAll(keepingCapacity: true)
    tagStarts.removeAll(keepingCapacity: true)
    refs.removeAll(keepingCapacity: true)
    refStarts.removeAll(keepingCapacity: true)
    refX.removeAll(keepingCapacity: true)
    refY.removeAll(keepingCapacity: true)
    memberTypes.removeAll(keepingCapacity: true)
    roles.removeAll(keepingCapacity: true)
    texts.removeAll()
  }

  /// The PrimitiveBlock message.
  func encoded() -> [UInt8] {
    var block = ProtobufEncoder()
    block.field(1, texts.encoded())
    block.message(2) { group in
      guard type != .node else { return group.message(2, encodeNodes) }
      for object in ids.indices { group.message(type == .way ? 3 : 4) { encode(object, &$0) } }
    }
    return block.bytes
  }

  private func encodeNodes(_ nodes: inout ProtobufEncoder) {
    nodes.packedDifferences(1, ids)
    nodes.message(5) { info in
      info.packed(1, versions.lazy.map(Int64.init))
      if visible.contains(false) { info.packed(6, visible.lazy.map { $0 ? 1 : 0 }) }
    }
    nodes.packedDifferences(8, y.lazy.map(Int64.init))
    nodes.packedDifferences(9, x.lazy.map(Int64.init))
    guard !tags.isEmpty else { return }
    nodes.message(10) { packed in
      for node in ids.indices {
        for text in tags[range(node, tagStarts, tags.count)] { packed.varint(UInt64(text)) }
        packed.varint(0)
      }
    }
  }

  private func encode(_ object: Int, _ message: inout ProtobufEncoder) {
    message.number(1, ids[object])
    let tags = tags[range(object, tagStarts, tags.count)]
    message.packed(2, stride(from: tags.startIndex, to: tags.endIndex, by: 2).lazy.map { tags[$0] })
    message.packed(3, stride(from: tags.startIndex + 1, to: tags.endIndex, by: 2).lazy.map { tags[$0] })
    message.message(4) { info in
      info.number(1, Int64(versions[object]))
      if !visible[object] { info.number(6, 0) }
    }
    let range = range(object, refStarts, refs.count)
    guard type == .relation else {
      message.packedDifferences(8, refs[range])
      guard !refX.isEmpty else { return }
      message.packedDifferences(9, refY[range].lazy.map(Int64.init))
      return message.packedDifferences(10, refX[range].lazy.map(Int64.init))
    }
    message.packed(8, roles[range])
    message.packedDifferences(9, refs[range])
    message.packed(10, memberTypes[range])
  }

  private func range(_ object: Int, _ starts: [Int], _ end: Int) -> Range<Int> {
    starts[object]..<(object + 1 < starts.count ? starts[object + 1] : end)
  }
}
