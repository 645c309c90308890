import GeoMapLayer

/// A line with a grade for each point, the greatest tolerance that keeps it (Douglas and Peucker).
///
/// So simplifying it again for another tolerance takes one pass.
///
/// 1. A section is split at its point farthest from the straight line between its ends. That point does not depend on
///    the tolerance; only whether the section is split does.
/// 2. So a point is kept if it, and all points at which the line was split before it, are farther away than the
///    tolerance. The least of these distances is its grade.
/// 3. Some lines, such as combs, lose only one point with each split, and all the others are examined again. Sections
///    deeper than ``deepest`` are split in the middle instead, and the middle point takes the farthest point's
///    distance. So the work is n log n.
struct GradedLine {
  /// The line without repeated points.
  private let line: [MapGridPoint]
  /// The squared distance up to which a point is left out; 0 for points that are never kept.
  private var grades: [Double]
  /// The most splits before a point is reached. Real lines need a few dozen.
  private static let deepest = 128

  /// Grades a line.
  ///
  /// - Parameter least: the least tolerance that will be used.
  init(_ points: [MapGridPoint], least: Double) {
    line = GradedLine.withoutRepetition(points)
    guard line.count > 2 else {
      grades = []
      return
    }
    grades = [Double](repeating: 0, count: line.count)
    grades[0] = .infinity
    grades[line.count - 1] = .infinity
    grades.withUnsafeMutableBufferPointer { grades in
      line.withUnsafeBufferPointer { GradedLine.grade($0, least * least, &grades) }
    }
  }

  /// The points that a tolerance keeps. It must not be less than the least one.
  func points(tolerance: Double) -> [MapGridPoint] {
    guard line.count > 2 else { return line }
    let limit = tolerance * tolerance
    return [MapGridPoint](unsafeUninitializedCapacity: grades.count { $0 > limit }) { kept, count in
      for (position, grade) in grades.enumerated() where grade > limit {
        kept.initializeElement(at: count, to: line[position])
        count += 1
      }
    }
  }

  private static func grade(
    _ line: UnsafeBufferPointer<MapGridPoint>, _ limit: Double, _ grades: inout UnsafeMutableBufferPointer<Double>
  ) {
    var open: [(Int, Int, depth: Int)] = []
    open.reserveCapacity(16)
    open.append((0, line.count - 1, 0))
    while let (from, to, depth) = open.popLast() {
      var (farthest, distance) = (0, limit)
      for index in from + 1..<max(from + 1, to) {
        let here = squaredDistance(line[index], line[from], line[to])
        if here > distance { (farthest, distance) = (index, here) }
      }
      guard farthest > 0 else { continue }
      if depth >= deepest { farthest = (from + to) / 2 }
      grades[farthest] = min(distance, grades[from], grades[to])
      open.append((from, farthest, depth + 1))
      open.append((farthest, to, depth + 1))
    }
  }

  private static func withoutRepetition(_ points: [MapGridPoint]) -> [MapGridPoint] {
    var line: [MapGridPoint] = []
    line.reserveCapacity(points.count)
    for point in points where point != line.last { line.append(point) }
    return line
  }

  @inline(__always) private static func squaredDistance(
    _ point: MapGridPoint, _ from: MapGridPoint, _ to: MapGridPoint
  ) -> Double {
    let (dx, dy) = (Double(to.x - from.x), Double(to.y - from.y))
    let (px, py) = (Double(point.x - from.x), Double(point.y - from.y))
    let length = dx * dx + dy * dy
    guard length > 0 else { return px * px + py * py }
    let part = max(0, min(1, (px * dx + py * dy) / length))
    let (ex, ey) = (px - part * dx, py - part * dy)
    return ex * ex + ey * ey
  }
}
