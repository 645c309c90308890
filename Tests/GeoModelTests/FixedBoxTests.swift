import GeoModel
import Testing

@Suite("Boxes")
struct FixedBoxTests {
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
