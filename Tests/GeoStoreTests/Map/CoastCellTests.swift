@testable import GeoMapLayer
@testable import GeoStoreWriting
import Testing

@testable import GeoStore

/// Coastlines have land on their left; y grows to the south.
@Suite("A coast in a square")
struct CoastCellTests {
  private static let side: Int32 = 100

  private static func line(_ points: (Int32, Int32)...) -> [MapGridPoint] {
    points.map { MapGridPoint(x: $0.0, y: $0.1) }
  }

  /// Twice the area of rings, minus that of rings in the other direction.
  private static func area(_ rings: [[MapGridPoint]]) -> Int64 {
    rings.reduce(0) { $0 + MapRings.doubledArea($1) } / 2
  }

  private static func check(_ cell: CoastCell, sea: Int64, edges: [Bool?]) {
    #expect(area(cell.rings(ofSea: true)) == sea)
    #expect(area(cell.rings(ofSea: false)) == sea - 10_000, "land and sea fill the square")
    #expect(cell.edgeIsSea == edges)
  }

  @Test("a coast from west to east has land in the north")
  func straight() {
    let cell = CoastCell([Self.line((0, 30), (100, 30))], extent: Self.side)
    Self.check(cell, sea: 7_000, edges: [false, nil, true, nil])
    let back = CoastCell([Self.line((100, 30), (0, 30))], extent: Self.side)
    Self.check(back, sea: 3_000, edges: [true, nil, false, nil])
  }

  @Test("a strait between two coasts, and a coast cut to pieces")
  func strait() {
    let cell = CoastCell(
      [
        Self.line((60, 20), (100, 20)), Self.line((0, 20), (30, 20)), Self.line((100, 70), (0, 70)),
        Self.line((30, 20), (60, 20)),
      ], extent: Self.side)
    Self.check(cell, sea: 5_000, edges: [false, nil, false, nil])
    #expect(!cell.isTorn)
  }

  @Test("an island in the sea, a sea in the land, an island in a bay")
  func rings() {
    let island = Self.line((20, 20), (20, 40), (40, 40), (40, 20), (20, 20))
    Self.check(CoastCell([island], extent: Self.side), sea: 9_600, edges: [true, true, true, true])
    Self.check(CoastCell([island.reversed()], extent: Self.side), sea: 400, edges: [false, false, false, false])
    let bay = CoastCell([Self.line((100, 50), (0, 50)), island], extent: Self.side)
    Self.check(bay, sea: 4_600, edges: [true, nil, false, nil])
  }

  @Test("a cape that leaves a square and comes back at the same edge")
  func cape() {
    let cell = CoastCell([Self.line((0, 40), (50, 40), (50, 60), (0, 60))], extent: Self.side)
    Self.check(cell, sea: 1_000, edges: [false, false, false, nil])
    let other = CoastCell([Self.line((0, 60), (50, 60), (50, 40), (0, 40))], extent: Self.side)
    Self.check(other, sea: 9_000, edges: [true, true, true, nil])
  }

  @Test("a coast that ends in the square is led to the nearest edge, and known to be torn")
  func torn() {
    let cell = CoastCell([Self.line((0, 30), (95, 30))], extent: Self.side)
    #expect(cell.isTorn)
    #expect(Self.area(cell.rings(ofSea: true)) == 7_000)
  }

  @Test("a coast that ends in the square goes where it leaves houses on land")
  func witnesses() {
    let houses = Self.line((80, 90), (90, 80), (60, 70))
    let cell = CoastCell([Self.line((0, 30), (50, 30))], extent: Self.side, onLand: houses)
    #expect(houses.allSatisfy { !MapRings.contains(cell.rings(ofSea: true), $0) })
    #expect(MapRings.contains(cell.rings(ofSea: true), MapGridPoint(x: 20, y: 60)))
  }

  @Test("of a square of torn shreds only the nearest edges are looked at, whatever its houses")
  func shreds() {
    let shreds = (0..<Int32(CoastCell.mostStretchesToWeigh) + 1).map { Self.line((30, 10 + $0), (50, 10 + $0)) }
    let houses = Self.line((80, 90), (90, 80), (60, 70))
    let cell = CoastCell(shreds, extent: Self.side, onLand: houses)
    #expect(cell.isTorn)
    #expect(cell.rings(ofSea: true) == CoastCell(shreds, extent: Self.side).rings(ofSea: true))
  }
}
