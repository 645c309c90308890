import GeoMap
import GeoMapLayer
import GeoModel
import GeoStore
import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoBaseMap
@testable import GeoRender

/// Lakes, rivers, ice and built-up land of the world layer, in pictures and tiles.
@Suite("What the world layer shows on the map")
struct WorldPictureTests {
  /// A country with a lake, ice and a town side by side, and land of an extract's coast over a part of the lake.
  private static func content() -> StoreContent {
    func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [FixedPoint] {
      [(west, south), (east, south), (east, north), (west, north), (west, south)].map {
        FixedPoint(x: Int32($0.0 * 1e7), y: Int32($0.1 * 1e7))
      }
    }
    var content = StoreContent()
    content.area("Land", level: 2, countryCode: "XX", isCoarse: true, ring: box(-8, -8, 8, 8))
    let things: [(MapKind, Double)] = [(.worldWater, -3), (.worldIce, -1), (.worldTown, 1)]
    for (kind, west) in things {
      content.map.add(polygons: [[box(west, -1, west + 1.5, 1)]], kind, name: nil)
    }
    content.map.add(polygons: [[box(-2.6, 0, -2, 0.6)]], .wood, name: nil)
    let river = [(4.0, -2.0), (4, 2)].map { FixedPoint(x: Int32($0.0 * 1e7), y: Int32($0.1 * 1e7)) }
    let parts = stride(from: 0, through: 16, by: 1).map { step in
      FixedPoint(x: river[0].x, y: river[0].y + (river[1].y - river[0].y) / 16 * step)
    }
    content.map.add(line: parts, .worldRiver, MapCourse(), name: nil, number: nil)
    return content
  }

  private static func store() throws -> TemporaryStore {
    var metadata = StoreMetadata()
    metadata.hasWorldLayer = true
    return try TemporaryStore(content(), metadata: metadata)
  }

  @Test("each has its color up to its last level; what an extract has lies over it", arguments: [5.0, 7, 8, 9, 10])
  func colors(level: Double) async throws {
    let store = try Self.store()
    let map = MapView(size: ScreenSize(width: 300, height: 200), scale: 1)
    map.baseMap = try StoreMap(database: store.path)
    func pixel(_ latitude: Double, _ longitude: Double) async throws -> [Int] {
      map.setCenter(try Coordinate(latitude: latitude, longitude: longitude), level: level, animated: false)
      return try Pixels(try await map.snapshot(attribution: "").rendered().bytes)[150, 100]
    }
    // A little off the edges of squares.
    let land = try await pixel(-2.6, -2.3)
    let (water, wood) = (try await pixel(-0.3, -2.3), try await pixel(0.3, -2.3))
    let (ice, town) = (try await pixel(0.3, -0.3), try await pixel(0.3, 1.7))
    let river = try await pixel(0.3, 4)
    #expect((water != land) == (level <= 9) && (ice != land) == (level <= 9) && (town != land) == (level <= 8))
    #expect((river != land) == (level <= 9))
    #expect(wood != water && wood != land)
    withExtendedLifetime(store) {}
  }

  @Test("tiles have them under the names of an extract's, up to the same level", arguments: [4, 7, 8, 9])
  func tiles(level: Int) throws {
    let store = try Self.store()
    let map = try StoreMap(database: store.path)
    // West of the center are lake and ice, and east of it town and river; at finer levels they are some tiles away.
    func kinds(_ layer: String, _ longitude: Double) throws -> Set<String> {
      let side = 360 / Double(1 << level)
      let bytes = try map.vectorTile(
        z: level, x: Int((longitude + 180) / side), y: (1 << level) / 2 - 1, languages: [])
      return Set(try DecodedTile(bytes)[layer].compactMap { $0.text("kind") })
    }
    // A tile of 512 points is drawn one level finer than its number.
    let shown = level + 1
    #expect(try kinds("water", -2.3).contains("water") == (shown <= 9))
    #expect(try kinds("ground", -0.3).contains("glacier") == (shown <= 9))
    #expect(try kinds("ground", 1.7).contains("residential") == (shown <= 8))
    #expect(try kinds("waterway", 4.0001).contains("river") == (shown <= 9))
    withExtendedLifetime(store) {}
  }

  @Test("a text can be written if fonts have all its letters, whatever was asked before")
  func fonts() {
    #expect(FontCoverage.canWrite("") && FontCoverage.canWrite("Basel 4051"))
    let texts = ["Zürich", "Αθήνα", "北京", "한국", "𞤆𞤵𞤤𞤢𞤪", "東京 Tokyo", "Ⴀ北", "ไทย"]
    for text in texts + texts.reversed() {
      #expect(FontCoverage.canWrite(text) == TextPainter.missingScripts(of: text).isEmpty, "\(text)")
    }
    for script in texts.flatMap(TextPainter.missingScripts) { #expect(FontCoverage.missingScripts.contains(script)) }
  }
}
