import GeoMap
import GeoMapLayer
import GeoModel
import GeoStore
import GeoStoreWriting
import GeoSupport
import GeoTestKit
import GeoWire
import Testing

@testable import GeoBaseMap

@Suite("Vector tiles")
struct VectorTileTests {
  /// The tile of a level that contains a place.
  private static func cell(_ place: FixedPoint, _ level: Int) -> MapCell {
    let side = MapSize.world.width / Double(1 << level)
    let point = MapPoint(Coordinate(place))
    return MapCell(level: level, x: Int(point.x / side), y: Int(point.y / side))
  }

  private static func tile(_ map: StoreMap, _ cell: MapCell, _ languages: [String] = []) throws -> DecodedTile {
    let tile = try DecodedTile(try map.vectorTile(z: cell.level, x: cell.x, y: cell.y, languages: languages))
    for layer in tile.layers {
      #expect(layer.extent == 4096 && VectorSchema.Layer(rawValue: layer.name) != nil, "\(layer.name)")
      let first = VectorSchema.Layer(rawValue: layer.name).map { VectorSchema.firstLevel(of: $0) } ?? .max
      #expect(cell.level >= first, "\(layer.name) at level \(cell.level)")
      let known = VectorSchema.Layer(rawValue: layer.name).map { VectorSchema.keys(of: $0).map(\.rawValue) } ?? []
      for feature in layer.features {
        #expect(Set(feature.tags.keys).isSubset(of: known), "\(layer.name): \(feature.tags)")
        for point in feature.parts.joined() {
          #expect((-64...4160).contains(point.x) && (-64...4160).contains(point.y), "\(layer.name): \(point)")
        }
      }
    }
    return tile
  }

  @Test(
    "a town is in its tiles by layer, with names and numbers, as far as a level has them", arguments: [12, 14, 15, 16])
  func town(level: Int) throws {
    let store = try TemporaryStore(StandardStyleTests.content())
    let map = try StoreMap(database: store.path)
    // The town may lie in several tiles.
    let cells = Set(Town.grid.line("ABCDHKPFTSU").map { Self.cell($0, level) })
    let tiles = try cells.map { try Self.tile(map, $0) }
    func features(_ layer: String) -> [DecodedTile.Feature] { tiles.flatMap { $0[layer] } }
    let roads = features("road")
    #expect(
      roads.contains { $0.text("kind") == "primary" && $0.text("name") == "Hauptstraße" && $0.text("ref") == "B 16" })
    #expect(features("earth").allSatisfy { $0.kind == 3 && $0.text("kind") == "land" } && !features("earth").isEmpty)
    #expect(features("rail").contains { $0.text("kind") == "rail" })
    let bridges = roads.filter { $0.tags["bridge"] == .flag(true) }
    #expect(bridges.contains { $0.text("name") == "Lindenweg" && $0.tags["layer"] == .number(1) })
    if level >= 14 {
      #expect(features("ground").contains { $0.text("kind") == "wood" })
      #expect(features("water").contains { $0.text("kind") == "water" })
      #expect(features("name").contains { $0.text("name") == "Stadtwald" && $0.text("kind") == "green" })
      let outlines = features("building").filter { $0.parts.count == 1 }
      #expect(outlines.count >= 3)
      #expect(roads.contains { $0.text("kind") == "path" })
    }
    #expect(Set(features("house_number").compactMap { $0.text("number") }) == (level == 16 ? ["7", "9"] : []))
    if level < 16 {
      #expect(features("place").contains { $0.text("name") == "Musterdorf" && $0.text("kind") == "village" })
    }
    let russian = try cells.flatMap { try Self.tile(map, $0, ["ru"])["place"] }
    if level < 16 { #expect(russian.contains { $0.text("name") == "Мустердорф" }) }
    withExtendedLifetime(store) {}
  }

