import GeoBaseMap
import GeoMap
import GeoMapLayer
import GeoModel
import GeoRender
import GeoStore
import GeoStoreWriting
import GeoSupport
import GeoTestKit
import Testing

@Suite("The map in its standard style")
struct StandardStyleTests {
  private static let land = [0xF6, 0xF3, 0xED, 255], wood = [0xBB, 0xDB, 0xA9, 255]
  private static let water = [0xA9, 0xD3, 0xEA, 255], building = [0xE4, 0xDD, 0xD3, 255]

  /// The town with woods, a lake, buildings, roads, a bridge and a railway.
  static func content() -> StoreContent {
    var content = Town.content()
    let grid = Town.grid
    content.map.add(polygons: [[grid.line("tuvot")]], .wood, name: content.names.intern("Stadtwald"))
    content.map.add(polygons: [[grid.line("wxyzw")]], .water, name: content.names.intern("Weiher"))
    for outline in ["hijgh", "klnmk", "pqrsp"] {
      content.map.add(polygons: [[grid.line(outline)]], .building, name: nil)
    }
    content.map.add(
      line: grid.line("STU"), .primary, MapCourse(), name: content.names.intern("Hauptstraße"),
      number: content.names.intern("B 16"))
    content.map.add(
      line: grid.line("TV"), .minor, MapCourse(layer: 1, isBridge: true), name: content.names.intern("Lindenweg"),
      number: nil)
    content.map.add(line: grid.line("AC"), .rail, MapCourse(), name: nil, number: nil)
    content.map.add(line: grid.line("DB"), .path, MapCourse(), name: nil, number: nil)
    return content
  }

  private static func pixels(_ map: MapView) async throws -> Pixels {
    try Pixels(try await map.snapshot().rendered().bytes)
  }

  @Test("a town in light and dark", arguments: UserInterfaceStyle.allCases)
  func town(style: UserInterfaceStyle) async throws {
    _ = TestFonts.areThere
    let store = try TemporaryStore(Self.content())
    let map = try Town.map(store)
    map.userInterfaceStyle = style
    try Golden.check("standard-town-\(style.rawValue)", await map.snapshot())
  }

  @Test(
    "what the map layer has is there; the sketch knows nothing of it, and is all that a store without the layer has")
  func styles() async throws {
    _ = TestFonts.areThere
    let store = try TemporaryStore(Self.content())
    let map = try Town.map(store, level: 16)
    func color(_ letter: Character) async throws -> [Int] {
      let point = map.point(for: Coordinate(Town.grid[letter]))
      let all = try await Self.pixels(map)
      return all[Int(point.x) + 3, Int(point.y) + 3]
    }
    let (wood, water, building) = (try await color("t"), try await color("w"), try await color("h"))
    #expect(wood == Self.wood && water == Self.water && building == Self.building)
    map.baseMap = try StoreMap(database: store.path, style: .sketch)
    let park = try await color("t")
    #expect(park != Self.wood)
    map.baseMap = try StoreMap(database: store.path, style: .muted)
    let quiet = try await color("t")
    #expect(quiet != Self.wood && quiet[1] > quiet[2], "still green")
    let bare = try TemporaryStore(Town.content())
    let plain = try StoreMap(database: bare.path)
    #expect(!plain.hasLayer && plain.style == .sketch)
    withExtendedLifetime((store, bare)) {}
  }

