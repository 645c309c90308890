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
      case ProtobufField.bytes(1): ids = cursor.message()
      case ProtobufField.bytes(5): info = DenseInfo(cursor.message())
      case ProtobufField.bytes(8): latitudes = cursor.message()
      case ProtobufField.bytes(9): longitudes = cursor.message()
      case ProtobufField.bytes(10): tags = cursor.message()
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
      case ProtobufField.bytes(1): versions = cursor.message()
      case ProtobufField.bytes(6): visible = cursor.message()
      default: cursor.skip(field)
      }
    }
    isMalformed = cursor.isMalformed
  }
}