  @Test("ferries, walls, fences, hedges, power lines and mountains are in tiles")
  func things() throws {
    var content = Town.content()
    let lines: [(MapKind, String)] = [
      (.ferry, "AB"), (.wall, "DC"), (.fence, "ST"), (.hedge, "TU"), (.powerLine, "AC"), (.footway, "HK"),
      (.cycleway, "AD"),
    ]
    for (kind, line) in lines { content.map.add(line: Town.grid.line(line), kind, MapCourse(), name: nil, number: nil) }
    content.map.add(peak: Town.grid["P"], name: content.names.intern("Berg"), height: 812)
    content.map.add(peak: Town.grid["F"], name: nil, height: 0)
    let store = try TemporaryStore(content)
    let map = try StoreMap(database: store.path)
    let tiles = try Set(Town.grid.line("ABCDHKPFTSU").map { Self.cell($0, 15) }).map { try Self.tile(map, $0) }
    func kinds(_ layer: String) -> Set<String> { Set(tiles.flatMap { $0[layer] }.compactMap { $0.text("kind") }) }
    #expect(kinds("waterway") == ["ferry"] && kinds("barrier") == ["wall", "fence", "hedge", "power_line"])
    #expect(kinds("road") == ["footway", "cycleway"])
    let peaks = tiles.flatMap { $0["name"] }.filter { $0.text("kind") == "peak" }
    #expect(peaks.count == 2 && peaks.contains { $0.text("name") == "Berg" && $0.tags["height"] == .number(812) })
    #expect(peaks.contains { $0.tags.count == 1 }, "without name and height")
    withExtendedLifetime(store) {}
  }

  @Test(
    "land and sea of coastlines are in the order in which they are filled, an island in its sea",
    arguments: [12, 13, 14])
  func coast(level: Int) throws {
    let grid = Grid(
      """
      A . . . . . . . . . . . . . . . B
      . . . . . . . . . . . . . . . . .
      S . . . . . P . . . Q . . . . . T
      . . . . . . . a b . . . . . . . .
      . . . . . . . d c . . . . . . . .
      . . . . . . . . . . . . . . . . .
      """,
      unitMeters: 800)
    var content = StoreContent()
    content.street("Küstenweg", grid.line("AB"))
    content.map.add(line: grid.line("AB"), .minor, MapCourse(), name: nil, number: nil)
    // Land is on the left: in the north, and inside the island's line.
    content.map.add(line: grid.line("ST"), .coastline, MapCourse(), name: nil, number: nil)
    content.map.add(line: grid.line("adcba"), .coastline, MapCourse(), name: nil, number: nil)
    let store = try TemporaryStore(content)
    let map = try StoreMap(database: store.path)
    func kind(_ corners: String) throws -> String? {
      let place = FixedBox(around: grid.line(corners)).middle
      let cell = Self.cell(place, level)
      let frame = VectorFrame(
        west: Int32(cell.x) << Int32(30 - level), north: Int32(cell.y) << Int32(30 - level), shift: Int32(level - 18),
        isWhole: false)
      let point = frame.place(WorldRings.place(place))
      return try Self.tile(map, cell)["earth"].last { feature in
        let inside = feature.parts.count { ring in
          Self.contains(ring.map { MapGridPoint(x: Int32($0.x), y: Int32($0.y)) }, Double(point.x), Double(point.y))
            .isInside
        }
        return inside % 2 == 1
      }?.text("kind")
    }
    #expect(try kind("AQ") == "land" && kind("ac") == "land")
    #expect(try kind("Pd") == "sea" && kind("cQ") == "sea")
    withExtendedLifetime(store) {}
  }

