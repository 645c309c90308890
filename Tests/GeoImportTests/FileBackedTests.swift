import Foundation
import GeoStore
import GeoTestKit
import OSMFile
import Testing

@testable import GeoImport

@Suite("An import that works in files")
struct FileBackedTests {
  private let folder = TemporaryFolder()
  private static let extract = SharedData.packageRoot + "/data/san-francisco.osm.pbf"

  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? [] }

  private func store(_ name: String, _ extracts: [String], _ storage: WorkStorage) throws -> (Data, ImportSummary) {
    var options = ImportOptions(threads: 2, worldLayer: nil)
    options.storage = storage
    options.workingFileThresholdBytes = 4_096
    let output = folder.file(name)
    let summary = try Importer(options).run(extracts: extracts, output: output)
    return (try Data(contentsOf: URL(fileURLWithPath: output)), summary)
  }

  @Test("makes the same bytes as one that works in memory")
  func sameBytes() throws {
    let (memory, memorySummary) = try store("memory.sqlite", [Self.extract], .memory)
    let (files, filesSummary) = try store("files.sqlite", [Self.extract], .files)
    #expect(memory == files)
    #expect(memorySummary.peakWorkBytes == nil && (filesSummary.peakWorkBytes ?? 0) > memory.count)
    #expect(filesSummary.text(output: "places.sqlite").contains(" MB of working files"))
    #expect(names == ["files.sqlite", "memory.sqlite"])
  }

  @Test("makes the same bytes of several extracts with several versions of one object")
  func sameBytesOfVersions() throws {
    let extracts = [Self.extract, try laterExtract()]
    let memory = try store("memory.sqlite", extracts, .memory).0
    #expect(try store("files.sqlite", extracts, .files).0 == memory)
    #expect(try store("first.sqlite", [Self.extract], .memory).0 != memory)
  }

  /// A part of the same map a little later: streets were renamed and nodes moved.
  private func laterExtract() throws -> String {
    let read = try OSMFileContents(path: Self.extract)
    let nodes = read.nodes.enumerated().filter { $0.offset.isMultiple(of: 5) }.map { _, node in
      var node = node
      node.version += 1
      node.x += 50
      return node
    }
    let ways = read.ways.enumerated().filter { $0.offset.isMultiple(of: 3) }.map { _, way in
      var way = way
      way.version += 1
      way.tags["name"] = way.tags["name"].map { $0 + " II" }
      return way
    }
    var options = OSMWriteOptions()
    options.metadata = true
    let path = folder.file("later.osm.pbf")
    try OSMFileWriter.write(path: path, options: options, nodes: nodes, ways: ways, relations: [])
    return path
  }

  @Test("is chosen by the size of the extracts and the limit of memory")
  func choice() {
    let limited = WorkStorage.automatic(memoryLimitBytes: 1 << 30)
    #expect(limited.keptBytes(extractBytes: 100_000_000) == 1 << 30 - 120 << 20)
    #expect(limited.keptBytes(extractBytes: 300_000_000) == 0)
    #expect(
      WorkStorage.files.keptBytes(extractBytes: 1) == 0 && WorkStorage.memory.keptBytes(extractBytes: 1 << 50) == nil)
    #expect(WorkStorage.defaultMemoryLimitBytes > 1 << 20)
  }

  @Test("counts what is made of an extract, too: files take what memory has no room for")
  func growth() throws {
    // A street of 8,000 vertices in a few hundred bytes.
    let path = folder.file("flood.osm.pbf")
    let nodes = [(47.0, 9.0), (47.001, 9.001)].enumerated().map {
      OSMNode(id: Int64($0.offset) + 1, latitude: $0.element.0, longitude: $0.element.1)
    }
    let street = OSMWay(
      id: 1, refs: (0..<8_000).map { $0 % 2 + 1 }, tags: ["highway": "residential", "name": "Street"])
    try OSMFileWriter.write(path: path, nodes: nodes, ways: [street])
    let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    let limit = WorkStorage.memoryBytes(extractBytes: size)
    let (files, summary) = try store("files.sqlite", [path], .automatic(memoryLimitBytes: limit))
    #expect(size < 2_000 && summary.peakWorkBytes ?? 0 > 60_000)
    #expect(try store("memory.sqlite", [path], .memory).0 == files)
  }

  @Test("names a work folder that cannot be used, and leaves the old store")
  func badFolder() throws {
    var options = ImportOptions(threads: 1, worldLayer: nil)
    options.storage = .files
    let output = folder.file("store.sqlite")
    try Data("old".utf8).write(to: URL(fileURLWithPath: output))
    for bad in ["/no/such/folder", Self.extract] {
      options.workFolder = bad
      let error = #expect(throws: ImportError.self) {
        try Importer(options).run(extracts: [Self.extract], output: output)
      }
      #expect(error?.code == .unwritableWorkFolder && error?.message.contains(bad) == true)
    }
    #expect(FileManager.default.contents(atPath: output) == Data("old".utf8) && names == ["store.sqlite"])
  }
}