  @Test(
    "paths, footways, cycleways and steps differ in color and in how their lines are broken", arguments: [16, 17.5])
  func paths(level: Double) async throws {
    _ = TestFonts.areThere
    var content = StoreContent()
    let grid = Grid("A . . . . . . . B\nC . . . . . . . D\nE . . . . . . . F\nG . . . . . . . H", unitMeters: 20)
    let lines: [(MapKind, String)] = [(.path, "AB"), (.footway, "CD"), (.cycleway, "EF"), (.steps, "GH")]
    for (kind, line) in lines { content.map.add(line: grid.line(line), kind, MapCourse(), name: nil, number: nil) }
    let store = try TemporaryStore(content)
    let map = MapView(size: ScreenSize(width: 200, height: 200), scale: 2)
    map.baseMap = try StoreMap(database: store.path)
    let middle = MapPoint(Coordinate(FixedBox(around: grid.line("AH")).middle))
    map.setVisibleMapRect(Town.rect(middle, 200, 200, level), animated: false)
    let all = try await Self.pixels(map)
    var looks: [(color: [Int], runs: Int, height: Int)] = []
    for (_, line) in lines {
      let row = Int(map.point(for: Coordinate(grid.line(line)[0])).y * 2)
      func strength(_ x: Int, _ y: Int) -> Int { (0..<3).reduce(0) { $0 + abs(all[x, y][$1] - Self.land[$1]) } }
      /// The row of the line with the most ink.
      let y = (row - 2...row + 2).max { a, b in
        (120..<280).reduce(0) { $0 + strength($1, a) } < (120..<280).reduce(0) { $0 + strength($1, b) }
      }
      let best = try #require(y)
      let inked = (120..<280).map { strength($0, best) > 60 }
      let runs = zip(inked, inked.dropFirst()).count { !$0 && $1 }
      let x = try #require((120..<280).max { strength($0, best) < strength($1, best) })
      looks.append((all[x, best], runs, (row - 12...row + 12).count { strength(x, $0) > 60 }))
    }
    for (number, look) in looks.enumerated() {
      #expect(look.runs > 5, "\(lines[number].0) is broken")
      for other in looks[..<number] {
        #expect(zip(look.color, other.color).contains { abs($0 - $1) > 12 } || look.height > other.height + 1)
      }
    }
    #expect(looks[1].runs > looks[0].runs && looks[3].runs > 2 * looks[2].runs, "dots and bars are closer")
    #expect(looks[3].height > looks[0].height + 1, "bars are wide")
    #expect(looks[2].color[2] > looks[2].color[0], "cycleways are blue")
    withExtendedLifetime(store) {}
  }

  @Test("rivers have their names along them, leaning; brooks only near by", arguments: [14.0, 16.0])
  func waterways(level: Double) throws {
    var content = StoreContent()
    let grid = Grid("A . . . . . . . B\nC . . . . . . . D", unitMeters: 200)
    content.map.add(line: grid.line("AB"), .river, MapCourse(), name: content.names.intern("Fluss"), number: nil)
    content.map.add(line: grid.line("CD"), .stream, MapCourse(), name: content.names.intern("Bach"), number: nil)
    let store = try TemporaryStore(content)
    let middle = MapPoint(Coordinate(FixedBox(around: grid.line("AD")).middle))
    let part = BaseMapPart(
      mapRect: Town.rect(middle, 256, 256, level), zoomScale: MapScale.zoomScale(level: level))
    let drawing = try StoreMap(database: store.path).draw(part)
    let texts = drawing.labels.flatMap(\.drawing.steps).compactMap { step -> String? in
      if case .text(let text, _, let style) = step, style.isOblique { text } else { nil }
    }
    #expect(Set(texts) == (level < 15 ? ["Fluss"] : ["Fluss", "Bach"]))
    withExtendedLifetime(store) {}
  }

  @Test(
    "land and sea of coastlines cover what the world layer says, with no seam between squares",
    arguments: [10, 12, 14, 16])
  func coast(level: Int) async throws {
    var content = StoreContent()
    let grid = Grid(
      "A . . . . . . . . . . . . . B\n. . . . . . . . . . . . . . .\nS . . . . . . . . . . . . . T", unitMeters: 800)
    content.street("Küstenweg", grid.line("AB"))
    content.map.add(line: grid.line("AB"), .minor, MapCourse(), name: nil, number: nil)
    // Land is on the left: in the north.
    content.map.add(line: grid.line("ST"), .coastline, MapCourse(), name: nil, number: nil)
    let store = try TemporaryStore(content)
    let map = MapView(size: ScreenSize(width: 256, height: 256), scale: 1)
    map.baseMap = try StoreMap(database: store.path)
    let middle = MapPoint(Coordinate(FixedBox(around: grid.line("ST")).middle))
    map.setVisibleMapRect(Town.rect(middle, 256, 256, Double(level)), animated: false)
    let all = try await Self.pixels(map)
    let reach = [10: 10, 12: 50][level] ?? 100
    for x in stride(from: 128 - reach, to: 128 + reach, by: 3) {
      for y in 1...reach {
        #expect(all[x, 126 - y] == Self.land && all[x, 130 + y] == Self.water, "\(x) \(y)")
      }
    }
  }
}
