@testable import GeoMapLayer
import GeoModel
@testable import GeoStoreWriting
import GeoSupport
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("The map layer")
struct MapLayerTests {
  /// A place this many meters east and north of a corner of squares of all levels, near Greenwich.
  static func place(_ east: Double, _ north: Double) -> FixedPoint {
    FixedPoint(x: Int32(east * 90), y: Int32(514_000_000 + north * 90))
  }

  static func square(_ east: Double, _ north: Double, side: Double) -> [FixedPoint] {
    [(0.0, 0.0), (side, 0), (side, side), (0, side), (0, 0)].map { place(east + $0.0, north + $0.1) }
  }

  static func store(_ body: (inout StoreContent) -> Void) throws -> StoreReader {
    var content = StoreContent()
    content.street("Mill Lane", [place(0, 0), place(50, 0)])
    body(&content)
    return try TemporaryStore(content).reader()
  }

  /// All squares of a level around the origin.
  static func tiles(_ reader: StoreReader, level: Int) throws -> [MapTile] {
    let middle = MapGrid(level: level).point(place(0, 0))
    let bits = Int32(MapCell.extentBits(level))
    var tiles: [MapTile] = []
    for y in -6...6 {
      for x in -6...6 {
        let cell = MapCell(level: level, x: Int(middle.x >> bits) + x, y: Int(middle.y >> bits) + y)
        if let tile = try reader.mapTile(cell) { tiles.append(tile) }
      }
    }
    return tiles
  }

  static func doubledArea(_ tile: MapTile, _ kind: MapKind) -> Int64 {
    tile.features.filter { $0.kind == kind }.reduce(0) { sum, feature in
      feature.parts.reduce(sum) {
        $0 + MapRings.doubledArea(Array(tile.points[tile.parts[Int($1)]]))
      }
    }
  }

