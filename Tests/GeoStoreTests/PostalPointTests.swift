import GeoModel
import GeoTestKit
import Testing

@testable import GeoStore
@testable import GeoStoreWriting

@Suite("Points of tables of postal codes")
struct PostalPointTests {
  /// A place of the test, computed independently.
  private struct Place {
    var point: FixedPoint
    var code: String
    var country: String
  }

  private func places(_ count: Int, around longitude: Double, seed: UInt64) -> [Place] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { index in
      let x = (longitude + Double.random(in: -0.2...0.2, using: &random)) * 1e7
      let turned = Globe.longitude(Int64(x))
      return Place(
        point: FixedPoint(x: turned, y: Int32((47 + Double.random(in: 0...0.3, using: &random)) * 1e7)),
        code: "\(10_000 + index)",
        country: index % 3 == 0 ? "AT" : "CH")
    }
  }

  @Test("the nearest one is that of a slow search, also across longitude 180", arguments: [9.5, 180])
  func nearest(longitude: Double) throws {
    let places = places(1_000, around: longitude, seed: 7)
    var points = PostalPoints(in: nil)
    for place in places { points.append(place.point, code: place.code, country: place.country, table: 3, accuracy: 1) }
    points.settle()
    var writer = StoreWriter(threads: 1)
    writer.postalPoints = points
    let folder = TemporaryFolder()
    _ = try writer.write(StoreContent(), metadata: StoreMetadata(), to: folder.file("s.sqlite"))
    let reader = try StoreReader(path: folder.file("s.sqlite"))
    for place in self.places(200, around: longitude, seed: 8) {
      let origin = FixedPoint(x: Globe.longitude(Int64(place.point.x) + 7_000), y: place.point.y + 9_000)
      let projection = LocalProjection(origin: origin)
      let slow = places.filter { $0.country == place.country }.min {
        projection.project($0.point).squaredLength < projection.project($1.point).squaredLength
      }
      let found = try reader.nearestPostalPoint(to: projection, withinMeters: 50_000) { $0 == place.country }
      #expect(found?.code == slow?.code && found?.country == place.country && found?.table == 3)
    }
    let check = try Statement(reader.database, "SELECT rtreecheck('postal_point_rtree')")
    #expect(try check.step() && check.text(0) == "ok")
  }

  @Test("codes of up to 16 bytes come back as they were")
  func codes() throws {
    var points = PostalPoints(in: nil)
    let codes = ["1", "12345678", "123456789", "1234567890123456", "É1"]
    for (index, code) in codes.enumerated() {
      points.append(
        FixedPoint(x: Int32(index) * 10_000_000, y: 0), code: code, country: "XX", table: index * 1_000, accuracy: 0)
    }
    points.settle()
    var found: [Int: String?] = [:]
    try points.forEachPage { bytes, _ throws(StoreError) in
      let isWhole = bytes.withUnsafeBufferPointer { bytes in
        PostalPointCoding.forEach(in: bytes) { _, row in found[row().table] = row().code }
      }
      #expect(isWhole)
      for end in 1..<bytes.count {
        // No end of the bytes is accepted except one between two points.
        var count = 0
        let isWhole = bytes[..<end].withUnsafeBufferPointer { PostalPointCoding.forEach(in: $0) { _, _ in count += 1 } }
        #expect(!isWhole || count < codes.count)
      }
    }
    #expect(found == Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($0 * 1_000, $1) }))
  }
}
