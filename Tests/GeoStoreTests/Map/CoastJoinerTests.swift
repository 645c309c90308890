@testable import GeoMapLayer
import GeoModel
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

/// Coastlines have land on their left; y grows to the south.
///
/// The world layer's coast runs from west to east, with land in the north.
@Suite("Coasts of an extract go over into that of the world")
struct CoastJoinerTests {
  private static let grid = MapGrid(level: MapCell.finestLevel)
  private static let origin = grid.point(place(0, 0))
  private static let side = grid.extent

  private static func place(_ east: Int32, _ north: Int32) -> FixedPoint {
    FixedPoint(x: 95_000_000 + east, y: 471_000_000 + north)
  }

  /// A point this many hundredths of a square east and south of the center of the world layer's coast.
  private static func point(_ x: Int32, _ y: Int32) -> MapGridPoint {
    MapGridPoint(x: origin.x + x * side / 100, y: origin.y + y * side / 100)
  }

  private static func join(_ lines: [[MapGridPoint]]) -> CoastJoiner {
    var content = StoreContent()
    content.area(
      "Sea", level: 0, kind: .ocean, isCoarse: true,
      ring: [(-9, 0), (9, 0), (9, -9), (-9, -9), (-9, 0)].map { place($0.0 * 1_000_000, $0.1 * 1_000_000) })
    let world = WorldCoast(content, around: lines, grid)
    return CoastJoiner(lines, world: world, grid) { _, _ in [] }
  }

  @Test("a gap that another coastline does not cross is closed, and one that it crosses is not")
  func gap() {
    let (west, east) = ([Self.point(-300, 100), Self.point(-10, 100)], [Self.point(10, 100), Self.point(300, 100)])
    let bridge = [Self.point(-10, 100), Self.point(10, 100)]
    #expect(Self.join([west, east]).own.contains(bridge))
    let islet = [Self.point(0, 90), Self.point(3, 95), Self.point(0, 110), Self.point(-3, 95), Self.point(0, 90)]
    #expect(Self.join([west, east, islet]).own.contains(bridge), "a closed coastline is an island and not asked")
    let cape = [Self.point(0, 500), Self.point(0, -20), Self.point(5, -20), Self.point(5, 500)]
    #expect(!Self.join([west, east, cape]).own.contains(bridge))
  }

  @Test("the nearest beginning is taken first, whatever the order of the coastlines", arguments: [false, true])
  func nearest(isReversed: Bool) {
    var lines = (0..<6).map { number in
      let west = Int32(number) * 50
      return [Self.point(west, 100), Self.point(west + 40, 100)]
    }
    if isReversed { lines.reverse() }
    let joined = Self.join(lines)
    for number in 0..<5 {
      let west = Int32(number) * 50
      #expect(joined.own.contains([Self.point(west + 40, 100), Self.point(west + 50, 100)]), "\(number)")
    }
    #expect(joined.own.count == 6 + 5 + 2, "the first and the last one go over into the coast of the world")
    #expect(joined.beyond.count == 2)
  }

  @Test("of many loose ends in one place, each is tried with some only, the nearest first")
  func many() {
    var asked: [Int: [Int]] = [:]
    let pairs = CoastJoiner.pairs(500, 500) { end, start in
      Double(abs(end - start))
    } isJoined: { end, start in
      asked[end, default: []].append(start)
      return false
    }
    #expect(pairs.isEmpty)
    #expect(asked.count == 500)
    #expect(asked.values.allSatisfy { $0.count == 32 })
    #expect(asked[100]?.prefix(3) == [100, 99, 101])
  }

  @Test("who is joined is asked no more")
  func free() {
    var asked = 0
    let pairs = CoastJoiner.pairs(40, 40) { end, start in
      Double(abs(end - start))
    } isJoined: { _, _ in
      asked += 1
      return true
    }
    #expect(pairs.map(\.end) == Array(0..<40))
    #expect(pairs.map(\.start) == Array(0..<40))
    #expect(asked == 40)
  }
}
