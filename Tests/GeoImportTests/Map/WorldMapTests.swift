import GeoMapLayer
import GeoModel
import GeoTestKit
import Testing

@testable import GeoImport
@testable import GeoStore
@testable import GeoStoreWriting

@Suite("What the map shows of the world layer")
struct WorldMapTests {
  private static func content() throws -> StoreContent {
    var extract = MapFile("A . B . C")
    extract.way("AB", ["highway": "residential", "name": "Mill Lane"])
    extract.way("BC", ["waterway": "river", "name": "Brook", "geocode:level": "2"])
    var world = MapFile(
      """
      A . B . C
      . . . . .
      D . E . F
      """)
    world.nodes["C"] = [
      "natural": "mountain_range", "name": "Alps", "geocode:level": "3", "geocode:last_level": "7",
    ]
    world.nodes["D"] = ["natural": "desert", "geocode:level": "3"]
    world.way("ABEDA", ["natural": "water", "geocode:level": "4"])
    world.way("BCFEB", ["natural": "glacier"])
    world.way("ABEDA", ["landuse": "residential", "geocode:level": "x"])
    world.way("ADEF", ["waterway": "river", "name": "Rhein", "geocode:level": "2"])
    world.way("AB", ["highway": "primary", "name": "Road"])
    world.way("ABEDA", ["building": "yes"])
    return try ImportRig.content([extract.write()], world: [world.write("world.osm.pbf")]).content
  }

  @Test("lakes, ice, built-up land, rivers and names of regions have kinds of their own; nothing else is taken")
  func kinds() throws {
    let content = try Self.content()
    let features = content.map.features
    #expect(
      features.map(\.kind) == [.minor, .river, .regionName, .worldWater, .worldIce, .worldTown, .worldRiver])
    #expect(features.map(\.levels.first) == [0, 0, 3, 4, 0, 0, 2])
    #expect(features[2].levels.last == 7)
    #expect(features.map { $0.name.map { content.names.text($0) } }.suffix(5) == ["Alps", nil, nil, nil, "Rhein"])
  }

  /// A lake of 20 km with a river through it and a name over it, as rows of a store, at each level.
  private static func squares() throws -> [Int: MapTile] {
    let grid = Grid("A . B\n. C .\nD . E", unitMeters: 5_000)
    var content = StoreContent()
    let name = content.names.intern("Name")
    content.map.add(polygons: [[grid.line("ABEDA")]], .worldWater, name: name, levels: MapLevels(first: 3))
    content.map.add(
      line: grid.line("ACE"), .worldRiver, MapCourse(), name: name, number: nil, levels: MapLevels(first: 4))
    content.map.add(region: grid["C"], name: name, levels: MapLevels(first: 2, last: 5))
    let store = try TemporaryStore(content)
    let reader = try StoreReader(path: store.path)
    var squares: [Int: MapTile] = [:]
    for level in MapCell.levels {
      let point = MapGrid(level: level).point(grid["C"])
      let bits = Int32(MapCell.extentBits(level))
      squares[level] = try reader.mapTile(MapCell(level: level, x: Int(point.x >> bits), y: Int(point.y >> bits)))
    }
    return squares
  }

  @Test("each is in the squares of the levels that show it, and none beyond level 9")
  func levels() throws {
    let squares = try Self.squares()
    func levels(_ kind: MapKind) -> [Int] {
      squares.filter { $0.value.features.contains { $0.kind == kind } }.keys.sorted()
    }
    // Things two pixels wide are shown, which the lake is not at level 3.
    #expect(levels(.worldWater) == [4, 6, 8])
    #expect(levels(.worldRiver) == [4, 6, 8])
    #expect(levels(.regionName) == [2, 4])
    // At level 7 it has 12 pixels, too few for a label.
    #expect(levels(.worldWaterName) == [8])
    // The name of a river appears one level after the river.
    let names = squares.mapValues { $0.features.filter { $0.kind == .worldRiver }.map(\.name.rawValue) }
    #expect(names[4] == [0] && names[6]?.first ?? 0 > 0 && names[8]?.first ?? 0 > 0)
    #expect(squares[10] == nil && squares[14] == nil && squares[0] == nil)
  }
}
