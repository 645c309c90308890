// How dense nodes are decoded:
// 1. Find the parallel packed fields.
// 2. Walk over ids, latitudes and longitudes in step; each number is the difference to the one before.
// 3. Walk over the tags: `(key value)* 0` for each node.
// 4. Walk over visibility and versions, if there are any.

extension NodeStorage {
  /// One DenseNodes message.
  mutating func decodeDense(_ message: ProtobufCursor, _ context: DecodingContext) throws(BlockFault) {
    let fields = try DenseFields(message)
    let first = ids.count
    try decodeCoordinates(fields, context.scale)
    if context.wantsTags { try decodeTags(fields.tags, first, context.stringCount) }
    try decodeVisible(fields.info.visible, first)
    if context.wantsVersions { try decodeVersions(fields.info.versions, first) }
  }

  private mutating func decodeCoordinates(_ fields: DenseFields, _ scale: CoordinateScale) throws(BlockFault) {
    var idBytes = fields.ids
    var latitudeBytes = fields.latitudes
    var longitudeBytes = fields.longitudes
    let first = ids.count
    let count = idBytes.countOfVarints()
    reserve(count)
    let (idOut, xOut, yOut) = (ids.base + first, x.base + first, y.base + first)
    var (id, latitude, longitude): (Int64, Int64, Int64) = (0, 0, 0)
    var unlocated = false
    for index in 0..<count {
      id &+= idBytes.signed()
      latitude &+= latitudeBytes.signed()
      longitude &+= longitudeBytes.signed()
      let (x, y) = (scale.x(longitude), scale.y(latitude))
      idOut[index] = id
      xOut[index] = x
      yOut[index] = y
      unlocated = unlocated || x == CoordinateScale.invalid || y == CoordinateScale.invalid
    }
    let isWhole = !idBytes.isMalformed && !latitudeBytes.isMalformed && !longitudeBytes.isMalformed
    guard isWhole, idBytes.isAtEnd, latitudeBytes.isAtEnd, longitudeBytes.isAtEnd else {
      throw BlockFault("dense nodes have differing numbers of ids, latitudes and longitudes; the file is damaged")
    }
    hasUnlocated = hasUnlocated || unlocated
    claim(first + count)
  }

  private mutating func reserve(_ count: Int) {
    ids.reserve(count)
    x.reserve(count)
    y.reserve(count)
  }

  private mutating func claim(_ count: Int) {
    ids.setCount(count)
    x.setCount(count)
    y.setCount(count)
  }

  private mutating func decodeTags(
    _ bytes: ProtobufCursor, _ first: Int, _ stringCount: Int
  ) throws(BlockFault) {
    var bytes = bytes
    let limit = UInt64(stringCount)
    var node = first
    while !bytes.isAtEnd {
      var key = bytes.varint()
      if key != 0 {
        let start = tags.tags.count
        while key != 0 {
          let value = bytes.varint()
          guard key < limit, value < limit else { throw BlockFault.stringIndex }
          tags.append(TagIndexes(key: UInt32(truncatingIfNeeded: key), value: UInt32(truncatingIfNeeded: value)))
          key = bytes.isAtEnd ? 0 : bytes.varint()
        }
        endTags(ofNode: node, start: start)
      }
      node += 1
    }
    guard !bytes.isMalformed, node <= ids.count else {
      throw BlockFault("the tags of dense nodes do not match their number; the file is damaged")
    }
  }

  private mutating func decodeVisible(_ bytes: ProtobufCursor, _ first: Int) throws(BlockFault) {
    let count = ids.count - first
    visible.append(repeating: true, count: count)
    guard !bytes.isAtEnd else { return }
    var bytes = bytes
    for index in first..<ids.count { visible.base[index] = bytes.varint() != 0 }
    guard !bytes.isMalformed, bytes.isAtEnd else { throw BlockFault.denseInfo }
  }

  private mutating func decodeVersions(_ bytes: ProtobufCursor, _ first: Int) throws(BlockFault) {
    let count = ids.count - first
    versions.append(repeating: 0, count: count)
    guard !bytes.isAtEnd else { return }
    var bytes = bytes
    for index in first..<ids.count { versions.base[index] = Int32(truncatingIfNeeded: bytes.varint()) }
    guard !bytes.isMalformed, bytes.isAtEnd else { throw BlockFault.denseInfo }
  }
}

/// The packed fields of a DenseNodes message.
private struct DenseFields {
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
private struct DenseInfo {
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

extension BlockFault {
  fileprivate static var denseInfo: BlockFault {
    BlockFault("the versions of dense nodes do not match their number; the file is damaged")
  }
}
