/// What ways and relations have in common: ids, versions and tags in columns.
struct ObjectStorage: ~Copyable {
  var ids = Column<Int64>()
  var visible = Column<Bool>()
  var versions = Column<Int32>()
  var tagStarts = Column<UInt32>()
  var tags = TagStorage()

  mutating func removeAll() {
    ids.removeAll()
    visible.removeAll()
    versions.removeAll()
    tagStarts.removeAll()
    tags.removeAll()
  }

  /// The next object.
  @inline(__always)
  mutating func append(_ object: ObjectFields, _ context: DecodingContext) throws(BlockFault) {
    ids.append(object.id)
    visible.append(object.info.isVisible)
    if context.wantsVersions { versions.append(object.info.version) }
    tagStarts.append(UInt32(truncatingIfNeeded: tags.tags.count))
    if context.wantsTags {
      try tags.append(keys: object.keys, values: object.values, stringCount: context.stringCount)
    }
  }

  /// Ends the columns: one start more than there are objects, so that the last one's end can be looked up too.
  mutating func end() { tagStarts.append(UInt32(truncatingIfNeeded: tags.tags.count)) }
}

/// The fields that Node, Way and Relation messages share.
struct ObjectFields {
  var id: Int64 = 0
  var keys = ProtobufCursor.empty
  var values = ProtobufCursor.empty
  var info = ObjectInfo()

  /// Reads one of these fields; skips any other.
  @inline(__always)
  mutating func take(_ field: ProtobufField, _ cursor: inout ProtobufCursor) {
    switch field.tag {
    case ProtobufField.number(1): id = Int64(bitPattern: cursor.varint())
    case ProtobufField.bytes(2): keys = cursor.message()
    case ProtobufField.bytes(3): values = cursor.message()
    case ProtobufField.bytes(4): info = ObjectInfo(cursor.message())
    default: cursor.skip(field)
    }
  }
}

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

  /// One Way message.
  mutating func decode(_ message: ProtobufCursor, _ context: DecodingContext) throws(BlockFault) {
    let way = try WayFields(message)
    try objects.append(way.object, context)
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
      case ProtobufField.bytes(8): refs = cursor.message()
      case ProtobufField.bytes(9): latitudes = cursor.message()
      case ProtobufField.bytes(10): longitudes = cursor.message()
      default: object.take(field, &cursor)
      }
    }
    guard !cursor.isMalformed else { throw BlockFault("a way is damaged; download the file again") }
  }
}

/// Decodes relations into columns.
struct RelationStorage: ~Copyable {
  private var objects = ObjectStorage()
  private var members = Column<MemberIndexes>()
  private var memberStarts = Column<UInt32>()

  mutating func removeAll() {
    objects.removeAll()
    members.removeAll()
    memberStarts.removeAll()
  }

  /// One Relation message.
  mutating func decode(_ message: ProtobufCursor, _ context: DecodingContext) throws(BlockFault) {
    let relation = try RelationFields(message)
    try objects.append(relation.object, context)
    memberStarts.append(UInt32(truncatingIfNeeded: members.count))
    try decodeMembers(relation, context.stringCount)
  }

  private mutating func decodeMembers(_ relation: RelationFields, _ stringCount: Int) throws(BlockFault) {
    var roles = relation.roles
    var ids = relation.memberIDs
    var types = relation.types
    let limit = UInt64(stringCount)
    var id: Int64 = 0
    while !ids.isAtEnd {
      id &+= ids.signed()
      let role = roles.varint()
      guard role < limit else { throw BlockFault.stringIndex }
      guard let type = OSMObjectType(rawValue: UInt8(clamping: types.varint())) else {
        throw BlockFault("a relation has a member that is neither a node, a way nor a relation; the file is damaged")
      }
      members.append(MemberIndexes(id: id, role: UInt32(truncatingIfNeeded: role), type: type))
    }
    let isWhole = !ids.isMalformed && !roles.isMalformed && !types.isMalformed
    guard isWhole, roles.isAtEnd, types.isAtEnd else {
      throw BlockFault("a relation has differing numbers of members, roles and types; the file is damaged")
    }
  }

  /// The columns.
  mutating func columns() -> RelationColumns {
    memberStarts.append(UInt32(truncatingIfNeeded: members.count))
    objects.end()
    return RelationColumns(
      ids: objects.ids.view, visible: objects.visible.view, versions: objects.versions.view,
      memberStarts: memberStarts.view, allMembers: members.view, tagStarts: objects.tagStarts.view,
      allTags: objects.tags.tags.view)
  }
}

/// The fields of a Relation message.
private struct RelationFields {
  var object = ObjectFields()
  var roles = ProtobufCursor.empty
  var memberIDs = ProtobufCursor.empty
  var types = ProtobufCursor.empty

  init(_ message: ProtobufCursor) throws(BlockFault) {
    var cursor = message
    while let field = cursor.field() {
      switch field.tag {
      case ProtobufField.bytes(8): roles = cursor.message()
      case ProtobufField.bytes(9): memberIDs = cursor.message()
      case ProtobufField.bytes(10): types = cursor.message()
      default: object.take(field, &cursor)
      }
    }
    guard !cursor.isMalformed else { throw BlockFault("a relation is damaged; download the file again") }
  }
}
