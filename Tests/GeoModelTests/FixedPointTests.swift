import GeoModel
import GeoTestKit
import Testing

@Suite("Stored points")
struct FixedPointTests {
  @Test("a coordinate is rounded to the nearest unit and comes back within half a unit")
  func rounding() throws {
    let point = FixedPoint(try Coordinate(latitude: 37.77094704, longitude: -122.41007735))
    #expect(
      point == FixedPoint(x: -1_224_100_774, y: 377_709_470) || point == FixedPoint(x: -1_224_100_773, y: 377_709_470))
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<1_000 {
      let coordinate = try Coordinate(
        latitude: Double.random(in: -90...90, using: &generator),
        longitude: Double.random(in: -179.9...180, using: &generator))
      let back = Coordinate(FixedPoint(coordinate))
      #expect(abs(back.latitude - coordinate.latitude) <= 0.500_001e-7)
      #expect(abs(back.longitude - coordinate.longitude) <= 0.500_001e-7)
    }
  }

  @Test("a stored point survives the way through degrees unchanged")
  func exactness() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<1_000 {
      let point = FixedPoint(
        x: Int32.random(in: -1_799_999_999...1_800_000_000, using: &generator),
        y: Int32.random(in: -900_000_000...900_000_000, using: &generator))
      #expect(FixedPoint(Coordinate(point)) == point)
    }
  }

  @Test("both ends of the antimeridian are one point")
  func antimeridian() throws {
    let west = FixedPoint(try Coordinate(latitude: 10, longitude: -180))
    #expect(west == FixedPoint(try Coordinate(latitude: 10, longitude: 180)))
    #expect(FixedPoint(asked: try Coordinate(latitude: 10, longitude: -180)).x == -1_800_000_000)
  }

  @Test("swapped numbers are caught for Tokyo and cannot be for London")
  func swapped() throws {
    #expect(throws: CoordinateError.outOfRange(.latitude, 139.69, looksSwapped: true)) {
      _ = try Coordinate(latitude: 139.69, longitude: 35.68)
    }
    #expect(try Coordinate(latitude: -0.12, longitude: 51.5).latitude == -0.12)
  }
}
