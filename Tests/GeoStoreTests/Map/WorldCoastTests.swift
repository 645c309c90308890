@testable import GeoMapLayer
import GeoModel
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("The coast of the world layer")
struct WorldCoastTests {
  @Test("around a sharp cape is sea, whatever stretch of the coast comes first", arguments: [false, true])
  func cape(isReversed: Bool) {
    // Land comes down from the north and ends in the center, three times as long as wide.
    func place(_ east: Int32, _ north: Int32) -> FixedPoint {
      FixedPoint(x: 95_000_000 + east * 1_000, y: 471_000_000 + north * 1_000)
    }
    var ring = [
      (0, 0), (100, 300), (9_000, 300), (9_000, -9_000), (-9_000, -9_000), (-9_000, 300), (-100, 300), (0, 0),
    ]
    if isReversed { ring.reverse() }
    var content = StoreContent()
    content.area("Sea", level: 0, kind: .ocean, isCoarse: true, ring: ring.map { place(Int32($0.0), Int32($0.1)) })
    let grid = MapGrid(level: MapCell.finestLevel)
    let coast = WorldCoast(content, around: [[grid.point(place(0, 0))]], grid)
    let reach = Double(grid.extent) * 4
    for (east, north) in [(0, -30), (30, 0), (-30, 0), (30, -8), (-30, -8), (30, -20), (-30, -20), (30, 50), (-30, 50)]
    {
      #expect(coast.isSea(at: grid.point(place(Int32(east), Int32(north))), within: reach) == true, "\(east) \(north)")
    }
    for (east, north) in [(0, 30), (15, 60), (-15, 60)] {
      #expect(coast.isSea(at: grid.point(place(Int32(east), Int32(north))), within: reach) == false, "\(east) \(north)")
    }
    #expect(coast.isSea(at: grid.point(place(0, -800)), within: reach) == nil, "too far")
  }
}
