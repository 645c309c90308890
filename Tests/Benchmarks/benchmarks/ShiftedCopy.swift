import OSMFile

/// One copy of an extract with shifted ids and longitudes.
struct ShiftedCopy {
  /// The offset of the ids of nodes, ways and relations, and of references to them.
  let idOffset: Int64
  /// The offset of longitudes, in 1e-7 degree.
  let eastward: Int64

  /// Writes all objects of a kind.
  func write(_ kind: OSMReadOptions, of reader: OSMFileReader, to writer: OSMFileWriter) throws {
    let block = PrimitiveBlock()
    for index in reader.blobs.indices {
      try reader.readBlock(index, into: block, [kind, .tags])
      if kind == .nodes { try writeNodes(block, to: writer) }
      if kind == .ways { try writeWays(block, to: writer) }
      if kind == .relations { try writeRelations(block, to: writer) }
    }
  }

  private func writeNodes(_ block: PrimitiveBlock, to writer: OSMFileWriter) throws {
    let nodes = block.nodes
    var tagged = 0
    for index in 0..<nodes.count {
      var node = OSMNode(id: nodes.ids[index] + idOffset, x: shifted(nodes.x[index]), y: nodes.y[index])
      if tagged < nodes.taggedNodes.count, nodes.taggedNodes[tagged] == index {
        node.tags = tags(nodes.tags(ofTagged: tagged), block)
        tagged += 1
      }
      try writer.write(node)
    }
  }

  private func writeWays(_ block: PrimitiveBlock, to writer: OSMFileWriter) throws {
    for index in 0..<block.ways.count {
      let refs = block.ways.refs(of: index).map { $0 + idOffset }
      try writer.write(
        OSMWay(id: block.ways.ids[index] + idOffset, refs: refs, tags: tags(block.ways.tags(of: index), block)))
    }
  }

  private func writeRelations(_ block: PrimitiveBlock, to writer: OSMFileWriter) throws {
    for index in 0..<block.relations.count {
      let members = block.relations.members(of: index).map {
        OSMMember($0.type, $0.id + idOffset, role: block.strings.string($0.role))
      }
      let tags = tags(block.relations.tags(of: index), block)
      try writer.write(OSMRelation(id: block.relations.ids[index] + idOffset, members: members, tags: tags))
    }
  }

  private func tags(_ indexes: UnsafeBufferPointer<TagIndexes>, _ block: PrimitiveBlock) -> [String: String] {
    var tags: [String: String] = [:]
    for tag in indexes { tags[block.strings.string(tag.key)] = block.strings.string(tag.value) }
    return tags
  }

  /// The longitude shifted to the east, wrapped to -180 to 180 degrees.
  private func shifted(_ x: Int32) -> Int32 {
    let east = Int64(x) + eastward
    return Int32(east > 1_800_000_000 ? east - 3_600_000_000 : east)
  }
}
