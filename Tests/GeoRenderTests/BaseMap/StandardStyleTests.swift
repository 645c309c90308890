import GeoBaseMap
import GeoMap
import GeoModel
import GeoRender
import GeoStore
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
    "land and sea of coastlines cover what the world layer says, with no seam between squares",
    arguments: [10, 12, 14, 16])
  func coast(level: Int) async throws {
    var content = StoreContent()
    let grid = Grid(
      "A . . . . . . . . . . . . . B\n. . . . . . . . . . . . . . .\nS . . . . . . . . . . . . . T", unitMeters: 800)
    content.street("Küstenweg", grid.line("AB"))
    content.map.add(line: grid.line("AB"), .minor, MapCourse(), name: nil, number: nil)
    // Land on the left: the north.
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
