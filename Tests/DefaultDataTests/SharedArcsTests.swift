import GeoTestKit
import Testing

@testable import make_default_data

@Suite("Borders become shared arcs")
struct SharedArcsTests {
  /// A closed line through corners, in whole degrees.
  private func ring(_ corners: (Int32, Int32)...) -> [GridPoint] {
    let points = corners.map { GridPoint(x: $0.0 * 10_000_000, y: $0.1 * 10_000_000) }
    return points + [points[0]]
  }

  private func boundary(_ lines: [GridPoint]...) -> Boundary { Boundary(tags: [:], lines: lines) }

  @Test("the border between two neighbors is stored once, for both")
  func sharedBorder() {
    let west = boundary(ring((0, 0), (1, 0), (1, 1), (0, 1)))
    let east = boundary(ring((1, 0), (2, 0), (2, 1), (1, 1)))
    let arcs = SharedArcs([west, east]).arcs
    #expect(arcs.count == 3)
    #expect(arcs.filter { $0.owners == [0, 1] }.map(\.points.count) == [2])
    #expect(arcs.filter { $0.owners == [0] }.map(\.points.count) == [4])
    #expect(arcs.filter { $0.owners == [1] }.map(\.points.count) == [4])
  }

  @Test("an island is one closed arc")
  func island() {
    let arcs = SharedArcs([boundary(ring((5, 5), (6, 5), (6, 6)))]).arcs
    #expect(arcs.count == 1)
    #expect(arcs[0].points.first == arcs[0].points.last && arcs[0].points.count == 4)
  }

  @Test("a line there and back again vanishes")
  func spike() {
    var line = ring((0, 0), (1, 0), (1, 1), (0, 1))
    let tip = GridPoint(x: 50_000_000, y: 50_000_000)
    line += [tip, line[0]]
    let arcs = SharedArcs([boundary(line)]).arcs
    #expect(arcs.flatMap(\.points).contains(tip) == false)
    #expect(arcs.count == 1)
  }

  @Test("a state and its country share the outer border")
  func nested() {
    let square = ring((0, 0), (1, 0), (1, 1), (0, 1))
    let arcs = SharedArcs([boundary(square), boundary(square)]).arcs
    #expect(arcs.map(\.owners) == [[0, 1]])
  }

  @Test("the arcs of an area still close to the same area")
  func sameArea() {
    let country = boundary(ring((0, 0), (3, 0), (3, 3), (0, 3)), ring((1, 1), (2, 1), (2, 2), (1, 2)))
    let enclave = boundary(ring((1, 1), (2, 1), (2, 2), (1, 2)))
    let arcs = SharedArcs([country, enclave]).arcs
    let again = Boundary(tags: [:], lines: arcs.filter { $0.owners.contains(0) }.map(\.points))
    for x in stride(from: Int32(-5_000_000), through: 35_000_000, by: 4_000_000) {
      for y in stride(from: Int32(-5_000_000), through: 35_000_000, by: 4_000_000) {
        let point = GridPoint(x: x, y: y)
        #expect(again.contains(point) == country.contains(point))
      }
    }
    #expect(!country.contains(GridPoint(x: 15_000_000, y: 15_000_000)))
    #expect(enclave.contains(GridPoint(x: 15_000_000, y: 15_000_000)))
  }
}
