import GeoBaseMap
import GeoMap
import GeoModel
import GeoRender
import GeoStore
import GeoStoreWriting
import GeoSupport
import GeoTestKit
import Testing

@Suite("The sketch of a store")
struct SketchTests {
  private static let land = [0xF5, 0xF2, 0xEC, 255], sea = [0xB5, 0xD0, 0xE3, 255]
  private static let house = [0xDE, 0xD6, 0xCA, 255], park = [0xD2, 0xE5, 0xC0, 255]

  @Test("a town in light and dark", arguments: UserInterfaceStyle.allCases)
  func town(style: UserInterfaceStyle) async throws {
    _ = TestFonts.areThere
    let store = try TemporaryStore(Town.content())
    let map = try Town.map(store, scale: 2)
    map.userInterfaceStyle = style
    let snapshot = await map.snapshot()
    #expect(snapshot.attribution == "© OpenStreetMap contributors (ODbL 1.0)" && snapshot.picture.isFullyRendered)
    try Golden.check("town-\(style.rawValue)", snapshot)
  }

  @Test(
    "tiles side by side are the picture of all of them, labels included, as a sketch and in the standard style",
    arguments: [false, true])
  func tiles(hasLayer: Bool) async throws {
    _ = TestFonts.areThere
    let store = try TemporaryStore(hasLayer ? StandardStyleTests.content() : Town.content())
    let base = try StoreMap(database: store.path)
    let level = 17.0
    let side = MapSize.world.width / exp2(level)
    let center = MapPoint(Coordinate(Town.grid["T"]))
    let corner = MapPoint(x: (center.x / side - 0.5).rounded() * side, y: (center.y / side - 0.5).rounded() * side)
    let frame = MapRect(x: corner.x - side / 2, y: corner.y - side / 2, width: 2 * side, height: 2 * side)
    func pixels(_ rect: MapRect) async throws -> Pixels {
      var part = BaseMapPart(mapRect: rect, zoomScale: MapScale.zoomScale(level: level))
      part.labelRect = frame
      return try Pixels(try MapSnapshot(part, await base.drawing(of: part)).rendered().bytes)
    }
    let whole = try await pixels(frame)
    #expect(whole.width == 512)
    var differing = 0
    for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      let tile = try await pixels(
        MapRect(x: frame.minX + Double(column) * side, y: frame.minY + Double(row) * side, width: side, height: side))
      for y in 0..<256 {
        for x in 0..<256 where !tile.isColor(x, y, whole[column * 256 + x, row * 256 + y], within: 40) {
          differing += 1
        }
      }
    }
    // Cairo rounds the edges of paths to a 256th of a pixel, from another origin in each tile.
    #expect(differing <= 20)
  }

  @Test("houses that leave the picture are whole, also where a tile of the store ends")
  func houses() async throws {
    var content = StoreContent()
    let grid = Grid(". . . . . .\n. a b . . .\n. . . . . .\n. d c . . .\nX . . . . .", unitMeters: 20)
    content.address("1", at: grid["a"], outline: grid.line("abcda"))
    // Enough houses around it that its tile is split repeatedly.
    let projection = LocalProjection(origin: grid["a"])
    for number in 0..<1_500 {
      let place = LocalPoint(x: Double(number % 39) - 19.3, y: Double(number / 39) - 50.3)
      content.address("", houseName: "h", at: projection.unproject(place))
    }
    let store = try TemporaryStore(content)
    let base = try StoreMap(database: store.path)
    for (corner, x, y) in [("a", 20, 20), ("c", -20, -20)] {
      let level = 17.0
      let rect = Town.rect(MapPoint(Coordinate(grid[Character(corner)])), 64, 64, level)
      let part = BaseMapPart(mapRect: rect, zoomScale: MapScale.zoomScale(level: level))
      let pixels = try Pixels(try MapSnapshot(part, BaseMapDrawing(ground: base.draw(part).ground)).rendered().bytes)
      #expect(pixels.isColor(32 + x, 32 + y, SketchTests.house), "\(corner): \(pixels[32 + x, 32 + y])")
      #expect(pixels.isColor(32 - x, 32 + y, SketchTests.land))
      #expect(pixels.isColor(32 + x, 32 - y, SketchTests.land))
    }
  }

  @Test("what is not a country is sea, on both sides of the antimeridian and in each copy of the world")
  func sea() async throws {
    var content = StoreContent()
    func ring(_ west: Int32, _ east: Int32) -> [FixedPoint] {
      [(west, -10), (east, -10), (east, 10), (west, 10), (west, -10)].map {
        FixedPoint(x: $0.0 * 10_000_000, y: $0.1 * 10_000_000)
      }
    }
    content.area(
      "Fiji", level: 2, countryCode: "FJ", isCoarse: true, polygons: [[ring(170, 180)], [ring(-180, -170)]])
    var metadata = StoreMetadata()
    metadata.hasWorldLayer = true
    let store = try TemporaryStore(content, metadata: metadata)
    let map = MapView(size: ScreenSize(width: 360, height: 90))
    map.baseMap = try StoreMap(database: store.path)
    // 360 points for 360 degrees, twice around.
    let width = MapSize.world.width
    let scale = 180 / width
    func pixels(_ rect: MapRect) async throws -> Pixels {
      var snapshot = await map.snapshot()
      let drawing = await map.baseMap.drawing(of: BaseMapPart(mapRect: rect, zoomScale: scale))
      snapshot.picture.layers = drawing.ground
      return try Pixels(try snapshot.rendered().bytes)
    }
    let twice = try await pixels(
      MapRect(x: -width, y: width / 2 - 45 / scale, width: 2 * width, height: 90 / scale))
    for x in [2, 178, 182, 358] { #expect(twice.isColor(x, 45, SketchTests.land), "\(x): \(twice[x, 45])") }
    for x in [20, 90, 160, 200, 330] { #expect(twice.isColor(x, 45, SketchTests.sea), "\(x): \(twice[x, 45])") }
    #expect(twice.isColor(180, 10, SketchTests.sea))
  }

  @Test("without the world layer nothing is sea")
  func withoutWorld() async throws {
    let store = try TemporaryStore(Town.content())
    let map = try Town.map(store, level: 3)
    let pixels = try Pixels(try await map.snapshot(attribution: "").rendered().bytes)
    #expect(pixels.isColor(10, 10, SketchTests.land))
  }

  @Test("names are in the languages of the map")
  func languages() async throws {
    let store = try TemporaryStore(Town.content())
    let base = try StoreMap(database: store.path)
    func texts(_ languages: [String]) -> [String] {
      var part = BaseMapPart(
        mapRect: Town.rect(MapPoint(Coordinate(Town.grid["P"])), 640, 480, 16.9),
        zoomScale: MapScale.zoomScale(level: 16.9))
      part.languages = languages
      return base.draw(part).labels.flatMap(\.drawing.steps).compactMap {
        if case .text(let text, _, _) = $0 { text } else { nil }
      }
    }
    #expect(texts([]).contains("Musterdorf") && texts([]).contains("Hauptstraße") && texts([]).contains("7"))
    #expect(texts(["en"]).contains("Sampleton") && texts(["ru"]).contains("Мустердорф"))
    // Labels are short: of two simultaneous languages, the first one is used.
    #expect(texts(["ru+en"]) == texts(["ru"]))
  }

  @Test("a store that is overwritten leaves the base map out, and says why")
  func damaged() async throws {
    let store = try TemporaryStore(Town.content())
    let map = try Town.map(store)
    #expect(truncate(store.path, 4_096) == 0)
    final class Delegate: MapViewDelegate {
      var failure: MapError?
      func mapViewDidFailLoadingMap(_ mapView: MapView, withError error: any Error) { failure = error as? MapError }
    }
    let delegate = Delegate()
    map.delegate = delegate
    let snapshot = await map.snapshot()
    let picture = try snapshot.rendered()
    #expect(!snapshot.picture.isFullyRendered && !picture.bytes.isEmpty)
    let failure = try #require(delegate.failure)
    #expect("\(failure)".contains(store.path), "\(failure)")
  }
}
