import GeoBaseMap
import GeoMap
import GeoModel
import GeoRender
import GeoStore
import GeoStoreWriting
import GeoTestKit
import Testing

@Suite("Where two seas meet over the waters of a country")
struct SeaSeamTests {
  /// A ring between longitudes and latitudes in whole degrees, with vertices close to its corners.
  private static func box(_ west: Int32, _ south: Int32, _ east: Int32, _ north: Int32) -> [FixedPoint] {
    let (west, east, south, north) = (west * 10_000_000, east * 10_000_000, south * 10_000_000, north * 10_000_000)
    return [
      (west, south), (west + 1_000_000, south), (east - 1_000_000, south), (east, south), (east, north),
      (east - 1_000_000, north),
      (west + 1_000_000, north), (west, north), (west, south),
    ].map { FixedPoint(x: $0.0, y: $0.1) }
  }

  /// A picture of an ocean that is cut at the antimeridian and ends at a latitude, south of which another one begins.
  ///
  /// All of it belongs to a country.
  private static func picture(_ center: Coordinate, level: Double, _ style: MapStyle) async throws -> Pixels {
    var content = StoreContent()
    for (west, east) in [(Int32(100), Int32(180)), (-180, -100)] {
      content.area("Land", level: 2, countryCode: "XX", isCoarse: true, ring: box(west, -80, east, 60))
      // One ends a little before the antimeridian.
      let ocean = box(west, -50, east, 50).map { FixedPoint(x: min($0.x, 1_799_999_000), y: $0.y) }
      content.area("Ocean", level: 0, kind: .ocean, isCoarse: true, ring: ocean)
      content.area("Southern Ocean", level: 0, kind: .ocean, isCoarse: true, ring: box(west, -70, east, -50).reversed())
    }
    var metadata = StoreMetadata()
    metadata.hasWorldLayer = true
    let store = try TemporaryStore(content, metadata: metadata)
    let map = MapView(size: ScreenSize(width: 200, height: 160), scale: 1)
    map.baseMap = try StoreMap(database: store.path).styled(style)
    map.setCenter(center, level: level, animated: false)
    return try Pixels(try await map.snapshot(attribution: "").rendered().bytes)
  }

  @Test("there is no seam", arguments: [MapStyle.standard, .sketch], [1.3, 4.0, 6.7, 9])
  func noSeam(_ style: MapStyle, level: Double) async throws {
    for (latitude, longitude) in [(10.003, 179.997), (-20, -179.9), (-50.002, 150), (-49.9, 180)] {
      let center = try Coordinate(latitude: latitude, longitude: longitude)
      let pixels = try await Self.picture(center, level: level, style)
      // Near the center there is only sea.
      let sea = pixels[100, 80]
      for y in 70..<90 {
        for x in 60..<140 where pixels[x, y] != sea { Issue.record("\(pixels[x, y]) at \(x), \(y) near \(center)") }
      }
    }
  }

  @Test("land that two countries have is land, however their borders run", arguments: [MapStyle.standard, .sketch])
  func overlap(_ style: MapStyle) async throws {
    var content = StoreContent()
    content.area("One", level: 2, countryCode: "XX", isCoarse: true, ring: Self.box(0, 0, 20, 20))
    content.area("Other", level: 2, countryCode: "XY", isCoarse: true, ring: Self.box(10, 0, 30, 20).reversed())
    var metadata = StoreMetadata()
    metadata.hasWorldLayer = true
    let store = try TemporaryStore(content, metadata: metadata)
    let map = MapView(size: ScreenSize(width: 200, height: 160), scale: 1)
    map.baseMap = try StoreMap(database: store.path).styled(style)
    map.setCenter(try Coordinate(latitude: 10, longitude: 15), level: 2, animated: false)
    let pixels = try Pixels(try await map.snapshot(attribution: "").rendered().bytes)
    // A place of both, a place of one alone, and the sea.
    let (both, one, sea) = (pixels[100, 98], pixels[70, 98], pixels[20, 98])
    #expect(both == one && one != sea)
  }
}
