/// The packed fields of a DenseNodes message.
struct DenseFields {
  var ids = ProtobufCursor.empty
  var latitudes = ProtobufCursor.empty
  var longitudes = ProtobufCursor.empty
  var tags = ProtobufCursor.empty
  var info = DenseInfo()

  init(_ message: ProtobufCursor) throws(BlockFault) {
    var cursor = message
    while let field = cursor.field() {
      switch field.tag {
      case ProtobufField.bytes(1), ProtobufField.number(1): ids = cursor.list(field, after: ids)
      case ProtobufField.bytes(5): info = DenseInfo(cursor.message())
      case ProtobufField.bytes(8), ProtobufField.number(8): latitudes = cursor.list(field, after: latitudes)
      case ProtobufField.bytes(9), ProtobufField.number(9): longitudes = cursor.list(field, after: longitudes)
      case ProtobufField.bytes(10), ProtobufField.number(10): tags = cursor.list(field, after: tags)
      default: cursor.skip(field)
      }
    }
    guard !cursor.isMalformed, !info.isMalformed else {
      throw BlockFault("a group of dense nodes is damaged; download the file again")
    }
  }
}

/// The packed fields of a DenseInfo message that are wanted.
struct DenseInfo {
  var versions = ProtobufCursor.empty
  var visible = ProtobufCursor.empty
  var isMalformed = false

  init() {}

  init(_ message: ProtobufCursor) {
    var cursor = message
    while let field = cursor.field() {
      switch field.tag {
      case ProtobufField.bytes(1), ProtobufField.number(1): versions = cursor.list(field, after: versions)
      case ProtobufField.bytes(6), ProtobufField.number(6): visible = cursor.list(field, after: visible)
      default: cursor.skip(field)
      }
    }
    isMalformed = cursor.isMalformed
  }
}