  @Test("mountains are in their squares from level 10 on, with name and height", arguments: [8, 10, 12, 14])
  func peaks(level: Int) throws {
    let reader = try Self.store { content in
      content.map.add(peak: Self.place(10, 10), name: content.names.intern("Shooters Hill"), height: 132)
      content.map.add(peak: Self.place(-900, 10), name: nil, height: 0)
    }
    let peaks = try Self.tiles(reader, level: level).flatMap { tile in
      tile.features.filter { $0.kind == .peak }.map { ($0, tile.parts[Int($0.parts.lowerBound)].count) }
    }
    guard level >= 10 else { return #expect(peaks.isEmpty) }
    #expect(peaks.count == 2 && peaks.allSatisfy { $0.1 == 1 })
    let named = try #require(peaks.first { $0.0.name.rawValue != 0 })
    let name = try reader.name(named.0.name)
    #expect(name == "Shooters Hill" && named.0.size == 132)
    #expect(peaks.contains { $0.0.name.rawValue == 0 && $0.0.size == 0 })
  }

  @Test("beyond the loose end of a coastline nothing is said, and no sea flows around it")
  func cutCoast() throws {
    let reader = try Self.store { content in
      let coast = [300, 5_000, 10_000, 15_000, 19_700].map { Self.place($0, 0) }
      content.map.add(line: coast, .coastline, MapCourse(), name: nil, number: nil)
      for north in stride(from: 300.0, through: 4_000, by: 100) {
        let street = [Self.place(200, north), Self.place(19_800, north)]
        content.map.add(line: street, .minor, MapCourse(), name: nil, number: nil)
      }
    }
    let middle = MapGrid(level: 14).point(Self.place(0, 0))
    let bits = Int32(MapCell.extentBits(14))
    var seas = 0
    for tile in try Self.tiles(reader, level: 14) where tile.features.contains(where: { $0.kind == .sea }) {
      let (column, row) = (tile.cell.x - Int(middle.x >> bits), tile.cell.y - Int(middle.y >> bits))
      #expect(column >= 0 && row >= 0, "\(column) \(row)")
      if column > 3, row > 0 { seas += 1 }
    }
    #expect(seas > 0, "what is far from the ends is known")
    withExtendedLifetime(reader) {}
  }

  @Test("the number of a square says where it is")
  func keys() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let level = Int.random(in: 0...14, using: &generator)
      let cell = MapCell(
        level: level, x: Int.random(in: 0..<1 << level, using: &generator),
        y: Int.random(in: 0..<1 << level, using: &generator))
      #expect(MapCell(key: cell.key) == cell)
    }
    #expect(MapCell(level: 1, x: 1, y: 0).key == 1 << 32 + 1 && MapCell(level: 1, x: 0, y: 1).key == 1 << 32 + 2)
    #expect(MapCell(key: 1 << 32 + 4) == nil && MapCell(key: -1) == nil && MapCell(key: 15 << 32) == nil)
  }

  @Test("an area that is cut into squares is as large as before, and its hole stays empty", arguments: [14, 12])
  func areas(level: Int) throws {
    let (outer, hole) = (Self.square(-5_000, -4_000, side: 9_000), Self.square(-900, -900, side: 3_000))
    let reader = try Self.store { content in
      // Directions do not matter.
      content.map.add(polygons: [[outer, hole]], .wood, name: nil)
    }
    let grid = MapGrid(level: level)
    func area(_ ring: [FixedPoint]) -> Int64 {
      abs(MapRings.doubledArea(MapSimplifier.ring(ring.map { grid.point($0) }, step: grid.areaStep) ?? []))
    }
    let tiles = try Self.tiles(reader, level: level)
    #expect(tiles.reduce(0) { $0 + Self.doubledArea($1, .wood) } == area(outer) - area(hole))
    for tile in tiles {
      #expect(tile.points.allSatisfy { (0...tile.extent).contains($0.x) && (0...tile.extent).contains($0.y) })
    }
  }

  @Test("areas with a common border still have it when they are simplified")
  func borders() throws {
    var generator = SeededGenerator(seed: 11)
    let border = (0...60).map { Self.place(Double($0) * 100, Double.random(in: -400...400, using: &generator)) }
    let north = border + [Self.place(6_000, 3_000), Self.place(0, 3_000), border[0]]
    let south = border.reversed() + [Self.place(0, -3_000), Self.place(6_000, -3_000), border[60]]
    let reader = try Self.store { content in
      content.map.add(polygons: [[north]], .wood, name: nil)
      content.map.add(polygons: [[south]], .farmland, name: nil)
      content.map.add(
        polygons: [
          [
            [
              Self.place(0, 3_000), Self.place(6_000, 3_000), Self.place(6_000, -3_000), Self.place(0, -3_000),
              Self.place(0, 3_000),
            ]
          ]
        ], .grass, name: nil)
    }
    for level in [14, 12, 10] {
      for tile in try Self.tiles(reader, level: level) {
        let parts = Self.doubledArea(tile, .wood) + Self.doubledArea(tile, .farmland)
        #expect(parts == Self.doubledArea(tile, .grass), "a gap or an overlap in \(tile.cell)")
      }
    }
  }

  @Test("a line goes on in the next square where it left the last one, with its name, number and layer")
  func lines() throws {
    var generator = SeededGenerator(seed: 5)
    let line = (0..<400).map { _ in
      Self.place(
        Double.random(in: -4_000...4_000, using: &generator), Double.random(in: -4_000...4_000, using: &generator))
    }
    let course = MapCourse(layer: 2, isBridge: true, isOneWay: true)
    let reader = try Self.store { content in
      content.map.add(
        line: line, .primary, course, name: content.names.intern("High Street"),
        number: content.names.intern("A 4"))
    }
    let grid = MapGrid(level: 14)
    func length(_ points: some Sequence<MapGridPoint>) -> Double {
      let points = Array(points)
      return zip(points, points.dropFirst()).reduce(0) { sum, pair in
        let (dx, dy) = (Double(pair.1.x - pair.0.x), Double(pair.1.y - pair.0.y))
        return sum + (dx * dx + dy * dy).squareRoot()
      }
    }
    var found = 0.0
    for tile in try Self.tiles(reader, level: 14) {
      for feature in tile.features {
        #expect(feature.kind == .primary && feature.course == course)
        #expect(try reader.name(feature.name) == "High Street" && reader.name(feature.number) == "A 4")
        for part in feature.parts { found += length(tile.points[tile.parts[Int(part)]]) }
      }
    }
    let whole = length(line.map { grid.point($0) })
    #expect(abs(found - whole) < whole * 0.001)
    let farther = try Self.tiles(reader, level: 12).flatMap(\.features)
    #expect(!farther.isEmpty && farther.allSatisfy { $0.course == MapCourse(layer: 2, isBridge: true) })
  }

  @Test("things come with the levels that show them; what is smaller than a pixel goes")
  func levels() throws {
    let reader = try Self.store { content in
      content.map.add(polygons: [[Self.square(10, 10, side: 20)]], .building, name: nil)
      content.map.add(polygons: [[Self.square(100, 10, side: 20)]], .wood, name: nil)
      content.map.add(polygons: [[Self.square(-8_000, 10, side: 8_000)]], .wood, name: content.names.intern("Forest"))
      content.map.add(
        line: [Self.place(0, 0), Self.place(2_000, 0)], .motorway, MapCourse(), name: nil, number: nil)
    }
    func kinds(_ level: Int) throws -> [MapKind: Int] {
      var kinds: [MapKind: Int] = [:]
      for tile in try Self.tiles(reader, level: level) {
        for feature in tile.features { kinds[feature.kind, default: 0] += 1 }
      }
      return kinds
    }
    #expect(try kinds(14)[.building] == 1)
    let coarse = try kinds(10)
    #expect(coarse[.building] == nil && (1...2).contains(coarse[.wood] ?? 0) && coarse[.motorway] != nil)
    #expect(try kinds(12)[.greenName] == 1, "a large area has its name once")
    #expect(try kinds(4)[.wood] == 1 && kinds(4)[.building] == nil)
  }

  @Test("a house across a continent does not fill the file")
  func hugeHouse() throws {
    let reader = try Self.store { content in
      content.map.add(polygons: [[Self.square(-600_000, -600_000, side: 1_200_000)]], .building, name: nil)
      content.map.add(polygons: [[Self.square(-600_000, -600_000, side: 1_200_000)]], .wood, name: nil)
      content.map.add(
        line: [Self.place(-600_000, 0), Self.place(600_000, 0)], .path, MapCourse(), name: nil, number: nil)
    }
    #expect(try Self.tiles(reader, level: 14).isEmpty)
    #expect(try Self.tiles(reader, level: 4).contains { $0.features.contains { $0.kind == .wood } })
    #expect(reader.info.fileSize < 1 << 20)
  }

  @Test("a store without a map layer says so and has no squares")
  func without() throws {
    let reader = try Self.store { _ in }
    #expect(try !reader.hasMapLayer && reader.mapTile(MapCell(level: 14, x: 8_192, y: 5_449)) == nil)
  }

  @Test("no change of a square's bytes leads out of the arrays")
  func damage() throws {
    let reader = try Self.store { content in
      let name = content.names.intern("Forest")
      content.map.add(polygons: [[Self.square(10, 10, side: 600), Self.square(100, 100, side: 60)]], .wood, name: name)
      content.map.add(
        line: [Self.place(0, 0), Self.place(40, 90), Self.place(80, 10)], .path, MapCourse(), name: name, number: name)
    }
    let statement = try Statement(reader.database, "SELECT key, data FROM map_tile WHERE key >> 32 = 14 LIMIT 1")
    #expect(try statement.step())
    let cell = try #require(MapCell(key: statement.integer(0)))
    let whole = Array(statement.blob(1))
    var generator = SeededGenerator(seed: 8)
    var (read, damaged) = (0, 0)
    for _ in 0..<3_000 {
      var bytes = whole
      if Bool.random(using: &generator) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator)) }
      for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      let tile = bytes.withUnsafeBufferPointer { MapCoding.tile($0, cell) { _ in true } }
      guard let tile else {
        damaged += 1
        continue
      }
      read += 1
      for feature in tile.features {
        for part in feature.parts { #expect(tile.points[tile.parts[Int(part)]].count >= (feature.kind.isName ? 1 : 2)) }
      }
    }
    #expect(read > 100 && damaged > 100)
  }
}
