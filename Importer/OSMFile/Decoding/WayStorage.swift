/// Decodes ways into columns.
struct WayStorage: ~Copyable {
  private var objects = ObjectStorage()
  private var refs = Column<Int64>(capacity: 8192)
  private var locations = Column<WayLocation>()
  private var refStarts = Column<UInt32>()

  mutating func removeAll() {
    objects.removeAll()
    refs.removeAll()
    locations.removeAll()
    refStarts.removeAll()
  }

  /// Decodes one Way message.
  mutating func decode(_ message: ProtobufCursor, _ context: DecodingContext) throws(BlockFault) {
    let way = try WayFields(message)
    try objects.append(way.object, context)
    refStarts.append(UInt32(truncatingIfNeeded: refs.count))
    try decodeRefs(way.refs)
    if !way.latitudes.isAtEnd || !way.longitudes.isAtEnd {
      try decodeLocations(way.latitudes, way.longitudes, context.scale)
    }
  }

  /// Lowers the negative ids of ways and of their nodes.
  mutating func lowerNegativeIDs(by distance: Int64) {
    objects.ids.lowerNegatives(by: distance)
    refs.lowerNegatives(by: distance)
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

  /// Marks the node references before an index that have no location yet as missing.
  private mutating func fillLocations(to end: Int) {
    if locations.count < end { locations.append(repeating: .missing, count: end - locations.count) }
  }

  /// Ends the decoding and returns the columns.
  mutating func columns() -> WayColumns {
    if locations.count > 0 { fillLocations(to: refs.count) }
    refStarts.append(UInt32(truncatingIfNeeded: refs.count))
    objects.end()
    return WayColumns(
      ids: objects.ids.view, visible: objects.visible.view, versions: objects.versions.view, allRefs: refs.view,
      allLocations: locations.view, refStarts: refStarts.view, tagStarts: objects.tagStarts.view,
      allTags: objects.tags.tags.view)
  }
}

/// The fields of a Way message.
private struct WayFields {
  var object = ObjectFields()
  var refs = ProtobufCursor.empty
  var latitudes = ProtobufCursor.empty
  var longitudes = ProtobufCursor.empty

  @inline(__always)
  init(_ message: ProtobufCursor) throws(BlockFault) {
    var cursor = message
    while let field = cursor.field() {
      switch field.tag {
      case ProtobufField.bytes(8), ProtobufField.number(8): refs = cursor.list(field, after: refs)
      case ProtobufField.bytes(9), ProtobufField.number(9): latitudes = cursor.list(field, after: latitudes)
      case ProtobufField.bytes(10), ProtobufField.number(10): longitudes = cursor.list(field, after: longitudes)
      default: object.take(field, &cursor)
      }
    }
    guard !cursor.isMalformed else { throw BlockFault("a way is damaged; download the file again") }
  }
}
