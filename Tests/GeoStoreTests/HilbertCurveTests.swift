import GeoModel
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("The order of space")
struct HilbertCurveTests {
  @Test("neighbors on the curve are neighbors on Earth")
  func continuity() {
    var cells: [TileCell] = [.root]
    for _ in 0..<5 { cells = cells.flatMap { cell in (0..<4).map { cell.child($0) } } }
    for (a, b) in zip(cells, cells.dropFirst()) {
      #expect(a.index < b.index)
      let side = UInt32(1) << 27
      let steps = (max(a.x, b.x) - min(a.x, b.x)) / side + (max(a.y, b.y) - min(a.y, b.y)) / side
      #expect(steps == 1)
    }
  }

  @Test("every index is a positive SQLite integer, poles and antimeridian included")
  func positive() {
    for x in [-1_800_000_000, -1, 0, 1_800_000_000] as [Int32] {
      for y in [-900_000_000, 0, 899_999_999, 900_000_000] as [Int32] {
        #expect(HilbertCurve.index(FixedPoint(x: x, y: y)) < 1 << 63)
      }
    }
  }

  @Test("a cell holds its points, by box and by range of indices, and its key names it")
  func cells() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      let point = FixedPoint(
        x: Int32.random(in: -1_800_000_000...1_800_000_000, using: &generator),
        y: Int32.random(in: -900_000_000...900_000_000, using: &generator))
      let level = Int.random(in: 0...TileCell.finestLevel, using: &generator)
      let cell = TileCell(containing: point, level: level)
      let index = HilbertCurve.index(point)
      #expect(cell.box.contains(point) && cell.index <= index && index <= cell.lastIndex)
      #expect(cell.key <= Int64(index) | TileCell.levelMask)
      let again = TileCell(key: cell.key)
      #expect(again.index == cell.index && again.level == level && again.box == cell.box)
    }
  }
}
