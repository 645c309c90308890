// How a block is decoded:
// 1. Decompress the blob.
// 2. Find the string table, the groups and the scale of the coordinates, which may come in any order.
// 3. Record the position of each string.
// 4. In each group, decode the wanted kinds into columns and skip the others by their length.

/// The content of one blob, decoded into columns of plain numbers.
///
/// A block is reused: each ``OSMFileReader/readBlock(_:into:_:)`` replaces its content, and invalidates everything
/// taken from ``nodes``, ``ways``, ``relations`` and ``strings``. All string indexes have been checked and are valid.
/// The class is not thread-safe; use one block per worker.
public final class PrimitiveBlock {
  /// The wanted nodes.
  public private(set) var nodes = NodeColumns()
  /// The wanted ways.
  public private(set) var ways = WayColumns()
  /// The wanted relations.
  public private(set) var relations = RelationColumns()
  /// The texts that tags and roles refer to.
  public private(set) var strings = StringTable()
  /// The kinds of objects in the blob, wanted or not: ``OSMReadOptions/nodes``, ``OSMReadOptions/ways`` and
  /// ``OSMReadOptions/relations``.
  public private(set) var kinds: OSMReadOptions = []
  /// The number of nodes left out because their coordinates are off the globe.
  public private(set) var droppedNodes = 0
  /// The size of the decompressed block, in bytes.
  public private(set) var inflatedSize = 0

  let input = FileBytes()
  private let inflater = Inflater()
  private var nodeStorage = NodeStorage()
  private var wayStorage = WayStorage()
  private var relationStorage = RelationStorage()
  private var stringStorage = StringStorage()

  /// Creates an empty block.
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

  /// Lowers all negative ids, of objects and of what they refer to: those of new objects, which only their own file
  /// knows, so that they differ from those of another file.
  public func lowerNegativeIDs(by distance: Int64) {
    nodeStorage.ids.lowerNegatives(by: distance)
    wayStorage.lowerNegativeIDs(by: distance)
    relationStorage.lowerNegativeIDs(by: distance)
  }

  /// Decodes one PrimitiveGroup.
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

  /// Records that the block has a kind of object, and returns whether it is wanted.
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

  /// Sets the public columns.
  private func publish() {
    nodes = nodeStorage.columns()
    droppedNodes = nodeStorage.droppedCount
    ways = wayStorage.columns()
    relations = relationStorage.columns()
    strings = stringStorage.table()
  }
}

/// The properties of a block that its decoders need.
struct DecodingContext {
  let scale: CoordinateScale
  let wanted: OSMReadOptions
  /// The upper bound of string indexes, exclusive.
  let stringCount: Int

  var wantsTags: Bool { wanted.contains(.tags) }
  var wantsVersions: Bool { wanted.contains(.versions) }
}

/// The fields of a PrimitiveBlock message other than its groups.
struct BlockFrame {
  private(set) var strings = ProtobufCursor.empty
  private(set) var scale = CoordinateScale()

  init(_ block: ProtobufCursor) throws(BlockFault) {
    var cursor = block
    while let field = cursor.field() {
      switch field.tag {
      case ProtobufField.bytes(1): strings = cursor.message()
      case ProtobufField.number(17): scale.granularity = Int64(bitPattern: cursor.varint())
      case ProtobufField.number(19): scale.latitudeOffset = Int64(bitPattern: cursor.varint())
      case ProtobufField.number(20): scale.longitudeOffset = Int64(bitPattern: cursor.varint())
      default: cursor.skip(field)
      }
    }
    guard !cursor.isMalformed else { throw BlockFault("a block of map data is damaged; download the file again") }
  }
}

/// The scale of the coordinates of a block: degrees = 1e-9 (offset + granularity × value).
struct CoordinateScale {
  /// Nanodegrees in one unit.
  var granularity: Int64 = 100
  /// Nanodegrees to add to latitudes.
  var latitudeOffset: Int64 = 0
  /// Nanodegrees to add to longitudes.
  var longitudeOffset: Int64 = 0

  /// A value outside every range, for coordinates off the globe.
  static let invalid = Int32.max

  /// 90 and 180 degrees in 1e-7 degree.
  static let farthestY: Int64 = 900_000_000, farthestX: Int64 = 1_800_000_000

  /// The latitude in 1e-7 degree, or ``invalid``.
  @inline(__always)
  func y(_ value: Int64) -> Int32 { fixed(value, latitudeOffset, limit: Self.farthestY) }

  /// The longitude in 1e-7 degree, or ``invalid``.
  @inline(__always)
  func x(_ value: Int64) -> Int32 { fixed(value, longitudeOffset, limit: Self.farthestX) }

  @inline(__always)
  private func fixed(_ value: Int64, _ offset: Int64, limit: Int64) -> Int32 {
    let scaled = _fastPath(granularity == 100 && offset == 0) ? value : rescale(value, offset)
    let isInside = UInt64(bitPattern: scaled &+ limit) <= UInt64(2 * limit)
    return isInside ? Int32(truncatingIfNeeded: scaled) : Self.invalid
  }

  /// Converts to 1e-7 degree, rounded to the nearest. On overflow returns `Int64.max / 2`, which is far off the globe.
  private func rescale(_ value: Int64, _ offset: Int64) -> Int64 {
    let (product, overflow) = granularity.multipliedReportingOverflow(by: value)
    let (sum, overflow2) = product.addingReportingOverflow(offset)
    guard !overflow, !overflow2, sum.magnitude < UInt64(Int64.max / 2) else { return Int64.max / 2 }
    return (sum &+ (sum < 0 ? -50 : 50)) / 100
  }
}
