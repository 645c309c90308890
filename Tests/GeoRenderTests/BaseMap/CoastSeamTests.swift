import GeoBaseMap
import GeoMap
import GeoMapLayer
import GeoModel
import GeoRender
import GeoStore
import GeoStoreWriting
import GeoTestKit
import Testing

/// A straight coast from west to east with land in the north.
///
/// An extract has a part of it exactly, some hundred meters from the world layer's coast.
@Suite("Where an extract ends at a coast")
struct CoastSeamTests {
  /// A place this many meters east and north of the center of the world layer's coast.
  private static func place(_ east: Double, _ north: Double) -> FixedPoint {
    FixedPoint(x: 95_000_000 + Int32(east * 132.0), y: 471_000_000 + Int32(north * 89.9))
  }

  private static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [FixedPoint] {
    [(west, south), (east, south), (east, north), (west, north), (west, south)].map { place($0.0, $0.1) }
  }

  /// The world layer: a country that reaches over its waters, and the sea in the south.
  private static func world() -> StoreContent {
    var content = StoreContent()
    content.area("Land", level: 2, countryCode: "XX", isCoarse: true, ring: box(-60_000, -60_000, 60_000, 60_000))
    content.area("Sea", level: 0, kind: .ocean, isCoarse: true, ring: box(-60_000, -60_000, 60_000, 0))
    content.street("Mill Lane", [place(0, 9_000), place(50, 9_000)])
    return content
  }

  /// Meters per pixel in a picture of 512 pixels.
  private static func meters(level: Int) -> Double { 40_075_016 * 0.68072 / 256 / Double(1 << level) }

  /// A picture of 512 pixels, centered on the middle of the world layer's coast.
  private static func picture(_ content: StoreContent, level: Int) async throws -> Pixels {
    var metadata = StoreMetadata()
    metadata.hasWorldLayer = true
    let store = try TemporaryStore(content, metadata: metadata)
    let side = 512.0
    let map = MapView(size: ScreenSize(width: side, height: side), scale: 1)
    map.baseMap = try StoreMap(database: store.path)
    map.setVisibleMapRect(Town.rect(MapPoint(Coordinate(place(0, 0))), side, side, Double(level)), animated: false)
    return try Pixels(try await map.snapshot().rendered().bytes)
  }

  /// The distance of the sea's edge north of the world layer's coast, in meters, for each examined column (in meters
  /// from the center). nil where land or sea lie in more than one piece.
  private static func coast(_ content: StoreContent, level: Int) async throws -> [(east: Double, north: Double?)] {
    let all = try await picture(content, level: level)
    func isSea(_ x: Int, _ y: Int) -> Bool { all[x, y][2] > all[x, y][0] + 20 }
    let meters = meters(level: level)
    return stride(from: 2, to: 510, by: 4).map { x in
      // The attribution is at the bottom.
      let seas = (4..<480).filter { isSea(x, $0) }
      let isOne = seas.last == 479 && seas.first.map { $0 + seas.count == 480 } == true
      return ((Double(x) - 256) * meters, isOne ? (256 - Double(seas[0])) * meters : nil)
    }
  }

  @Test(
    "its coast goes over into that of the world in one line, without blocks of land or sea",
    arguments: [(-700.0, 1.0), (-700, -1), (700, 1), (700, -1)], [12, 13])
  func cut(_ extract: (north: Double, side: Double), level: Int) async throws {
    var content = Self.world()
    // The coast ends at an edge of the extract in the center of the picture; its other end is far away.
    let coast = stride(from: -9_000.0, through: 0, by: 500).map { Self.place($0 * extract.side, extract.north) }
    content.map.add(
      line: extract.side > 0 ? coast : coast.reversed(), .coastline, MapCourse(), name: nil, number: nil)
    // Houses of a town up to the edge.
    for number in 0..<60 {
      let (west, south) = (Double(-200 - number % 10 * 700), extract.north + 100 + Double(number / 10) * 600)
      let corner = extract.side > 0 ? west : -west - 10
      content.map.add(polygons: [[Self.box(corner, south, corner + 10, south + 10)]], .building, name: nil)
    }
    let columns = try await Self.coast(content, level: level)
    #expect(columns.allSatisfy { $0.north != nil }, "land and sea are in one piece each in every column")
    for (east, north) in columns {
      guard let north, abs(east) < 6_000 else { continue }
      // Within some hundred meters of the edge, one coast bends to the other.
      if east * extract.side < -200 { #expect(abs(north - extract.north) < 60, "\(Int(east))") }
      if east * extract.side > 900 { #expect(abs(north) < 60, "\(Int(east))") }
    }
  }

  @Test("the line over to the world's coast goes around the houses of a town", arguments: [1.0, -1])
  func town(side: Double) async throws {
    var content = Self.world()
    let coast = stride(from: -9_000.0, through: 0, by: 500).map { Self.place($0 * side, -700) }
    content.map.add(line: side > 0 ? coast : coast.reversed(), .coastline, MapCourse(), name: nil, number: nil)
    for west in [300.0, 350] {
      content.map.add(
        polygons: [[Self.box(west * side, -355, west * side + 10, -345)]], .building, name: nil)
    }
    let picture = try await Self.picture(content, level: 13)
    func isSea(_ east: Double, _ north: Double) -> Bool {
      let meters = Self.meters(level: 13)
      let (x, y) = (Int(256 + east / meters), Int(256 - north / meters))
      return picture[x, y][2] > picture[x, y][0] + 20
    }
    for east in stride(from: 50.0, through: 300, by: 50) {
      #expect(!isSea(east * side, -350), "\(Int(east)) is in the town")
      #expect(isSea(east * side, -900), "\(Int(east)) is before it")
    }
    #expect(isSea(1_400 * side, -350), "the world's sea goes on behind the town")
  }

  @Test("an extract without any coast, on land or at sea, leaves both to the world", arguments: [4_000.0, -4_000])
  func withoutCoast(north: Double) async throws {
    var content = Self.world()
    for number in 0..<40 {
      let (west, south) = (Double(number % 8) * 900 - 3_000, north + Double(number / 8) * 300 - 600)
      content.map.add(
        polygons: [[Self.box(west, south, west + 10, south + 10)]], .building, name: nil)
    }
    for (east, north) in try await Self.coast(content, level: 12) {
      #expect(north.map { abs($0) < 60 } == true, "\(Int(east))")
    }
  }

  @Test("islands of an extract wholly at sea are land, and all around them is sea")
  func islands() async throws {
    var content = Self.world()
    // Boxes have their interior on the left, as islands do.
    content.map.add(line: Self.box(-400, -4_400, 400, -3_600), .coastline, MapCourse(), name: nil, number: nil)
    let columns = try await Self.coast(content, level: 12)
    for (east, north) in columns {
      if abs(east) < 300 {
        #expect(north == nil, "\(Int(east))")
      } else if abs(east) > 500 {
        #expect(north.map { abs($0) < 60 } == true, "\(Int(east))")
      }
    }
  }
}
