import GeoModel
import GeoTestKit
import Testing

@Suite("Boxes around points")
struct FixedBoxTests {
  @Test(
    "the boxes around a point hold all points within the distance, at poles and antimeridian too",
    arguments: [
      FixedPoint(x: 95_000_000, y: 471_000_000), FixedPoint(x: 1_799_999_999, y: -170_000_000),
      FixedPoint(x: -1_800_000_000, y: 650_000_000), FixedPoint(x: 0, y: 899_999_000),
      FixedPoint(x: 5, y: -900_000_000),
    ])
  func around(point: FixedPoint) {
    var generator = SeededGenerator(seed: 3)
    for radius in [1, 150, 40_000, 3_000_000] as [Double] {
      let boxes = FixedBox.around(point, radiusMeters: radius)
      for _ in 0..<500 {
        let other = probe(around: point, radius, &generator)
        if SlowOracle.distanceMeters(from: point, toLine: [other]) <= radius {
          #expect(boxes.contains { $0.contains(other) })
        }
      }
      #expect(boxes.allSatisfy { !$0.isEmpty && FixedBox.world.contains($0) })
      #expect(boxes.contains { $0.contains(point) })
    }
  }

  /// A point near another one, or on the same side of the Earth's axis at any longitude.
  private func probe(
    around point: FixedPoint, _ radius: Double, _ generator: inout SeededGenerator
  ) -> FixedPoint {
    let place = LocalPoint(
      x: Double.random(in: -radius...radius, using: &generator),
      y: Double.random(in: -radius...radius, using: &generator))
    let near = LocalProjection(origin: point).unproject(place)
    if Bool.random(using: &generator) { return near }
    return FixedPoint(x: Int32.random(in: -1_800_000_000...1_800_000_000, using: &generator), y: near.y)
  }

  @Test("the nearest point of a box is taken the short way round the Earth")
  func nearest() {
    let box = FixedBox(minX: -1_799_000_000, minY: -10, maxX: -1_700_000_000, maxY: 10)
    #expect(box.nearest(to: FixedPoint(x: 1_790_000_000, y: 50)) == FixedPoint(x: -1_799_000_000, y: 10))
    #expect(box.nearest(to: FixedPoint(x: -1_750_000_000, y: 0)) == FixedPoint(x: -1_750_000_000, y: 0))
  }

  @Test("two boxes have a union and a common part, which is empty when they do not meet")
  func unionAndCommonPart() {
    let box = FixedBox(minX: 0, minY: 0, maxX: 10, maxY: 10)
    let other = FixedBox(minX: 5, minY: -5, maxX: 20, maxY: 5)
    #expect(box.union(other) == FixedBox(minX: 0, minY: -5, maxX: 20, maxY: 10))
    #expect(box.clipped(to: other) == FixedBox(minX: 5, minY: 0, maxX: 10, maxY: 5))
    #expect(box.clipped(to: FixedBox(minX: 11, minY: 0, maxX: 12, maxY: 10)) == .empty)
    #expect(box.union(.empty) == box && box.clipped(to: .empty) == .empty)
  }

  @Test("the empty box contains nothing and grows to what it is given")
  func empty() {
    var box = FixedBox.empty
    #expect(box.isEmpty && !box.intersects(.world))
    box.formUnion(FixedPoint(x: 3, y: 4))
    #expect(box == FixedBox(FixedPoint(x: 3, y: 4)))
  }
}
