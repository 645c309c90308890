@testable import GeoMap
import Testing

@Suite("The clusters in sight")
struct ClusterListTests {
  @Test("a cluster is found by key and id until it is removed; numbers are not used again, and the order is by key")
  func clusters() {
    var list = ClusterList()
    func add(_ row: Int) -> Cluster {
      let root = CellKey(column: 1, row: row)
      return list.add(
        ClusterKey(group: 1, quarterLevel: 8, root: root), ClusterSolver.Found(root: root),
        ClusterAnnotation(memberIDs: [.number(1), .number(2)]))
    }
    let (south, north) = (add(7), add(3))
    #expect(list[south.id] === south && list[north.key] === north && list.sorted.map(\.number) == [2, 1])
    list.hidden = [south.key]
    list.remove(south)
    #expect(list[south.id] == nil && list.count == 1 && list.hidden.isEmpty)
    let third = add(7)
    #expect(third.number == 3)
  }
}
