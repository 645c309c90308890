import Testing

@testable import OSMFile

@Suite("What is written is read again")
struct RoundTripTests {
  static let compressions: [OSMWriteOptions.Compression] = [
    .raw, .zlib(level: 1), .zlib(level: 12), .lz4, .zstd(level: 19),
  ]

  static let nodes = [
    OSMNode(id: -5, x: 0, y: 0, tags: ["name": "Null Island"]),
    OSMNode(id: 1, latitude: 90, longitude: 180),
    OSMNode(id: 2, latitude: -90, longitude: -180, tags: ["a": "", "b": "ü 東京 🏔"]),
    OSMNode(id: 1 << 61, latitude: 47.1402, longitude: 9.5206),
  ]
  static let ways = [
    OSMWay(id: -1, refs: []),
    OSMWay(id: 7, refs: [1 << 61, -5, 2, 1 << 61], tags: ["highway": "residential", "name": "Ring"]),
    OSMWay(id: Int64.max, refs: [Int64.min, Int64.max, 0]),
  ]
  static let relations = [
    OSMRelation(id: 3, members: []),
    OSMRelation(
      id: 4,
      members: [OSMMember(.way, 7, role: "outer"), OSMMember(.node, -5, role: "label"), OSMMember(.relation, 4)],
      tags: ["type": "boundary"]),
  ]

  @Test("with every compression, dense or plain", arguments: compressions, [true, false])
  func everyCompression(_ compression: OSMWriteOptions.Compression, dense: Bool) throws {
    var options = OSMWriteOptions()
    options.compression = compression
    options.denseNodes = dense
    options.objectsPerBlock = 3
    let file = try TemporaryFile()
    try OSMFileWriter.write(
      path: file.path, options: options, nodes: Self.nodes, ways: Self.ways, relations: Self.relations)
    let read = try OSMFileContents(path: file.path)
    #expect(read.nodes == Self.nodes)
    #expect(read.ways == Self.ways)
    #expect(read.relations == Self.relations)
  }

  @Test("texts that Swift takes for the same keep their bytes, and stand in one order")
  func equivalentTexts() throws {
    let names = ["Caf\u{E9}", "Cafe\u{301}", "\u{212B}", "\u{C5}", "A\u{30A}"]
    var files: Set<[UInt8]> = []
    for _ in 0..<8 {
      let file = try TemporaryFile()
      try OSMFileWriter.write(
        path: file.path,
        nodes: names.indices.map { OSMNode(id: Int64($0), x: 0, y: 0, tags: ["name": names[$0], names[$0]: "yes"]) })
      let read = try OSMFileContents(path: file.path).nodes
      #expect(read.map { Array($0.tags["name"]!.utf8) } == names.map { Array($0.utf8) })
      files.insert(try file.bytes())
    }
    #expect(files.count == 1)
  }

  @Test("with versions and deleted objects", arguments: [true, false])
  func metadata(dense: Bool) throws {
    var options = OSMWriteOptions()
    options.metadata = true
    options.denseNodes = dense
    var (nodes, ways, relations) = (Self.nodes, Self.ways, Self.relations)
    nodes[1].version = 12
    nodes[2].isVisible = false
    ways[0].version = 3
    ways[1].isVisible = false
    relations[1].version = 1_000_000
    relations[0].isVisible = false
    let file = try TemporaryFile()
    try OSMFileWriter.write(path: file.path, options: options, nodes: nodes, ways: ways, relations: relations)
    let read = try OSMFileContents(path: file.path)
    #expect(read.nodes == nodes)
    #expect(read.ways == ways)
    #expect(read.relations == relations)
  }

  @Test("the header")
  func header() throws {
    var header = OSMFileHeader()
    header.boundingBox = OSMBoundingBox(minX: -1_800_000_000, minY: -5, maxX: 1_800_000_000, maxY: 900_000_000)
    header.optionalFeatures = ["Sort.Type_then_ID", "Something new"]
    header.writingProgram = "a test"
    header.source = "nowhere"
    header.replicationTimestamp = 1_700_000_000
    header.replicationSequence = 4321
    header.replicationBaseURL = "https://example.org/updates"
    let file = try TemporaryFile()
    try OSMFileWriter.write(path: file.path, header: header)
    var expected = header
    expected.requiredFeatures = ["OsmSchema-V0.6", "DenseNodes"]
    let reader = try OSMFileReader(path: file.path)
    #expect(reader.header == expected)
    #expect(reader.header.isSorted)
    #expect(!reader.header.isHistory)
    #expect(reader.blobs.isEmpty)
  }

  @Test(
    "a moment before 1970 or after the year 9999 is unknown", arguments: [-1, .min, .max, 253_402_300_800] as [Int64])
  func impossibleMoment(seconds: Int64) throws {
    var header = OSMFileHeader()
    header.replicationTimestamp = seconds
    let file = try TemporaryFile()
    try OSMFileWriter.write(path: file.path, header: header)
    #expect(try OSMFileReader(path: file.path).header.replicationTimestamp == nil)
  }

  @Test("coarser coordinates are rounded to the nearest unit", arguments: [true, false])
  func granularity(dense: Bool) throws {
    var options = OSMWriteOptions()
    options.granularity = 10_000
    options.denseNodes = dense
    let file = try TemporaryFile()
    let nodes = [OSMNode(id: 1, x: 149, y: -149), OSMNode(id: 2, x: 1_800_000_000, y: -900_000_000)]
    try OSMFileWriter.write(path: file.path, options: options, nodes: nodes + [OSMNode(id: 3, x: 151, y: -151)])
    let read = try OSMFileContents(path: file.path).nodes
    #expect(read.map(\.x) == [100, 1_800_000_000, 200])
    #expect(read.map(\.y) == [-100, -900_000_000, -200])
  }

  @Test("objects in any order keep their order")
  func unsorted() throws {
    let file = try TemporaryFile()
    let writer = try OSMFileWriter(path: file.path)
    for id in [5, 3, 9] {
      try writer.write(OSMRelation(id: Int64(id), members: []))
      try writer.write(OSMWay(id: Int64(id), refs: [1]))
      try writer.write(OSMNode(id: Int64(id), x: 1, y: 1))
    }
    try writer.finish()
    let read = try OSMFileContents(path: file.path)
    #expect(read.nodes.map(\.id) == [5, 3, 9])
    #expect(read.ways.map(\.id) == [5, 3, 9])
    #expect(read.relations.map(\.id) == [5, 3, 9])
  }

  @Test("twice the same objects give the same bytes")
  func reproducible() throws {
    let files = try (0..<2).map { _ in try TemporaryFile() }
    for file in files {
      try OSMFileWriter.write(path: file.path, nodes: Self.nodes, ways: Self.ways, relations: Self.relations)
    }
    #expect(try files[0].bytes() == files[1].bytes())
  }

  @Test("a writer that is given up leaves no file")
  func abandoned() throws {
    let file = try TemporaryFile()
    do {
      let writer = try OSMFileWriter(path: file.path)
      try writer.write(Self.nodes[0])
    }
    #expect(throws: OSMFileError.self) { try OSMFileReader(path: file.path) }
    #expect(throws: OSMFileError.self) { try OSMFileReader(path: file.path + ".partial") }
  }

  @Test("a path that cannot be written is an error that names it")
  func unwritable() {
    let error = #expect(throws: OSMFileError.self) { try OSMFileWriter(path: "/nonexistent/folder/x.osm.pbf") }
    #expect(error?.code == .cannotWrite)
    #expect(error?.message.contains("/nonexistent/folder/x.osm.pbf") == true)
  }
}
