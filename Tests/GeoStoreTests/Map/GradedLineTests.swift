@testable import GeoMapLayer
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("Lines that are simplified again and again")
struct GradedLineTests {
  /// The points that the Douglas-Peucker algorithm keeps between two kept points.
  private func kept(_ line: [MapGridPoint], _ from: Int, _ to: Int, _ tolerance: Double) -> [MapGridPoint] {
    let distances = (from + 1..<max(from + 1, to)).map { (distance(line[$0], line[from], line[to]), $0) }
    guard let most = distances.map(\.0).max(), most > tolerance * tolerance,
      let farthest = distances.first(where: { $0.0 == most })?.1
    else { return [] }
    return kept(line, from, farthest, tolerance) + [line[farthest]] + kept(line, farthest, to, tolerance)
  }

  private func distance(_ p: MapGridPoint, _ a: MapGridPoint, _ b: MapGridPoint) -> Double {
    let (dx, dy) = (Double(b.x - a.x), Double(b.y - a.y))
    let (px, py) = (Double(p.x - a.x), Double(p.y - a.y))
    let length = dx * dx + dy * dy
    guard length > 0 else { return px * px + py * py }
    let part = max(0, min(1, (px * dx + py * dy) / length))
    return (px - part * dx) * (px - part * dx) + (py - part * dy) * (py - part * dy)
  }

  @Test("keep at each tolerance what a line keeps that is simplified for it alone", arguments: [0, 1, 2, 3, 40, 300])
  func tolerances(_ count: Int) {
    var generator = SeededGenerator(seed: UInt64(count) + 1)
    for round in 0..<20 {
      var place = MapGridPoint(x: 0, y: 0)
      var line: [MapGridPoint] = []
      for _ in 0..<count {
        place.x += Int32.random(in: -6...9, using: &generator)
        place.y += Int32.random(in: -6...6, using: &generator)
        if place != line.last { line.append(place) }
      }
      // Some lines end where they begin.
      if round % 4 == 0, let first = line.first, line.last != first { line.append(first) }
      let graded = GradedLine(line.flatMap { [$0, $0] }, least: 1)
      for tolerance in [1, 1.5, 2, 4, 8, 16, 64] {
        let inner = line.count > 2 ? kept(line, 0, line.count - 1, tolerance) : []
        let expected = line.count > 2 ? [line[0]] + inner + [line[line.count - 1]] : line
        #expect(graded.points(tolerance: tolerance) == expected)
        #expect(MapSimplifier.line(line, tolerance: tolerance) == expected)
      }
    }
  }
}
