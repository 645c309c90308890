import GeoModel
@testable import GeoStoreWriting
import Testing

@testable import GeoStore

/// The order of rows.
struct NumberingTests {
  @Test("what lies at the same point is in the order of its objects, not of the files that they came from")
  func ties() {
    let here = FixedPoint(x: 5, y: 5)
    let objects: [SourceReference?] = [
      SourceReference(type: .node, id: 9), SourceReference(type: .way, id: -3), SourceReference(type: .way, id: 2),
      SourceReference(type: .relation, id: 1), nil,
    ]
    for _ in 0..<10 {
      let records = objects.shuffled()
      let order = StoreNumbering.Order(MappedArray(records), of: { $0 }, at: { _ in here })
      #expect(order.old.map { records[Int($0)] } == objects)
    }
  }

  @Test("what lies elsewhere, and what one object is several times, keeps its order")
  func others() {
    let (a, b) = (SourceReference(type: .node, id: 2), SourceReference(type: .node, id: 1))
    let (here, there) = (FixedPoint(x: 1, y: 1), FixedPoint(x: 900_000_000, y: 500_000_000))
    let objects = [a, a, b]
    let order = StoreNumbering.Order(MappedArray(objects.indices), of: { objects[$0] }, at: { $0 < 2 ? here : there })
    #expect(order.old.filter { $0 != 2 } == [0, 1])
  }
}
