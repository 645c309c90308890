import GeoModel
import GeoTestKit
import Testing

@testable import GeoEngine

@Suite("Passing over what is far away")
struct SearchWindowTests {
  @Test(
    "a line looked at through a window has the same nearest place as without it",
    arguments: [
      FixedPoint(x: 95_000_000, y: 471_000_000), FixedPoint(x: 1_799_999_000, y: -170_000_000),
      FixedPoint(x: -1_799_999_500, y: 520_000_000), FixedPoint(x: 200_000_000, y: 899_990_000),
      FixedPoint(x: 0, y: 0),
    ])
  func sameAsWithout(center: FixedPoint) {
    var random = SeededGenerator(seed: UInt64(bitPattern: Int64(center.x)))
    var found = 0
    for _ in 0..<2_000 {
      let origin = near(center, &random)
      let projection = LocalProjection(origin: origin)
      let line = (0..<Int.random(in: 1...8, using: &random)).map { _ in near(center, &random) }
      let meters = Double.random(in: 0...600, using: &random)
      line.withUnsafeBufferPointer { line in
        var all = NearestOnLine(squaredBound: meters * meters)
        all.visit(line, projection)
        var some = NearestOnLine(squaredBound: meters * meters)
        some.visit(line, projection, in: SearchWindow(around: projection, meters: meters))
        #expect(some.squaredMeters == all.squaredMeters && some.segment == all.segment)
        if all.isFound { found += 1 }
      }
    }
    #expect(found > 100)
  }

  @Test("a window of no bound lets everything through")
  func unbounded() {
    let window = SearchWindow(
      around: LocalProjection(origin: FixedPoint(x: 95_000_000, y: 471_000_000)), meters: .infinity)
    #expect(window.sides(of: FixedPoint(x: -1_800_000_000, y: -900_000_000)) == 0)
    #expect(window.sides(of: FixedPoint(x: 1_800_000_000, y: 900_000_000)) == 0)
  }

  /// A point within about a kilometer, on either side of the antimeridian.
  private func near(_ center: FixedPoint, _ random: inout SeededGenerator) -> FixedPoint {
    LocalProjection(origin: center).unproject(
      LocalPoint(
        x: Double.random(in: -1_000...1_000, using: &random), y: Double.random(in: -1_000...1_000, using: &random)))
  }
}
