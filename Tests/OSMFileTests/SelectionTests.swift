import Testing

@testable import OSMFile

@Suite("Only what is wanted is decoded")
struct SelectionTests {
  /// A file with three kinds of objects in three blobs.
  private func mixedFile() throws -> TemporaryFile {
    let file = try TemporaryFile()
    try OSMFileWriter.write(
      path: file.path, nodes: RoundTripTests.nodes, ways: RoundTripTests.ways, relations: RoundTripTests.relations)
    return file
  }

  @Test("each blob tells its kinds even when nothing is wanted")
  func kinds() throws {
    let file = try mixedFile()
    let reader = try OSMFileReader(path: file.path)
    let block = PrimitiveBlock()
    var kinds: [OSMReadOptions] = []
    for index in reader.blobs.indices {
      try reader.readBlock(index, into: block, [])
      kinds.append(block.kinds)
      #expect(block.nodes.count == 0 && block.ways.count == 0 && block.relations.count == 0)
    }
    #expect(kinds == [.nodes, .ways, .relations])
  }

  @Test("without tags and versions there are none")
  func bareObjects() throws {
    let file = try mixedFile()
    let reader = try OSMFileReader(path: file.path)
    let block = PrimitiveBlock()
    try reader.readBlock(0, into: block, [.nodes])
    #expect(Array(block.nodes.ids) == RoundTripTests.nodes.map(\.id))
    #expect(block.nodes.taggedNodes.isEmpty && block.nodes.versions.isEmpty)
    try reader.readBlock(1, into: block, [.ways])
    #expect(block.nodes.count == 0)
    #expect(block.ways.tags(of: 1).isEmpty)
    #expect(Array(block.ways.refs(of: 1)) == RoundTripTests.ways[1].refs)
    try reader.readBlock(2, into: block, [.relations])
    #expect(block.relations.tags(of: 1).isEmpty)
    #expect(block.relations.members(of: 1).map(\.id) == [7, -5, 4])
  }

  @Test("tagged nodes are listed apart")
  func taggedNodes() throws {
    let file = try mixedFile()
    let reader = try OSMFileReader(path: file.path)
    let block = PrimitiveBlock()
    try reader.readBlock(0, into: block, [.nodes, .tags])
    #expect(Array(block.nodes.taggedNodes) == [0, 2])
    let tag = try #require(block.nodes.tags(ofTagged: 0).first)
    #expect(block.strings.equals(tag.key, "name"))
    #expect(!block.strings.equals(tag.key, "nam") && !block.strings.equals(tag.key, "name2"))
    #expect(block.strings.firstIndex(of: "name") == tag.key)
    #expect(block.strings.firstIndex(of: "highway") == nil)
  }

  @Test("a block that is read into again forgets what it held")
  func reuse() throws {
    let file = try mixedFile()
    let reader = try OSMFileReader(path: file.path)
    let block = PrimitiveBlock()
    for _ in 0..<3 {
      for index in reader.blobs.indices { try reader.readBlock(index, into: block, .all) }
      #expect(block.nodes.count == 0 && block.ways.count == 0)
      #expect(block.relations.count == 2)
    }
  }

  @Test("several threads read one file at once")
  func parallel() async throws {
    let file = try TemporaryFile()
    var options = OSMWriteOptions()
    options.objectsPerBlock = 10
    let nodes = (0..<2000).map { OSMNode(id: Int64($0), x: Int32($0), y: -Int32($0)) }
    try OSMFileWriter.write(path: file.path, options: options, nodes: nodes)
    let reader = try OSMFileReader(path: file.path)
    let sums = try await withThrowingTaskGroup(of: Int64.self) { group in
      for worker in 0..<4 {
        group.addTask {
          let block = PrimitiveBlock()
          var sum: Int64 = 0
          for index in stride(from: worker, to: reader.blobs.count, by: 4) {
            try reader.readBlock(index, into: block, .nodes)
            sum += block.nodes.ids.reduce(0, +)
          }
          return sum
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(sums == 1999 * 2000 / 2)
  }
}
