/// A whole file as objects, for small files, scripts and tests. It takes some hundred bytes for each object. An import
/// reads block by block instead, see ``OSMFileReader``.
public struct OSMFileContents: Sendable {
  /// The header of the file.
  public let header: OSMFileHeader
  /// The nodes, in the order of the file.
  public private(set) var nodes: [OSMNode] = []
  /// The ways, in the order of the file.
  public private(set) var ways: [OSMWay] = []
  /// The relations, in the order of the file.
  public private(set) var relations: [OSMRelation] = []
  /// The number of nodes left out because their coordinates are off the globe.
  public private(set) var droppedNodes = 0

  /// Reads a file.
  ///
  /// - Parameter options: options for inputs other than plain PBF files, and for stopping.
  /// - Throws: ``OSMFileError`` if the file cannot be read.
  public init(path: String, _ options: OSMInputOptions = OSMInputOptions()) throws(OSMFileError) {
    let reader = try OSMFileReader(path: path, options)
    header = reader.header
    let block = PrimitiveBlock()
    for index in reader.blobs.indices {
      guard options.shouldContinue(1) else { throw OSMFileError.stopped(path) }
      try reader.readBlock(index, into: block, .all)
      append(block)
    }
  }

  /// Reads one blob of a file, for programs that process large files object by object.
  ///
  /// - Parameter block: memory to reuse.
  /// - Throws: ``OSMFileError`` if the blob cannot be read.
  public init(_ reader: OSMFileReader, blob index: Int, using block: PrimitiveBlock) throws(OSMFileError) {
    header = reader.header
    try reader.readBlock(index, into: block, .all)
    append(block)
  }

  private mutating func append(_ block: PrimitiveBlock) {
    appendNodes(block.nodes, block.strings)
    appendWays(block.ways, block.strings)
    appendRelations(block.relations, block.strings)
    droppedNodes += block.droppedNodes
  }

  private mutating func appendNodes(_ columns: NodeColumns, _ strings: StringTable) {
    let first = nodes.count
    for index in 0..<columns.count {
      var node = OSMNode(id: columns.ids[index], x: columns.x[index], y: columns.y[index])
      node.version = columns.versions[index]
      node.isVisible = columns.visible[index]
      nodes.append(node)
    }
    for tagged in columns.taggedNodes.indices {
      let index = first + Int(columns.taggedNodes[tagged])
      nodes[index].tags = strings.dictionary(columns.tags(ofTagged: tagged))
    }
  }

  private mutating func appendWays(_ columns: WayColumns, _ strings: StringTable) {
    for index in 0..<columns.count {
      let tags = strings.dictionary(columns.tags(of: index))
      var way = OSMWay(id: columns.ids[index], refs: Array(columns.refs(of: index)), tags: tags)
      way.version = columns.versions[index]
      way.isVisible = columns.visible[index]
      ways.append(way)
    }
  }

  private mutating func appendRelations(_ columns: RelationColumns, _ strings: StringTable) {
    for index in 0..<columns.count {
      let members = columns.members(of: index).map { OSMMember($0.type, $0.id, role: strings.string($0.role)) }
      let tags = strings.dictionary(columns.tags(of: index))
      var relation = OSMRelation(id: columns.ids[index], members: members, tags: tags)
      relation.version = columns.versions[index]
      relation.isVisible = columns.visible[index]
      relations.append(relation)
    }
  }
}

extension StringTable {
  /// Tags as texts. If a key occurs twice, which the format does not forbid, the last value counts.
  public func dictionary(_ tags: UnsafeBufferPointer<TagIndexes>) -> [String: String] {
    var result: [String: String] = [:]
    for tag in tags { result[string(tag.key)] = string(tag.value) }
    return result
  }
}
