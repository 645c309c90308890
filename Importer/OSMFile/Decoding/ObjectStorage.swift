/// The common columns of ways and relations: ids, versions and tags.
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

  /// Appends an object.
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

  /// Ends the columns with one start more than there are objects, to mark the end of the last object.
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
    case ProtobufField.bytes(2), ProtobufField.number(2): keys = cursor.list(field, after: keys)
    case ProtobufField.bytes(3), ProtobufField.number(3): values = cursor.list(field, after: values)
    case ProtobufField.bytes(4): info = ObjectInfo(cursor.message())
    default: cursor.skip(field)
    }
  }
}
