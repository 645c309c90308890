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
  /// Whether a node's coordinates are off the globe.
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

  /// One Node message.
  mutating func decodePlain(_ message: ProtobufCursor, _ context: DecodingContext) throws(BlockFault) {
    let node = try PlainNode(message)
    let index = ids.count
    ids.append(node.id)
    x.append(context.scale.x(node.longitude))
    y.append(context.scale.y(node.latitude))
    hasUnlocated = hasUnlocated || isUnlocated(index)
    visible.append(node.info.isVisible)
    if context.wantsVersions { versions.append(node.info.version) }
    if context.wantsTags, !node.keys.isAtEnd || !node.values.isAtEnd {
      let start = tags.tags.count
      try tags.append(keys: node.keys, values: node.values, stringCount: context.stringCount)
      endTags(ofNode: index, start: start)
    }
  }

  /// Notes that the tags from `start` to the last belong to a node.
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

  /// Closes ranks over the nodes that lie nowhere. A deleted node needs no coordinate: it stays, at 0, 0.
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
  var id: Int64 = 0
  var latitude: Int64 = 0
  var longitude: Int64 = 0
  var keys = ProtobufCursor.empty
  var values = ProtobufCursor.empty
  var info = ObjectInfo()

  init(_ message: ProtobufCursor) throws(BlockFault) {
    var cursor = message
    while let field = cursor.field() {
      switch field.tag {
      case ProtobufField.number(1): id = cursor.signed()
      case ProtobufField.bytes(2): keys = cursor.message()
      case ProtobufField.bytes(3): values = cursor.message()
      case ProtobufField.bytes(4): info = ObjectInfo(cursor.message())
      case ProtobufField.number(8): latitude = cursor.signed()
      case ProtobufField.number(9): longitude = cursor.signed()
      default: cursor.skip(field)
      }
    }
    guard !cursor.isMalformed else { throw BlockFault("a node is damaged; download the file again") }
  }
}