  @Test("a country has its name where most of its cities are, not in the largest of its waters, in tiles and pictures")
  func country() throws {
    func point(_ latitude: Double, _ longitude: Double) -> FixedPoint {
      FixedPoint(x: Int32(longitude * 1e7), y: Int32(latitude * 1e7))
    }
    func ring(_ west: Double, _ east: Double) -> [FixedPoint] {
      [point(37, west), point(37, east), point(42, east), point(42, west), point(37, west)]
    }
    var content = StoreContent()
    content.area("Portugal", level: 2, isCoarse: true, polygons: [[ring(-32, -24)], [ring(-10, -6)]])
    for (name, place) in [("Lisboa", point(38.7, -9.1)), ("Porto", point(41.1, -8.6)), ("Horta", point(38.5, -28.6))] {
      content.place(name, kind: .town, isCoarse: true, at: place)
    }
    // The settlements of an extract show where the extract is.
    for number in 0..<3 { content.place("Vila", kind: .town, at: point(38 + Double(number), -28)) }
    var metadata = StoreMetadata()
    metadata.hasWorldLayer = true
    let store = try TemporaryStore(content, metadata: metadata)
    let map = try StoreMap(database: store.path)
    let middle = point(39.5, -8)
    let cell = Self.cell(middle, 4)
    let side = MapSize.world.width / 16
    let (tile, place) = (try Self.tile(map, cell), MapPoint(Coordinate(middle)))
    let mainland = try #require(tile["place"].first { $0.text("kind") == "country" }?.parts.first?.first)
    #expect(abs(Double(mainland.x) - (place.x / side - Double(cell.x)) * 4096) < 2)
    #expect(abs(Double(mainland.y) - (place.y / side - Double(cell.y)) * 4096) < 2)
    let rect = Town.rect(place, 800, 400, 4.5)
    let part = BaseMapPart(mapRect: rect, zoomScale: MapScale.zoomScale(level: 4.5))
    let points = map.draw(part).labels.flatMap(\.drawing.steps).compactMap {
      if case .text("Portugal", let point, _) = $0 { point } else { nil }
    }
    #expect(points.count == 1 && points.allSatisfy { $0.distance(to: ScreenPoint(x: 400, y: 200)) < 2 })
    withExtendedLifetime(store) {}
  }

  @Test("a settlement that an extract and the world layer have is in tiles once")
  func twins() throws {
    func point(_ latitude: Double, _ longitude: Double) -> FixedPoint {
      FixedPoint(x: Int32(longitude * 1e7), y: Int32(latitude * 1e7))
    }
    var content = StoreContent()
    content.street("Mill Lane", [point(47.14, 9.52), point(47.141, 9.52)])
    content.place("Vaduz", kind: .town, population: 5_696, at: point(47.1393, 9.5228))
    content.place("Vaduz", kind: .town, population: 5_197, isCoarse: true, at: point(47.1415, 9.5215))
    content.place("Schaan", kind: .town, population: 5_900, at: point(47.165, 9.5087))
    var metadata = StoreMetadata()
    metadata.hasWorldLayer = true
    let store = try TemporaryStore(content, metadata: metadata)
    let map = try StoreMap(database: store.path)
    let cells = Set([point(47.1393, 9.5228), point(47.1415, 9.5215), point(47.165, 9.5087)].map { Self.cell($0, 12) })
    let places = try cells.flatMap { try Self.tile(map, $0)["place"] }
    #expect(places.compactMap { $0.text("name") }.sorted() == ["Schaan", "Vaduz"])
    withExtendedLifetime(store) {}
  }

  @Test("one-way streets have arrows from level 16 on, which go with the traffic, and say so in tiles")
  func oneWay() throws {
    var content = Town.content()
    content.map.add(
      line: Town.grid.line("UTS"), .primary, MapCourse(isOneWay: true), name: nil, number: nil)
    content.map.add(line: Town.grid.line("DC"), .primary, MapCourse(), name: nil, number: nil)
    let store = try TemporaryStore(content)
    let map = try StoreMap(database: store.path)
    let place = Town.grid["T"]
    for level in [14, 16] {
      let roads = try Self.tile(map, Self.cell(place, level))["road"]
      #expect(roads.filter { $0.tags["oneway"] == .flag(true) }.count == 1)
    }
    func arrows(_ level: Double) -> [Path] {
      let part = BaseMapPart(
        mapRect: Town.rect(MapPoint(Coordinate(place)), 800, 600, level), zoomScale: MapScale.zoomScale(level: level))
      return map.draw(part).ground.flatMap(\.drawing.steps).compactMap {
        if case .stroke(let path, Style.oneWay, _) = $0 { path } else { nil }
      }
    }
    #expect(arrows(15.5).isEmpty && arrows(17).count == 1)
    let elements = arrows(17).flatMap(\.elements)
    guard case .move(let tail)? = elements.first, case .line(let tip)? = elements.dropFirst().first else {
      Issue.record("no arrow: \(elements)")
      return
    }
    #expect(tip.x < tail.x - 5 && abs(tip.y - tail.y) < 0.5, "to the west")
    withExtendedLifetime(store) {}
  }

