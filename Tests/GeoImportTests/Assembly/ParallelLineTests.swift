import GeoModel
import Testing

@testable import GeoImport

struct ParallelLineTests {
  private let origin = FixedPoint(x: 95_000_000, y: 471_000_000)

  /// The parallel of a line, both in meters, rounded.
  private func beside(_ line: [(Double, Double)], leftBy meters: Double) -> [[Int]] {
    let projection = LocalProjection(origin: origin)
    let points = line.map { projection.unproject(LocalPoint(x: $0.0, y: $0.1)) }
    return ParallelLine.line(points, leftBy: meters).map {
      let point = projection.project($0)
      return [Int(point.x.rounded()), Int(point.y.rounded())]
    }
  }

  @Test("left of a line to the north is west, and right of it east")
  func sides() {
    #expect(beside([(0, 0), (0, 100)], leftBy: 5) == [[-5, 0], [-5, 100]])
    #expect(beside([(0, 0), (0, 100)], leftBy: -5) == [[5, 0], [5, 100]])
    #expect(beside([(0, 0), (-100, 0)], leftBy: 5) == [[0, -5], [-100, -5]])
  }

  @Test("a corner moves along the middle of its two directions")
  func corner() {
    #expect(beside([(0, 0), (0, 100), (100, 100)], leftBy: 10) == [[-10, 0], [-7, 107], [100, 110]])
  }

  @Test("where a line turns back or stands still, it goes on as before")
  func turns() {
    #expect(beside([(0, 0), (0, 100), (0, 0)], leftBy: 5) == [[-5, 0], [-5, 100], [5, 0]])
    #expect(beside([(0, 0), (0, 0), (0, 100)], leftBy: 5) == [[0, 0], [-5, 0], [-5, 100]])
    #expect(beside([(0, 0), (0, 0)], leftBy: 5) == [[0, 0], [0, 0]])
  }

  @Test("across the antimeridian and at a pole it stays on the Earth")
  func ends() {
    let line = [FixedPoint(x: 1_799_999_990, y: 0), FixedPoint(x: -1_799_999_990, y: 0)]
    #expect(ParallelLine.line(line, leftBy: 1).allSatisfy { abs($0.x) > 1_799_999_000 && (80...100).contains($0.y) })
    let pole = [FixedPoint(x: 0, y: 900_000_000), FixedPoint(x: 0, y: 899_999_000)]
    #expect(ParallelLine.line(pole, leftBy: 1).count == 2)
  }
}
