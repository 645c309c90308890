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

  /// Decodes one Relation message.
  mutating func decode(_ message: ProtobufCursor, _ context: DecodingContext) throws(BlockFault) {
    let relation = try RelationFields(message)
    try objects.append(relation.object, context)
    memberStarts.append(UInt32(truncatingIfNeeded: members.count))
    try decodeMembers(relation, context.stringCount)
  }

  /// Lowers the negative ids of relations and of their members.
  mutating func lowerNegativeIDs(by distance: Int64) {
    objects.ids.lowerNegatives(by: distance)
    for (index, member) in members.view.enumerated() where member.id < 0 {
      members.base[index] = MemberIndexes(id: member.id &- distance, role: member.role, type: member.type)
    }
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

  /// Ends the decoding and returns the columns.
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
struct RelationFields {
  var object = ObjectFields()
  var roles = ProtobufCursor.empty
  var memberIDs = ProtobufCursor.empty
  var types = ProtobufCursor.empty

  init(_ message: ProtobufCursor) throws(BlockFault) {
    var cursor = message
    while let field = cursor.field() {
      switch field.tag {
      case ProtobufField.bytes(8), ProtobufField.number(8): roles = cursor.list(field, after: roles)
      case ProtobufField.bytes(9), ProtobufField.number(9): memberIDs = cursor.list(field, after: memberIDs)
      case ProtobufField.bytes(10), ProtobufField.number(10): types = cursor.list(field, after: types)
      default: object.take(field, &cursor)
      }
    }
    guard !cursor.isMalformed else { throw BlockFault("a relation is damaged; download the file again") }
  }
}