  @Test("a line goes on beyond the edge where the next tile has it, and outlines are not cut in the tile")
  func edges() throws {
    let frame = VectorFrame(west: 0, north: 0, shift: 0, isWhole: true)
    func points(_ numbers: [(Int32, Int32)]) -> [MapGridPoint] { numbers.map { MapGridPoint(x: $0.0, y: $0.1) } }
    #expect(frame.lines(points([(100, 50), (0, 50)])) == [points([(100, 50), (0, 50), (-64, 50)])])
    #expect(frame.lines(points([(4096, 4096), (4000, 4000)])) == [points([(4141, 4141), (4096, 4096), (4000, 4000)])])
    // A line that goes along an edge ends there.
    #expect(frame.lines(points([(0, 50), (0, 90)])) == [points([(0, 50), (0, 90)])])
    #expect(
      frame.ring(points([(0, 100), (50, 100), (50, 200), (0, 200)]))
        == points([(-64, 200), (-64, 100), (0, 100), (50, 100), (50, 200), (0, 200)]))
    #expect(
      frame.ring(points([(0, 0), (50, 0), (50, 60), (0, 60)]))
        == points([(-64, 60), (-64, -64), (50, -64), (50, 0), (50, 60), (0, 60)]))
    #expect(
      frame.ring(points([(0, 0), (4096, 0), (4096, 4096), (0, 4096)]))
        == points([(-64, 4160), (-64, -64), (4160, -64), (4160, 4160)]))
  }

  @Test("what lies in a part of a square lies there in its tile", arguments: 0..<20)
  func cuts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let center = MapGridPoint(x: .random(in: 0...8191, using: &random), y: .random(in: 0...8191, using: &random))
    let count = Int.random(in: 3...12, using: &random)
    // A star around a point has no edges that cross.
    let ring = (0..<count).map { number -> MapGridPoint in
      let angle = Double(number) / Double(count) * 2 * .pi
      let reach = Double.random(in: 50...6000, using: &random)
      let (x, y) = (Double(center.x) + reach * cos(angle), Double(center.y) + reach * sin(angle))
      return MapGridPoint(x: Int32(max(0, min(8192, x))), y: Int32(max(0, min(8192, y))))
    }
    let level = Int.random(in: 0...2, using: &random)
    let side = Int32(8192) >> Int32(level)
    let (column, row) = (
      Int32.random(in: 0..<1 << level, using: &random), Int32.random(in: 0..<1 << level, using: &random)
    )
    let frame = VectorFrame(west: column * side, north: row * side, shift: Int32(level) - 1, isWhole: level == 0)
    let cut = frame.ring(ring)
    for _ in 0..<200 {
      let point = MapGridPoint(x: .random(in: 1..<4096, using: &random), y: .random(in: 1..<4096, using: &random))
      let scale = Double(side) / 4096
      let origin = (Double(point.x) * scale + Double(column * side), Double(point.y) * scale + Double(row * side))
      let (before, isNear) = Self.contains(ring, origin.0, origin.1)
      // Rounding moves edges by a unit.
      if !isNear { #expect(Self.contains(cut, Double(point.x), Double(point.y)).isInside == before, "\(point)") }
    }
    var geometry = VectorGeometry(.area)
    geometry.add(ring: cut)
    let line = frame.lines(ring)
    #expect(line.joined().allSatisfy { (-64...4160).contains($0.x) && (-64...4160).contains($0.y) })
  }

  /// Whether a ring contains a point, and whether an edge is near the point.
  private static func contains(_ ring: [MapGridPoint], _ x: Double, _ y: Double) -> (isInside: Bool, isNear: Bool) {
    var (isInside, isNear) = (false, false)
    for (p, q) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
      let (a, b) = ((Double(p.x), Double(p.y)), (Double(q.x), Double(q.y)))
      if (a.1 > y) != (b.1 > y), x < a.0 + (b.0 - a.0) * (y - a.1) / (b.1 - a.1) { isInside.toggle() }
      let (dx, dy) = (b.0 - a.0, b.1 - a.1)
      let length = dx * dx + dy * dy
      let part = length > 0 ? max(0, min(1, ((x - a.0) * dx + (y - a.1) * dy) / length)) : 0
      let (ex, ey) = (a.0 + part * dx - x, a.1 + part * dy - y)
      if ex * ex + ey * ey < 9 { isNear = true }
    }
    return (isInside, isNear)
  }

  @Test("lines of no length, rings without area and holes without an outer ring are left out")
  func nothing() throws {
    var layer = VectorLayer(.ground)
    func points(_ numbers: [(Int32, Int32)]) -> [MapGridPoint] { numbers.map { MapGridPoint(x: $0.0, y: $0.1) } }
    var line = VectorGeometry(.line)
    line.add(line: points([(5, 5), (5, 5)]))
    #expect(line.commands.isEmpty)
    var area = VectorGeometry(.area)
    area.add(ring: points([(0, 0), (5, 5), (9, 9)]))
    area.add(ring: points([(1, 1), (1, 3), (3, 3)]))
    #expect(area.commands.isEmpty)
    layer.add(area, [])
    #expect(layer.isEmpty)
    area.add(ring: points([(0, 0), (9, 0), (9, 9), (0, 9), (0, 0)]))
    area.add(ring: points([(1, 1), (1, 3), (3, 3), (3, 1)]))
    layer.add(area, [(.kind, .text("wood")), (.size, .number(-3)), (.bridge, .yes)])
    var writer = VectorTileWriter()
    writer.add(VectorLayer(.water))
    writer.add(layer)
    let tile = try DecodedTile(writer.bytes)
    #expect(tile.layers.map(\.name) == ["ground"])
    let feature = try #require(tile["ground"].first)
    #expect(feature.parts.map(DecodedTile.area) == [162, -8])
    #expect(feature.tags == ["kind": .text("wood"), "size": .number(-3), "bridge": .flag(true)])
  }

  @Test(
    "a ring goes nowhere and straight back, wherever it begins",
    arguments: [
      [(0, 0), (9, 0), (9, 4), (20, 4), (9, 4), (9, 9), (0, 9)],
      // A spike on a spike, and a spike that ends beside its beginning.
      [(0, 0), (9, 0), (9, 4), (15, 4), (15, 8), (15, 4), (20, 4), (15, 4), (9, 4), (9, 9), (0, 9), (0, 20), (0, 9)],
    ])
  func spikes(_ ring: [(Int32, Int32)]) throws {
    for start in ring.indices {
      var geometry = VectorGeometry(.area)
      geometry.add(ring: (ring[start...] + ring[..<start]).map { MapGridPoint(x: $0.0, y: $0.1) })
      var layer = VectorLayer(.ground)
      layer.add(geometry, [])
      var writer = VectorTileWriter()
      writer.add(layer)
      let part = try #require(try DecodedTile(writer.bytes)["ground"].first?.parts.first)
      #expect(DecodedTile.area(part) == 162)
      for (a, b) in zip(part, part.dropFirst(2) + part.prefix(2)) { #expect(a != b, "from \(start): \(part)") }
    }
    var nothing = VectorGeometry(.area)
    nothing.add(ring: [(0, 0), (5, 5), (9, 9), (5, 5)].map { MapGridPoint(x: $0.0, y: $0.1) })
    #expect(nothing.commands.isEmpty)
  }

  @Test("a style draws each layer of the tiles, names no address but those it is told, and differs by light")
  func style() throws {
    var texts: Set<String> = []
    for style in [MapStyle.standard, .muted] {
      for isDark in [false, true] {
        var writer = JSONWriter()
        MapLibreStyle(
          style, isDark: isDark, source: "http://here/tiles/vector.json", glyphs: "http://here/{fontstack}/{range}",
          sprite: "http://here/signs"
        ).write(to: &writer)
        var parser = JSONParser()
        let (version, layers) = try parser.parse(writer.bytes) { root in
          (
            root.member("version")?.integer,
            root.member("layers")?.elements.compactMap { $0.member("source-layer")?.string } ?? []
          )
        }
        #expect(version == 8 && Set(layers) == Set(VectorSchema.Layer.allCases.map(\.rawValue)))
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(text.split(separator: "http").count == 4 && text.contains("\"sprite\":\"http://here/signs\""))
        #expect(text.contains("\"glyphs\":\"http://here/{fontstack}/{range}\""))
        texts.insert(text)
      }
    }
    #expect(texts.count == 4)
  }
}
