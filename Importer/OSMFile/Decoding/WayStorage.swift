/// Decodes ways into columns.
struct WayStorage: ~Copyable {
  private var ids = Column<Int64>()
  private var visible = Column<Bool>()
  private var versions = Column<Int32>()
  private var refs = Column<Int64>(capacity: 8192)
  private var locations = Column<WayLocation>()
  private var refStarts = Column<UInt32>()
  private var tagStarts = Column<UInt32>()
  private var tags = TagStorage()

  mutating func removeAll() {
    ids.removeAll()
    visible.removeAll()
    versions.removeAll()
    refs.removeAll()
    locations.removeAll()
    refStarts.removeAll()
    tagStarts.removeAll()
    tags.removeAll()
  }

  /// One Way message.
  mutating func decode(_ message: ProtobufCursor, _ context: DecodingContext) throws(BlockFault) {
    let way = try WayFields(message)
    ids.append(way.id)
    visible.append(way.info.isVisible)
    if context.wantsVersions { versions.append(way.info.version) }
    tagStarts.append(UInt32(truncatingIfNeeded: tags.tags.count))
    if context.wantsTags {
      try tags.append(keys: way.keys, values: way.values, stringCount: context.stringCount)
    }
    refStarts.append(UInt32(truncatingIfNeeded: refs.count))
    try decodeRefs(way.refs)
    if !way.latitudes.isAtEnd || !way.longitudes.isAtEnd {
      try decodeLocations(way.latitudes, way.longitudes, context.scale)
    }
  }

  private mutating func decodeRefs(_ bytes: ProtobufCursor) throws(BlockFault) {
    var bytes = bytes
    refs.reserve(bytes.maximumCount)
    let out = refs.base
    var count = refs.count
    var ref: Int64 = 0
    while !bytes.isAtEnd {
      ref &+= bytes.signed()
      out[count] = ref
      count &+= 1
    }
    guard !bytes.isMalformed else { throw BlockFault("the nodes of a way are damaged; download the file again") }
    refs.setCount(count)
  }

  private mutating func decodeLocations(
    _ latitudeBytes: ProtobufCursor, _ longitudeBytes: ProtobufCursor, _ scale: CoordinateScale
  ) throws(BlockFault) {
    var latitudeBytes = latitudeBytes
    var longitudeBytes = longitudeBytes
    let first = Int(refStarts.base[refStarts.count - 1])
    fillLocations(to: first)
    var (latitude, longitude): (Int64, Int64) = (0, 0)
    for _ in first..<refs.count {
      latitude &+= latitudeBytes.signed()
      longitude &+= longitudeBytes.signed()
      locations.append(WayLocation(x: scale.x(longitude), y: scale.y(latitude)))
    }
    let isWhole = !latitudeBytes.isMalformed && !longitudeBytes.isMalformed
    guard isWhole, latitudeBytes.isAtEnd, longitudeBytes.isAtEnd else {
      throw BlockFault("the locations of a way do not match its nodes; the file is damaged")
    }
  }

  /// Marks the node references up to an index that have no location yet as missing.
  private mutating func fillLocations(to end: Int) {
    if locations.count < end { locations.append(repeating: .missing, count: end - locations.count) }
  }

  /// The columns.
  mutating func columns() -> WayColumns {
    if locations.count > 0 { fillLocations(to: refs.count) }
    // One start more than there are ways, so that the last way's end can be looked up too.
    refStarts.append(UInt32(truncatingIfNeeded: refs.count))
    tagStarts.append(UInt32(truncatingIfNeeded: tags.tags.count))
    return WayColumns(
      ids: ids.view, visible: visible.view, versions: versions.view, allRefs: refs.view, allLocations: locations.view,
      refStarts: refStarts.view, tagStarts: tagStarts.view, allTags: tags.tags.view)
  }
}

/// The fields of a Way message.
private struct WayFields {
  var id: Int64 = 0
  var keys = ProtobufCursor.empty
  var values = ProtobufCursor.empty
  var refs = ProtobufCursor.empty
  var latitudes = ProtobufCursor.empty
  var longitudes = ProtobufCursor.empty
  var info = ObjectInfo()

  @inline(__always)
  init(_ message: ProtobufCursor) throws(BlockFault) {
    var cursor = message
    while let field = cursor.field() {
      switch field.tag {
      case ProtobufField.number(1): id = Int64(bitPattern: cursor.varint())
      case ProtobufField.bytes(2): keys = cursor.message()
      case ProtobufField.bytes(3): values = cursor.message()
      case ProtobufField.bytes(4): info = ObjectInfo(cursor.message())
      case ProtobufField.bytes(8): refs = cursor.message()
      case ProtobufField.bytes(9): latitudes = cursor.message()
      case ProtobufField.bytes(10): longitudes = cursor.message()
      default: cursor.skip(field)
      }
    }
    guard !cursor.isMalformed else { throw BlockFault("a way is damaged; download the file again") }
  }
}
