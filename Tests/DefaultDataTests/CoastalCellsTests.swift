import GeoTestKit
import Testing

@testable import make_default_data

@Suite("Counties reach over their coast")
struct CoastalCellsTests {
  /// An area with these corners, in hundredths of a degree.
  private func area(_ code: String, _ corners: (Int32, Int32)...) -> Boundary {
    let points = corners.map { GridPoint(x: $0.0 * 100_000, y: $0.1 * 100_000) }
    return GridCutter.offGrid(Boundary(tags: ["ISO3166-2": code], lines: [points + [points[0]]]))
  }

  /// A western county with a slanted southern coast and an eastern county, in a state that reaches into the sea.
  private var counties: [Boundary] {
    [area("W", (0, 0), (30, 7), (30, 50), (0, 50)), area("E", (30, 7), (61, 3), (60, 50), (30, 50))]
  }
  private var state: Boundary { area("S", (-100, -100), (200, -100), (200, 100), (-100, 100)) }

  private func extended(_ counties: [Boundary], in states: [Boundary]) -> [Boundary] {
    let cells = CoastalCells(
      counties, regionOfArea: counties.map { _ in "S" }, regions: RegionLookup(states))
    return zip(counties, cells.additions(count: counties.count)).map { county, lines in
      let cut = county.lines.flatMap { line in zip(line, line.dropFirst()).map { GridCutter.cut(Edge($0, $1)) } }
      return Boundary(tags: county.tags, lines: cut + lines)
    }
  }

  @Test("land keeps its county, water near the coast gets one, and no point has two")
  func everyPoint() {
    let before = counties
    let after = extended(before, in: [state])
    var gained = 0
    for x in stride(from: Int32(-1_000_000), to: 7_000_000, by: 70_001) {
      for y in stride(from: Int32(-1_000_000), to: 6_000_000, by: 70_003) {
        let point = GridPoint(x: x, y: y)
        let land = before.map { $0.contains(point) }
        let now = after.map { $0.contains(point) }
        if land.contains(true) { #expect(now == land) } else { #expect(now.filter { $0 }.count <= 1) }
        if !land.contains(true) && now.contains(true) { gained += 1 }
      }
    }
    #expect(gained > 100)
    #expect(after[0].contains(GridPoint(x: 1_000_000, y: 50_000)))
    #expect(!after[0].contains(GridPoint(x: 1_000_000, y: -900_000)))
  }

  @Test("outside of its state a county gains nothing")
  func noState() {
    let before = counties
    #expect(CoastalCells(before, regionOfArea: ["S", "S"], regions: RegionLookup([])).additions(count: 2) == [[], []])
  }

  @Test("the lines that are added close")
  func closed() {
    for lines in CoastalCells(counties, regionOfArea: ["S", "S"], regions: RegionLookup([state])).additions(count: 2) {
      #expect(!lines.isEmpty)
      #expect(CoastalCells.isClosed(lines.map { Edge($0[0], $0[1]) }))
    }
  }

  @Test("corners are moved off the lines of the grid, also west of Greenwich")
  func offGrid() {
    for index in [Int32(-7), -1, 0, 1, 7] {
      let line = GridCutter.line(index)
      #expect(GridCutter.index(line) == index)
      #expect(GridCutter.index(line - 1) == index - 1)
      #expect(GridCutter.offGrid(line) == line + 100)
      #expect(GridCutter.offGrid(line + 100) == line + 100)
    }
  }

  @Test("an edge is cut at each line that it crosses, in order")
  func cut() {
    let edge = Edge(GridPoint(x: 0, y: 0), GridPoint(x: 1_000_000, y: 500_000))
    let points = GridCutter.cut(edge)
    #expect(points.first == edge.low && points.last == edge.high)
    #expect(points.count == 2 + 5 + 3)
    #expect(zip(points, points.dropFirst()).allSatisfy { $0.x <= $1.x && $0.y <= $1.y })
  }
}
