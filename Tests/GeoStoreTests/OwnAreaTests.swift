import GeoModel
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("Areas of one's own in cells")
struct OwnAreaTests {
  private func square(_ name: String, _ x: Int32, _ y: Int32, _ side: Int32) -> OwnArea {
    OwnArea(label: LayerArea(name: name), polygons: [[ring(x, y, side)]])
  }

  private func ring(_ x: Int32, _ y: Int32, _ side: Int32) -> [FixedPoint] {
    [(0, 0), (side, 0), (side, side), (0, side), (0, 0)].map { FixedPoint(x: x + $0.0, y: y + $0.1) }
  }

  /// A star of many corners around a point, with a hole.
  private func star(_ name: String, around center: FixedPoint, reach: Double, _ random: inout SeededGenerator)
    -> OwnArea
  {
    func ring(_ reach: Double, _ corners: Int) -> [FixedPoint] {
      (0..<corners).map { corner in
        let angle = Double(corner) / Double(corners) * 2 * .pi
        let distance = reach * Double.random(in: 0.3...1, using: &random)
        return FixedPoint(
          x: center.x + Int32(distance * cosine(angle)), y: center.y + Int32(distance * cosine(angle - .pi / 2)))
      }
    }
    return OwnArea(label: LayerArea(name: name), polygons: [[ring(reach, 60), ring(reach * 0.2, 12)]])
  }

  private func cosine(_ angle: Double) -> Double {
    // Computed without the C library: a test needs no more digits.
    let x = angle.remainder(dividingBy: 2 * .pi)
    return 1 - x * x / 2 + x * x * x * x / 24 - x * x * x * x * x * x / 720 + x * x * x * x * x * x * x * x / 40320
  }

  /// The names of the areas that contain a point, from a check of every edge.
  private func slow(_ areas: [OwnArea], _ point: FixedPoint) -> Set<String> {
    Set(
      areas.filter { area in
        area.polygons.contains { polygon in
          var inside = false
          for ring in polygon {
            for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (from.y > point.y) != (to.y > point.y)
            {
              if Tile.crossesWest(from, to, of: point) { inside.toggle() }
            }
          }
          return inside
        }
      }.map(\.label.name))
  }

  @Test("finds the areas that a look at every edge finds", arguments: 0..<6)
  func likeSlow(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let places: [FixedPoint] = [
      FixedPoint(x: 95_000_000, y: 471_000_000), FixedPoint(x: -1_795_000_000, y: -100_000_000),
      FixedPoint(x: 1_790_000_000, y: 860_000_000), FixedPoint(x: 0, y: 0),
    ]
    let areas = (0..<120).map { number in
      let near = places[number % places.count]
      let center = FixedPoint(
        x: near.x + Int32.random(in: -200_000...200_000, using: &random),
        y: near.y + Int32.random(in: -200_000...200_000, using: &random))
      return star("\(number)", around: center, reach: Double.random(in: 500...300_000, using: &random), &random)
    }
    let (index, list) = (AreaIndex(areas), AreaList(areas))
    #expect(list.count == areas.count)
    var met = 0
    for _ in 0..<6_000 {
      let near = places.randomElement(using: &random)!
      var point = FixedPoint(
        x: near.x + Int32.random(in: -400_000...400_000, using: &random),
        y: near.y + Int32.random(in: -400_000...400_000, using: &random))
      // Counting is most error-prone at corners and at their latitudes.
      if Bool.random(using: &random),
        let corner = areas.randomElement(using: &random)!.polygons[0][0].randomElement(using: &random)
      {
        point = Bool.random(using: &random) ? corner : FixedPoint(x: point.x, y: corner.y)
      }
      let found = index.areas(containing: point).map(\.name)
      met += found.count
      #expect(list.areas(containing: point).map(\.name) == found)
      #expect(Set(found) == slow(areas, point) && Set(found).count == found.count)
    }
    #expect(met > 1_000)
  }

