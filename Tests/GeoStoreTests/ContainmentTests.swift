import GeoModel
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("Which areas contain a point")
struct ContainmentTests {
  /// The names of the areas that contain a point, by the store.
  static func names(at point: FixedPoint, _ reader: StoreReader) throws -> [String] {
    let tile = try reader.tile(containing: point)
    var ids = Array(tile.covering)
    for piece in tile.pieces where tile.contains(point, piece: piece) {
      if case .area(let id) = piece.owner { ids.append(id) }
    }
    return try ids.map { try reader.name(reader.area($0).name) }.sorted()
  }

  @Test("thousands of points agree with the slow oracle", arguments: [1, 2, 3] as [UInt64])
  func oracle(seed: UInt64) throws {
    var map = RandomMap(seed: seed)
    let reader = try TemporaryStore(map.content).reader()
    for point in map.probes(600) {
      let expected = map.rings.filter { SlowOracle.contains(point, rings: $0.value) }.keys.sorted()
      #expect(try ContainmentTests.names(at: point, reader) == expected, "at \(point)")
      if point.y < 900_000_000, point.x > -1_800_000_000 {
        #expect(expected.filter { map.patches.contains($0) }.count == 1, "at \(point)")
      }
    }
  }

  @Test("the size of tiles does not change an answer", arguments: [24, 5_000])
  func tileSizes(weight: Int) throws {
    var map = RandomMap(seed: 4)
    let folder = TemporaryFolder()
    var writer = StoreWriter(threads: 1)
    writer.maximumTileWeight = weight
    _ = try writer.write(map.content, metadata: StoreMetadata(), to: folder.file("s.sqlite"))
    let reader = try StoreReader(path: folder.file("s.sqlite"))
    for point in map.probes(300) {
      let expected = map.rings.filter { SlowOracle.contains(point, rings: $0.value) }.keys.sorted()
      #expect(try ContainmentTests.names(at: point, reader) == expected, "at \(point)")
    }
  }

  @Test("a point in a hole belongs to the area that fills the hole")
  func hole() throws {
    let grid = Grid(
      """
      A . . . . B
      . . E F . .
      . . H G . .
      D . . . . C
      """)
    var content = StoreContent()
    content.area("outer", level: 2, polygons: [[grid.line("ABCDA"), grid.line("EFGHE")]])
    content.area("inner", level: 2, ring: grid.line("EFGHE"))
    let reader = try TemporaryStore(content).reader()
    let middle = FixedPoint(x: (grid["E"].x + grid["F"].x) / 2, y: (grid["E"].y + grid["H"].y) / 2)
    #expect(try ContainmentTests.names(at: middle, reader) == ["inner"])
    let edge = FixedPoint(x: (grid["E"].x + grid["F"].x) / 2, y: grid["E"].y)
    #expect(try ContainmentTests.names(at: edge, reader).count == 1)
  }

  @Test("a building is found in every tile that it touches, and where it covers a whole tile")
  func buildingsAcrossTiles() throws {
    let grid = Grid(
      """
      A . . . . B
      . . . . . .
      D . . . . C
      """, unitMeters: 300)
    var content = StoreContent()
    content.address("1", at: grid["A"], outline: grid.line("ABCDA"))
    // Many houses at one place make small tiles around them.
    for index in 0..<400 {
      let point = FixedPoint(
        x: grid["D"].x + 9_000 + Int32(index % 20) * 900, y: grid["D"].y + 9_000 + Int32(index / 20) * 700)
      content.address("\(index + 2)", at: point)
    }
    let reader = try TemporaryStore(content).reader()
    for index in 0..<400 {
      let point = content.addresses[index + 1].point
      let tile = try reader.tile(containing: point)
      let owners = tile.pieces.filter { tile.contains(point, piece: $0) }.map { $0.owner }
      #expect(owners.count == 1, "house \(index)")
    }
  }
}
