import Foundation
import GeoModel
import GeoStore
import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoEngine

@Suite("Against a slow oracle, on random content") struct OracleComparisons {
  private static let west = 95_000_000
  private static let south = 471_000_000
  /// About 4.4 km in each direction.
  private static let extent = 400_000

  /// - Parameter west: the western edge of the area, which may cross the antimeridian.
  private func randomPoint(
    _ random: inout SeededGenerator, west: Int = OracleComparisons.west, south: Int = OracleComparisons.south
  ) -> FixedPoint {
    let x = west + Int.random(in: 0..<OracleComparisons.extent, using: &random)
    return FixedPoint(
      x: Int32(x > 1_800_000_000 ? x - 3_600_000_000 : x),
      y: Int32(south + Int.random(in: 0..<OracleComparisons.extent, using: &random)))
  }

  @Test(
    "the nearest street is nearest, at 300 random points, also on both sides of the antimeridian and far north",
    arguments: [
      (1, OracleComparisons.west, OracleComparisons.south), (2, OracleComparisons.west, OracleComparisons.south),
      (3, 1_799_800_000, OracleComparisons.south), (4, OracleComparisons.west, 780_000_000),
    ] as [(UInt64, Int, Int)])
  func nearestStreet(seed: UInt64, west: Int, south: Int) throws {
    var random = SeededGenerator(seed: seed)
    var content = StoreContent()
    var lines: [[FixedPoint]] = []
    for index in 0..<(seed == 1 ? 40 : 400) {
      var line = [randomPoint(&random, west: west, south: south)]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let last = line.last!
        let step = Int32(20_000)
        // Lines end at the antimeridian, as in the map.
        let x = last.x + Int32.random(in: -step...step, using: &random)
        line.append(
          FixedPoint(
            x: max(-1_800_000_000, min(1_800_000_000, x)), y: last.y + Int32.random(in: -step...step, using: &random)))
      }
      lines.append(line)
      content.streets.append(
        StreetRecord(
          source: SourceReference(type: .way, id: Int64(index)), name: content.names.intern("Street \(index)"),
          isReference: false, kind: .residential, isArea: false, layer: 0, postalCode: nil,
          line: content.addLine(line)))
    }
    let store = try TemporaryStore(content)
    let engine = try PlacemarkEngine(database: store.path)
    for _ in 0..<300 {
      let point = randomPoint(&random, west: west, south: south)
      let expected = SlowOracle.meters(from: Coordinate(point), to: lines)
      let found = try? engine.placemarks(for: PlacemarkQuery(coordinate: Coordinate(point))).first
      if let found {
        // Within its reach, the engine's plane differs from the sphere by less than a thousandth.
        #expect(abs(found.distanceMeters - expected) <= 0.02 + expected * 0.001)
      } else {
        #expect(expected > Reach.street * 0.999)
      }
    }
  }

  @Test(
    "the listed areas are exactly those that contain the point, at 1,000 random points", arguments: [4, 5] as [UInt64])
  func containingAreas(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var content = StoreContent()
    var areas: [(name: String, rings: [[FixedPoint]])] = []
    for index in 0..<60 {
      let center = randomPoint(&random)
      let radius = Double.random(in: 2_000...120_000, using: &random)
      var rings = [star(center, radius, &random)]
      // A star's inner radius is at least 0.4 of the outer one, so a hole of a third lies within.
      if index % 3 == 0 { rings.append(star(center, radius / 3, &random)) }
      areas.append(("Area \(index)", rings))
      content.areas.append(
        AreaRecord(
          source: SourceReference(type: .relation, id: Int64(index)), kind: .administrative,
          level: UInt8(3 + index % 8),
          name: content.names.intern("Area \(index)"), placeKind: nil, countryCode: nil, subdivisionCode: nil,
          population: 0, labelPlace: nil, timeZone: nil, isCoarse: false, rings: content.addPolygons([rings])))
    }
    let store = try TemporaryStore(content)
    let engine = try PlacemarkEngine(database: store.path)
    for _ in 0..<1_000 {
      let point = randomPoint(&random)
      let expected = areas.filter { SlowOracle.contains(point, rings: $0.rings) }.map(\.name)
      var query = PlacemarkQuery(coordinate: Coordinate(point))
      query.includesAreas = true
      let listed = (try? engine.placemarks(for: query).first?.areas?.map(\.name)) ?? []
      #expect(listed.sorted() == expected.sorted())
    }
  }

  /// A closed ring around a center, whose radius jumps between 0.4 and 1 of the given one.
  private func star(_ center: FixedPoint, _ radius: Double, _ random: inout SeededGenerator) -> [FixedPoint] {
    let count = Int.random(in: 5...60, using: &random)
    var ring = (0..<count).map { index in
      let angle = Double(index) / Double(count) * 2 * .pi
      let length = radius * Double.random(in: 0.4...1, using: &random)
      return FixedPoint(x: center.x + Int32(cos(angle) * length), y: center.y + Int32(sin(angle) * length))
    }
    ring.append(ring[0])
    return ring
  }
}