  @Test("of areas beside each other exactly one contains any point")
  func grid() {
    let side: Int32 = 70_001
    let areas = (0..<400).map { square("\($0)", Int32($0 % 20) * side - 500_000, Int32($0 / 20) * side + 7, side) }
    let (index, list) = (AreaIndex(areas), AreaList(areas))
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let (column, row) = (Int32.random(in: 0..<20, using: &random), Int32.random(in: 0..<20, using: &random))
      let point = FixedPoint(
        x: column * side - 500_000 + Int32.random(in: 1..<side, using: &random),
        y: row * side + 7 + [0, 1, Int32.random(in: 0..<side, using: &random)].randomElement(using: &random)!)
      #expect(index.areas(containing: point).count == 1 && list.areas(containing: point).count == 1)
    }
    #expect(index.areas(containing: FixedPoint(x: -600_000, y: 100)).isEmpty)
  }

  @Test("areas that overlap are told the smallest first; parts of one area once")
  func order() {
    var twice = square("two parts", 0, 0, 100)
    twice.polygons.append([ring(50, 50, 100)])
    let areas = [square("large", -1000, -1000, 9_000), twice, square("middle", -100, -100, 1_000)]
    let (index, list) = (AreaIndex(areas), AreaList(areas))
    #expect(list.areas(containing: FixedPoint(x: 140, y: 140)).map(\.name) == ["two parts", "middle", "large"])
    #expect(index.areas(containing: FixedPoint(x: 70, y: 70)).map(\.name) == ["two parts", "middle", "large"])
    #expect(index.areas(containing: FixedPoint(x: 140, y: 140)).map(\.name) == ["two parts", "middle", "large"])
    #expect(index.areas(containing: FixedPoint(x: 500, y: 140)).map(\.name) == ["middle", "large"])
  }

  @Test("thousands of areas at one place take bounded memory and are listed as far as an answer goes")
  func pile() {
    let same = (0..<3_000).map { square("\($0)", 0, 0, 10_000_000) }
    let nested = (0..<1_000).map { square("n\($0)", 20_000_000 + Int32($0), Int32($0), 10_000_000 - 2 * Int32($0)) }
    let (index, list) = (AreaIndex(same + nested), AreaList(same + nested))
    for (x, y) in [(5_000_000, 5_000_000), (20_000_500, 5_000_000), (20_000_050, 5_000_000)] as [(Int32, Int32)] {
      let point = FixedPoint(x: x, y: y)
      #expect(list.areas(containing: point) == index.areas(containing: point))
    }
    #expect(index.areas(containing: FixedPoint(x: 5_000_000, y: 5_000_000)).count == LayerAreas.mostAreas)
    #expect(index.areas(containing: FixedPoint(x: 20_000_500, y: 5_000_000)).count == LayerAreas.mostAreas)
    #expect(index.areas(containing: FixedPoint(x: 20_000_050, y: 5_000_000)).count == 50)
    var bytes = 0
    index.forEachCell { _, cell in bytes += cell.count }
    #expect(bytes < 4_000 * 4 * 400)
  }

  @Test("no areas, and areas without extent, contain nothing")
  func empty() {
    #expect(AreaIndex([]).areas(containing: FixedPoint(x: 0, y: 0)).isEmpty)
    let flat = OwnArea(
      label: LayerArea(name: "flat"),
      polygons: [[[FixedPoint(x: 0, y: 5), FixedPoint(x: 9, y: 5), FixedPoint(x: 4, y: 5)]], []])
    #expect(AreaIndex([flat]).areas(containing: FixedPoint(x: 4, y: 5)).isEmpty)
    #expect(AreaList([flat]).areas(containing: FixedPoint(x: 4, y: 5)).isEmpty)
    #expect(AreaList([]).areas(containing: FixedPoint(x: 4, y: 5)).isEmpty)
  }

  @Test("the whole world is an area, also at its ends")
  func world() {
    let (x, y) = (Globe.halfTurn, Globe.pole)
    let ring = [(-x, -y), (x, -y), (x, y), (-x, y)].map { FixedPoint(x: $0.0, y: $0.1) }
    let index = AreaIndex([OwnArea(label: LayerArea(name: "all"), polygons: [[ring]])])
    for point in [(0, 0), (-x + 1, -y + 1), (x, y - 1), (-x + 1, y - 1), (0, y), (0, -y)] {
      #expect(index.areas(containing: FixedPoint(x: point.0, y: point.1)).count == 1)
    }
  }

  @Test("damaged bytes of a cell are told or give other areas, and no more")
  func damage() {
    var random = SeededGenerator(seed: 3)
    let areas = (0..<30).map { star("\($0)", around: FixedPoint(x: 100, y: 100), reach: 90_000, &random) }
    AreaIndex(areas).forEachCell { key, bytes in
      for _ in 0..<40 {
        var damaged = bytes
        for _ in 0..<3 {
          damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        let cell = AreaCell(key: UInt64(bitPattern: key))
        damaged.withUnsafeBufferPointer { damaged in
          _ = cell.forEachArea(containing: FixedPoint(x: 90, y: 120), damaged) { _ in }
        }
      }
    }
  }

  @Test("properties are kept in a store as they are")
  func properties() {
    var area = LayerArea(
      name: "a", properties: ["price": .number(12.5), "tier": .text("gold; \"x\""), "open": .flag(true)])
    let stored = area.storedProperties
    let properties = area.properties
    area.properties = [:]
    area.storedProperties = stored
    #expect(area.properties == properties)
    #expect(LayerArea(name: "b").storedProperties == nil)
  }
}
