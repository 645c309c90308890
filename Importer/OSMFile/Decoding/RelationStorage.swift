/// Decodes relations into columns.
struct RelationStorage: ~Copyable {
  private var ids = Column<Int64>()
  private var visible = Column<Bool>()
  private var versions = Column<Int32>()
  private var members = Column<MemberIndexes>()
  private var memberStarts = Column<UInt32>()
  private var tagStarts = Column<UInt32>()
  private var tags = TagStorage()

  mutating func removeAll() {
    ids.removeAll()
    visible.removeAll()
    versions.removeAll()
    members.removeAll()
    memberStarts.removeAll()
    tagStarts.removeAll()
    tags.removeAll()
  }

  /// One Relation message.
  mutating func decode(_ message: ProtobufCursor, _ context: DecodingContext) throws(BlockFault) {
    let relation = try RelationFields(message)
    ids.append(relation.id)
    visible.append(relation.info.isVisible)
    if context.wantsVersions { versions.append(relation.info.version) }
    tagStarts.append(UInt32(truncatingIfNeeded: tags.tags.count))
    if context.wantsTags {
      try tags.append(keys: relation.keys, values: relation.values, stringCount: context.stringCount)
    }
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
        throw BlockFault("a relation has a member that is no node, way or relation; the file is damaged")
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
    // One start more than there are relations, so that the last one's end can be looked up too.
    memberStarts.append(UInt32(truncatingIfNeeded: members.count))
    tagStarts.append(UInt32(truncatingIfNeeded: tags.tags.count))
    return RelationColumns(
      ids: ids.view, visible: visible.view, versions: versions.view, memberStarts: memberStarts.view,
      allMembers: members.view, tagStarts: tagStarts.view, allTags: tags.tags.view)
  }
}

/// The fields of a Relation message.
private struct RelationFields {
  var id: Int64 = 0
  var keys = ProtobufCursor.empty
  var values = ProtobufCursor.empty
  var roles = ProtobufCursor.empty
  var memberIDs = ProtobufCursor.empty
  var types = ProtobufCursor.empty
  var info = ObjectInfo()

  init(_ message: ProtobufCursor) throws(BlockFault) {
    var cursor = message
    while let field = cursor.field() {
      switch field.tag {
      case ProtobufField.number(1): id = Int64(bitPattern: cursor.varint())
      case ProtobufField.bytes(2): keys = cursor.message()
      case ProtobufField.bytes(3): values = cursor.message()
      case ProtobufField.bytes(4): info = ObjectInfo(cursor.message())
      case ProtobufField.bytes(8): roles = cursor.message()
      case ProtobufField.bytes(9): memberIDs = cursor.message()
      case ProtobufField.bytes(10): types = cursor.message()
      default: cursor.skip(field)
      }
    }
    guard !cursor.isMalformed else { throw BlockFault("a relation is damaged; download the file again") }
  }
}
