/// Decodes nodes into columns.
struct NodeStorage: ~Copyable {
  var ids = Column<Int64>(capacity: 8192)
  var x = Column<Int32>(capacity: 8192)
  var y = Column<Int32>(capacity: 8192)
  var visible = Column<Bool>(capacity: 8192)
  var versions = Column<Int32>()
  var taggedNodes = Column<UInt32>()
  /// The tags of each tagged node.
  var tagRanges = Column<TagRange>()
  var tags = TagStorage()
  /// Whether any node has coordinates off the globe.
  var hasUnlocated = false
  private(set) var droppedCount = 0

  mutating func removeAll() {
    ids.removeAll()
    x.removeAll()
    y.removeAll()
    visible.removeAll()
    versions.removeAll()
    taggedNodes.removeAll()
    tagRanges.removeAll()
    tags.removeAll()
    hasUnlocated = false
    droppedCount = 0
  }

  /// Decodes one Node message.
  mutating func decodePlain(_ message: ProtobufCursor, _ context: DecodingContext) throws(BlockFault) {
    let node = try PlainNode(message)
    let index = ids.count
    ids.append(node.object.id)
    x.append(context.scale.x(node.longitude))
    y.append(context.scale.y(node.latitude))
    hasUnlocated = hasUnlocated || isUnlocated(index)
    visible.append(node.object.info.isVisible)
    if context.wantsVersions { versions.append(node.object.info.version) }
    if context.wantsTags, !node.object.keys.isAtEnd || !node.object.values.isAtEnd {
      let start = tags.tags.count
      try tags.append(keys: node.object.keys, values: node.object.values, stringCount: context.stringCount)
      endTags(ofNode: index, start: start)
    }
  }

  /// Records that the tags from `start` to the last one belong to a node.
  @inline(__always)
  mutating func endTags(ofNode index: Int, start: Int) {
    taggedNodes.append(UInt32(truncatingIfNeeded: index))
    tagRanges.append(
      TagRange(start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: tags.tags.count)))
  }

  /// The columns, without the nodes whose coordinates are off the globe.
  mutating func columns() -> NodeColumns {
    if hasUnlocated { dropUnlocated() }
    return NodeColumns(
      ids: ids.view, x: x.view, y: y.view, visible: visible.view, versions: versions.view,
      taggedNodes: taggedNodes.view, tagRanges: tagRanges.view, allTags: tags.tags.view)
  }

  private func isUnlocated(_ index: Int) -> Bool {
    x.base[index] == CoordinateScale.invalid || y.base[index] == CoordinateScale.invalid
  }

  /// Removes the nodes that are off the globe. Deleted nodes need no coordinate and stay, at 0, 0.
  private mutating func dropUnlocated() {
    var kept = 0
    var tagged = 0
    var keptTagged = 0
    for index in 0..<ids.count {
      let isTagged = tagged < taggedNodes.count && taggedNodes.base[tagged] == UInt32(truncatingIfNeeded: index)
      if isUnlocated(index) && visible.base[index] {
        droppedCount += 1
      } else {
        if isTagged {
          taggedNodes.base[keptTagged] = UInt32(truncatingIfNeeded: kept)
          tagRanges.base[keptTagged] = tagRanges.base[tagged]
          keptTagged += 1
        }
        move(index, to: kept)
        kept += 1
      }
      if isTagged { tagged += 1 }
    }
    shrink(to: kept, tagged: keptTagged)
    hasUnlocated = false
  }

  private mutating func move(_ index: Int, to target: Int) {
    let isBad = isUnlocated(index)
    ids.base[target] = ids.base[index]
    x.base[target] = isBad ? 0 : x.base[index]
    y.base[target] = isBad ? 0 : y.base[index]
    visible.base[target] = visible.base[index]
    if versions.count > 0 { versions.base[target] = versions.base[index] }
  }

  private mutating func shrink(to kept: Int, tagged: Int) {
    ids.setCount(kept)
    x.setCount(kept)
    y.setCount(kept)
    visible.setCount(kept)
    if versions.count > 0 { versions.setCount(kept) }
    taggedNodes.setCount(tagged)
    tagRanges.setCount(tagged)
  }
}

/// The fields of a Node message.
private struct PlainNode {
  var object = ObjectFields()
  var latitude: Int64 = 0
  var longitude: Int64 = 0

  init(_ message: ProtobufCursor) throws(BlockFault) {
    var cursor = message
    while let field = cursor.field() {
      switch field.tag {
      // Unlike the ids of ways and relations, those of nodes are zigzag-encoded.
      case ProtobufField.number(1): object.id = cursor.signed()
      case ProtobufField.number(8): latitude = cursor.signed()
      case ProtobufField.number(9): longitude = cursor.signed()
      default: object.take(field, &cursor)
      }
    }
    guard !cursor.isMalformed else { throw BlockFault("a node is damaged; download the file again") }
  }
}

// How dense nodes are decoded:
// 1. Find the parallel packed fields.
// 2. Iterate over ids, latitudes and longitudes in parallel. Each number is the difference to the previous one.
// 3. Iterate over the tags: `(key value)* 0` for each node.
// 4. Iterate over visibility and versions, if there are any.

extension NodeStorage {
  /// Decodes one DenseNodes message.
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

extension BlockFault {
  fileprivate static var denseInfo: BlockFault {
    BlockFault("the versions of dense nodes do not match their number; the file is damaged")
  }
}
