// How a block is decoded:
// 1. Inflate the blob.
// 2. Find the string table, the groups and the scale of the coordinates; they may come in any order.
// 3. Note where each string lies.
// 4. For each group decode the wanted kinds into columns; step over the others by their length.

/// The content of one blob, decoded into columns of plain numbers.
///
/// A block is reused: each ``OSMFileReader/readBlock(_:into:_:)`` replaces its content, and with it everything that was
/// got from ``nodes``, ``ways``, ``relations`` and ``strings``. All indexes in it have been checked: a string index always
/// has a string. Not thread-safe: one per worker.
public final class PrimitiveBlock {
  /// The wanted nodes.
  public private(set) var nodes = NodeColumns()
  /// The wanted ways.
  public private(set) var ways = WayColumns()
  /// The wanted relations.
  public private(set) var relations = RelationColumns()
  /// The texts that tags and roles refer to.
  public private(set) var strings = StringTable()
  /// Which of ``OSMReadOptions/nodes``, ``OSMReadOptions/ways`` and ``OSMReadOptions/relations`` the blob has, whether wanted
  /// or not.
  public private(set) var kinds: OSMReadOptions = []
  /// Nodes left out because their coordinates are off the globe.
  public private(set) var droppedNodes = 0
  /// The bytes of the block after inflating.
  public private(set) var inflatedSize = 0

  let input = FileBytes()
  private let inflater = Inflater()
  private var nodeStorage = NodeStorage()
  private var wayStorage = WayStorage()
  private var relationStorage = RelationStorage()
  private var stringStorage = StringStorage()

  /// An empty block.
  public init() {}

  /// Decodes a Blob message.
  func decode(_ blob: ProtobufCursor, _ wanted: OSMReadOptions) throws(BlockFault) {
    forget()
    let bytes = try inflater.inflate(blob)
    inflatedSize = bytes.remaining
    let frame = try BlockFrame(bytes)
    try stringStorage.decode(frame.strings)
    let context = DecodingContext(scale: frame.scale, wanted: wanted, stringCount: stringStorage.count)
    var cursor = bytes
    while let field = cursor.field() {
      if field.tag == ProtobufField.bytes(2) {
        try decodeGroup(cursor.message(), context)
      } else {
        cursor.skip(field)
      }
    }
    publish()
  }

  /// One PrimitiveGroup.
  private func decodeGroup(_ group: ProtobufCursor, _ context: DecodingContext) throws(BlockFault) {
    var cursor = group
    while let field = cursor.field() {
      switch field.tag {
      case ProtobufField.bytes(1):
        let message = cursor.message()
        if notice(.nodes, context) { try nodeStorage.decodePlain(message, context) }
      case ProtobufField.bytes(2):
        let message = cursor.message()
        if notice(.nodes, context) { try nodeStorage.decodeDense(message, context) }
      case ProtobufField.bytes(3):
        let message = cursor.message()
        if notice(.ways, context) { try wayStorage.decode(message, context) }
      case ProtobufField.bytes(4):
        let message = cursor.message()
        if notice(.relations, context) { try relationStorage.decode(message, context) }
      default: cursor.skip(field)
      }
    }
    guard !cursor.isMalformed else { throw BlockFault("a group of objects is damaged; download the file again") }
  }

  /// Notes that the block has a kind of object, and tells whether it is wanted.
  @inline(__always)
  private func notice(_ kind: OSMReadOptions, _ context: DecodingContext) -> Bool {
    kinds.formUnion(kind)
    return context.wanted.contains(kind)
  }

  private func forget() {
    kinds = []
    droppedNodes = 0
    inflatedSize = 0
    nodeStorage.removeAll()
    wayStorage.removeAll()
    relationStorage.removeAll()
    stringStorage.removeAll()
    nodes = NodeColumns()
    ways = WayColumns()
    relations = RelationColumns()
    strings = StringTable()
  }

  /// Shows the columns to the outside.
  private func publish() {
    nodes = nodeStorage.columns()
    droppedNodes = nodeStorage.droppedCount
    ways = wayStorage.columns()
    relations = relationStorage.columns()
    strings = stringStorage.table()
  }
}

/// What the decoders of the kinds need to know about the block.
struct DecodingContext {
  let scale: CoordinateScale
  let wanted: OSMReadOptions
  /// Every string index must be below this.
  let stringCount: Int

  var wantsTags: Bool { wanted.contains(.tags) }
  var wantsVersions: Bool { wanted.contains(.versions) }
}
