import Foundation
import GeoImportCommand
import GeoModel
import GeoStore
import GeoTestKit
import OSMFile
import Testing

@testable import GeoConsole
@testable import GeoImport
@testable import GeoImportCommand

@Suite("Extracts that ask too much")
struct HostileTests {
  private let folder = TemporaryFolder()

  @Test("a misplaced node cuts its street in two, and is counted")
  func misplacedNode() throws {
    let nodes = [(47.0, 9.0), (47.01, 9.0), (-33.0, 151.0), (47.02, 9.0), (47.03, 9.0)].enumerated().map {
      OSMNode(id: Int64($0.offset) + 1, latitude: $0.element.0, longitude: $0.element.1)
    }
    let path = folder.file("misplaced.osm.pbf")
    try OSMFileWriter.write(
      path: path, nodes: nodes,
      ways: [OSMWay(id: 1, refs: [1, 2, 3, 4, 5], tags: ["highway": "residential", "name": "Street"])])
    let (content, summary) = try ImportRig.content([path])
    #expect(content.streets.map { $0.line.count } == [2, 2])
    #expect(summary.faults[.segmentTooLong] == 2)
  }

  @Test("a line is cut only where its segments are too long, at any latitude")
  func longSegments() {
    func point(_ latitude: Double, _ longitude: Double) -> FixedPoint {
      FixedPoint(x: Int32(longitude * 1e7), y: Int32(latitude * 1e7))
    }
    let arctic = [point(80, 0), point(80, 5), point(80, 10), point(80, 16)]
    let cut = LongSegments.parts(of: arctic)
    #expect(cut.parts == [Array(arctic[..<3])] && cut.removed == 1)
    let equatorial = [point(0, 0), point(0, 0.89), point(0, 1.8), point(0, 2.5)]
    #expect(LongSegments.parts(of: equatorial).parts == [Array(equatorial[..<2]), Array(equatorial[2...])])
    #expect(LongSegments.parts(of: Array(equatorial[..<2])).removed == 0)
  }

  @Test("an outline that crosses itself has a point within its box")
  func interiorPoint() throws {
    let corners: [(Int32, Int32)] = [(0, 0), (1000, 1000), (1000, 0), (0, 999), (0, 0)]
    let ring = corners.map { FixedPoint(x: $0.0 + 899_000_000, y: $0.1 + 899_999_000) }
    let point = try #require(InteriorPoint.of([ring[...]]))
    #expect(FixedBox(around: ring).contains(point))
  }

  @Test("a pipe is not an extract, and is not waited for")
  func pipe() {
    let path = folder.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let error = #expect(throws: OSMFileError.self) { try OSMFileReader(path: path) }
    #expect(error?.code == .cannotOpen && error?.message.contains("not a regular file") == true)
  }

  @Test(
    "made by code: end in a store whose size is bounded by the extract's, and leave nothing else",
    arguments: HostileMap.all)
  func made(_ map: HostileMap) throws {
    let path = folder.file("hostile.osm.pbf")
    try OSMFileWriter.write(path: path, nodes: map.nodes, ways: map.ways, relations: map.relations)
    var options = ImportOptions(threads: 1, worldLayer: nil)
    options.storage = .memory
    let store = folder.file("places.sqlite")
    _ = try Importer(options).run(extracts: [path], output: store)
    let size = try #require(try FileManager.default.attributesOfItem(atPath: store)[.size] as? Int)
    #expect(size < 1 << 20 + 400 * map.size, "\(size) bytes of \(map.size) vertices and tags")
    #expect(try StoreHealth.check(path: store)?.damaged == [])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == ["hostile.osm.pbf", "places.sqlite"])
  }

  @Test("memory for working data is half of what may be used")
  func workingData() {
    #expect(ProcessLimits(files: 16, memoryBytes: 1 << 30).workingBytes == 512 << 20)
    #expect(ProcessLimits(files: 16, memoryBytes: 1 << 30, addressBytes: 1 << 29).workingBytes == 256 << 20)
    #expect(ProcessLimits(files: 16).workingBytes == .max)
  }
}
