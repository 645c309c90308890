/// The tags of ways, relations or plain nodes: all after each other, with the start of each object's.
struct TagStorage: ~Copyable {
  private(set) var tags = Column<TagIndexes>()

  mutating func removeAll() { tags.removeAll() }

  /// Appends the tags of one object from its parallel lists of keys and values.
  @inline(__always)
  mutating func append(keys: ProtobufCursor, values: ProtobufCursor, stringCount: Int) throws(BlockFault) {
    var keys = keys
    var values = values
    let limit = UInt64(stringCount)
    while !keys.isAtEnd {
      let key = keys.varint()
      let value = values.varint()
      guard key < limit, value < limit else { throw BlockFault.stringIndex }
      tags.append(TagIndexes(key: UInt32(truncatingIfNeeded: key), value: UInt32(truncatingIfNeeded: value)))
    }
    guard values.isAtEnd, !keys.isMalformed, !values.isMalformed else {
      throw BlockFault("an object has more keys than values or the other way round; the file is damaged")
    }
  }

  @inline(__always)
  mutating func append(_ tag: TagIndexes) { tags.append(tag) }
}

extension BlockFault {
  static var stringIndex: BlockFault {
    BlockFault("a tag or role refers past the table of texts; the file is damaged")
  }
}

/// The version and visibility of one object, from its Info message.
struct ObjectInfo {
  var version: Int32 = 0
  var isVisible = true

  init() {}

  @inline(__always)
  init(_ message: ProtobufCursor) {
    var cursor = message
    while let field = cursor.field() {
      switch field.tag {
      case ProtobufField.number(1): version = Int32(truncatingIfNeeded: cursor.varint())
      case ProtobufField.number(6): isVisible = cursor.varint() != 0
      default: cursor.skip(field)
      }
    }
  }
}
