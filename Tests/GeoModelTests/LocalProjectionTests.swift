import GeoModel
import GeoTestKit
import Testing

@Suite("Meters around a point")
struct LocalProjectionTests {
  @Test(
    "distances within 5 km agree with the sphere to a thousandth",
    arguments: [
      (0.0, 0.0), (37.77, -122.41), (-33.86, 151.2), (60.17, 24.94), (-54.8, -68.3), (17.0, 179.99), (-16.5, -179.99),
    ])
  func agreesWithHaversine(latitude: Double, longitude: Double) throws {
    let center = try Coordinate(latitude: latitude, longitude: longitude)
    let projection = LocalProjection(origin: FixedPoint(center))
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let place = LocalPoint(
        x: Double.random(in: -3_500...3_500, using: &generator), y: Double.random(in: -3_500...3_500, using: &generator)
      )
      let point = projection.unproject(place)
      let expected = Geodesy.distanceMeters(center, Coordinate(point))
      let found = projection.project(point).squaredLength.squareRoot()
      #expect(abs(found - expected) < 0.001 * expected + 0.02)
    }
  }

  @Test("a place across the antimeridian is near, not a turn of the Earth away")
  func antimeridian() {
    let projection = LocalProjection(origin: FixedPoint(x: 1_799_999_000, y: 0))
    let across = projection.project(FixedPoint(x: -1_799_999_000, y: 0))
    #expect(across.x > 0 && across.x < 25)
    #expect(projection.unproject(LocalPoint(x: 30, y: 0)).x < 0)
  }

  @Test("the nearest point of a segment is its foot, or the nearer end")
  func nearestOnSegment() {
    let from = LocalPoint(x: -3, y: 4)
    #expect(from.nearestToOrigin(onSegmentTo: LocalPoint(x: 5, y: 4)) == LocalPoint(x: 0, y: 4))
    #expect(from.nearestToOrigin(onSegmentTo: LocalPoint(x: -9, y: 4)) == from)
    #expect(from.nearestToOrigin(onSegmentTo: from) == from)
  }
}
