import GeoModel
import GeoTestKit
import Testing

@Suite("The edges of the Earth") struct GlobeTests {
  @Test("a difference of longitudes and the way to a range are taken the short way round")
  func shortWay() {
    var generator = SeededGenerator(seed: 17)
    func longitude() -> Int32 { Int32.random(in: -Globe.halfTurn...Globe.halfTurn, using: &generator) }
    for _ in 0..<2_000 {
      let (x, a, b) = (longitude(), longitude(), longitude())
      func distance(_ other: Int32) -> Int64 { turns(Int64(x) - Int64(other)).map { abs($0) }.min()! }
      #expect(abs(Globe.shortWay(Int64(x) - Int64(a))) == distance(a))
      #expect(turns(Int64(x) - Int64(a)).contains(Globe.shortWay(Int64(x) - Int64(a))))
      let (west, east) = (min(a, b), max(a, b))
      #expect(
        Globe.gap(from: x, to: west, east) == ((west...east).contains(x) ? 0 : min(distance(west), distance(east))))
    }
    #expect(Globe.gap(from: Globe.halfTurn, to: -Globe.halfTurn, -1_799_999_990) == 0, "180 and -180 are one meridian")
  }

  /// A difference, and the same plus and minus a full turn.
  private func turns(_ difference: Int64) -> [Int64] { [-1, 0, 1].map { difference + $0 * Globe.turn } }

  @Test("what lies beyond the antimeridian comes in on the other side, and nothing lies beyond a pole")
  func inside() {
    #expect(Globe.longitude(1_800_000_005) == -1_799_999_995)
    #expect(Globe.longitude(-1_800_000_005) == 1_799_999_995)
    #expect(Globe.longitude(1_800_000_000) == 1_800_000_000 && Globe.longitude(-1_800_000_000) == -1_800_000_000)
    #expect(Globe.latitude(900_000_001) == 900_000_000 && Globe.latitude(-.max) == -900_000_000)
  }

  @Test("every point of the Earth has a cell of a grid, which contains it")
  func cells() {
    let grid = CellGrid(side: 625_000)
    for x in [-Globe.halfTurn, -1, 0, 624_999, 625_000, Globe.halfTurn] {
      for y in [-Globe.pole, -1, 0, 1, Globe.pole] {
        let (column, row) = (grid.column(x), grid.row(y))
        #expect((0...5_760).contains(column) && (0...2_880).contains(row))
        guard x < Globe.halfTurn, y < Globe.pole else { continue }
        let middle = grid.middle(column: column, row: row)
        #expect(abs(Int64(middle.x) - Int64(x)) <= 312_500 && abs(Int64(middle.y) - Int64(y)) <= 312_500)
      }
    }
  }
}

@Suite("Boxes around points") struct SearchBoxesTests {
  @Test(
    "they hold all points within the distance, on the sphere and on the plane, at poles and antimeridian too",
    arguments: [
      FixedPoint(x: 95_000_000, y: 471_000_000), FixedPoint(x: 1_799_999_999, y: -170_000_000),
      FixedPoint(x: 1_800_000_000, y: 650_000_000), FixedPoint(x: -1_800_000_000, y: 650_000_000),
      FixedPoint(x: 0, y: 899_999_000), FixedPoint(x: 1_799_000_000, y: 899_000_000),
      FixedPoint(x: 5, y: -900_000_000),
    ])
  func hold(point: FixedPoint) {
    var generator = SeededGenerator(seed: 3)
    let projection = LocalProjection(origin: point)
    for radius in [0, 1, 150, 40_000, 3_000_000, 25_000_000] as [Double] {
      let boxes = SearchBoxes(around: point, radiusMeters: radius)
      var held = 0
      for _ in 0..<500 {
        let other = probe(around: point, radius, &generator)
        let isNear =
          SlowOracle.distanceMeters(from: point, toLine: [other]) <= radius
          || projection.project(other).squaredLength <= radius * radius
        guard isNear else { continue }
        held += 1
        #expect(boxes.contains { $0.contains(other) })
        #expect(boxes.intersects(FixedBox(other)))
      }
      #expect(held > 50)
      #expect(boxes.allSatisfy { !$0.isEmpty && FixedBox.world.contains($0) })
      #expect(boxes.contains { $0.contains(point) })
    }
  }

  /// A point near another one, or at any longitude on the same side of the Earth's axis.
  private func probe(
    around point: FixedPoint, _ radius: Double, _ generator: inout SeededGenerator
  ) -> FixedPoint {
    let place = LocalPoint(
      x: Double.random(in: -radius...radius, using: &generator),
      y: Double.random(in: -radius...radius, using: &generator))
    let near = LocalProjection(origin: point).unproject(place)
    if Bool.random(using: &generator) { return near }
    return FixedPoint(x: Int32.random(in: -Globe.halfTurn...Globe.halfTurn, using: &generator), y: near.y)
  }

  @Test("one box away from the antimeridian, two that do not meet across it, all longitudes around a pole")
  func parts() {
    #expect(SearchBoxes(around: FixedPoint(x: 0, y: 0), radiusMeters: 1_000).count == 1)
    let divided = SearchBoxes(around: FixedPoint(x: 1_799_999_999, y: 600_000_000), radiusMeters: 100)
    #expect(divided.count == 2 && divided[0].maxX == Globe.halfTurn && divided[1].minX == -Globe.halfTurn)
    #expect(!divided[0].intersects(divided[1]) && divided[1].maxX < -1_799_900_000)
    let polar = SearchBoxes(around: FixedPoint(x: 120_000_000, y: -899_999_000), radiusMeters: 100)
    #expect(polar.count == 1 && polar[0].minX == -Globe.halfTurn && polar[0].maxX == Globe.halfTurn)
    #expect(polar[0].minY == -Globe.pole && polar[0].maxY < -899_900_000)
  }

  @Test("both ways to write the antimeridian reach the same places")
  func oneMeridian() {
    let east = SearchBoxes(around: FixedPoint(x: 1_800_000_000, y: 100_000_000), radiusMeters: 500)
    let west = SearchBoxes(around: FixedPoint(x: -1_800_000_000, y: 100_000_000), radiusMeters: 500)
    #expect(Set(east) == Set(west) && east.count == 2)
  }

  @Test("a distance without end is the whole Earth")
  func unbounded() {
    for y in [0, Globe.pole] {
      #expect(Array(SearchBoxes(around: FixedPoint(x: 7, y: y), radiusMeters: .infinity)) == [.world])
    }
  }
}
