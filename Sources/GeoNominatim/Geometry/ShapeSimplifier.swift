import GeoModel
import GeoStore

/// Removes vertices from a shape that are within a tolerance of the remaining lines, in the plane of degrees.
///
/// 1. A stretch of a line becomes one segment if all its vertices are within the tolerance of the segment (Douglas and
///    Peucker). Otherwise it is divided at the farthest vertex.
/// 2. A segment that would cross another part of the shape is rejected: rings stay rings, and holes stay inside. This
///    compares every candidate with every segment, so it is skipped for shapes with more than ``mostSegments``.
/// 3. Rings keep at least four vertices, lines two. The ends of a line and the first vertex of a ring stay.
struct ShapeSimplifier {
  /// The square of the tolerance, which is in 1e-7 degree.
  private let squaredTolerance: Double
  /// The current segments: simplified for finished stretches, as mapped for the others.
  private var obstacles: [Segment] = []

  /// With more segments, the comparisons could take over half a second.
  private static let mostSegments = 20_000

  /// The segment between two neighboring vertices.
  private struct Segment {
    var from: FixedPoint
    var to: FixedPoint
    var isGone = false
  }

  /// Creates a simplifier for one shape.
  private init(toleranceDegrees: Double) {
    let tolerance = toleranceDegrees * FixedPoint.unitsPerDegree
    squaredTolerance = tolerance * tolerance
  }

  /// Simplifies a shape.
  ///
  /// - Parameter toleranceDegrees: 0 leaves the shape as it is.
  static func simplify(_ shape: MapGeometry, toleranceDegrees: Double) -> MapGeometry {
    guard toleranceDegrees > 0 else { return shape }
    var simplifier = ShapeSimplifier(toleranceDegrees: toleranceDegrees)
    switch shape {
    case .point: return shape
    case .line(let line): return .line(simplifier.simplify([line], minimum: 2)[0])
    case .polygons(let polygons):
      let counts = polygons.map(\.count)
      var rings = simplifier.simplify(polygons.flatMap { $0 }, minimum: 4)[...]
      return .polygons(
        counts.map { count in
          defer { rings = rings.dropFirst(count) }
          return Array(rings.prefix(count))
        })
    }
  }

  /// Simplifies all lines of a shape in order. Each one sees the results for those before it.
  private mutating func simplify(_ lines: [[FixedPoint]], minimum: Int) -> [[FixedPoint]] {
    var starts: [Int] = []
    for line in lines {
      starts.append(obstacles.count)
      for (from, to) in zip(line, line.dropFirst()) { obstacles.append(Segment(from: from, to: to)) }
    }
    return zip(lines, starts).map { line, start in simplify(line, firstSegment: start, minimum) }
  }

  /// Simplifies one line or ring by the rules of this type.
  private mutating func simplify(_ line: [FixedPoint], firstSegment: Int, _ minimum: Int) -> [FixedPoint] {
    guard line.count > minimum else { return line }
    var kept = [line[0]]
    // A list replaces recursion, because borders have tens of thousands of vertices.
    var stretches = [(first: 0, last: line.count - 1, depth: 0)]
    while let stretch = stretches.popLast() {
      let (farthest, squared) = farthest(in: line, stretch.first, stretch.last)
      // While the result has too few vertices, stretches that the minimum needs must stay divided.
      let hasEnough = kept.count + stretches.count + 1 >= minimum || stretch.depth + 1 >= minimum
      let range = firstSegment + stretch.first..<firstSegment + stretch.last
      if stretch.last == stretch.first + 1
        || hasEnough && squared <= squaredTolerance && isFree(line[stretch.first], line[stretch.last], except: range)
      {
        flatten(range, line[stretch.first], line[stretch.last])
        kept.append(line[stretch.last])
      } else {
        stretches.append((farthest, stretch.last, stretch.depth + 1))
        stretches.append((stretch.first, farthest, stretch.depth + 1))
      }
    }
    return kept
  }

  /// The vertex of a stretch that is farthest from the segment between its ends.
  private func farthest(in line: [FixedPoint], _ first: Int, _ last: Int) -> (index: Int, squared: Double) {
    var best = (index: first + (last - first) / 2, squared: -1.0)
    guard last > first + 1 else { return (first, 0) }
    for index in first + 1..<last {
      let squared = PlaneGeometry.nearest(to: line[index], line[first], line[last]).squaredLength
      if squared > best.squared { best = (index, squared) }
    }
    return best
  }

  // MARK: Crossings

  /// Replaces a stretch by one segment.
  private mutating func flatten(_ range: Range<Int>, _ from: FixedPoint, _ to: FixedPoint) {
    for index in range { obstacles[index].isGone = true }
    obstacles[range.lowerBound] = Segment(from: from, to: to)
  }

  /// Whether a segment crosses nothing but the stretch that it replaces; always true above ``mostSegments``.
  private func isFree(_ from: FixedPoint, _ to: FixedPoint, except range: Range<Int>) -> Bool {
    if obstacles.count > ShapeSimplifier.mostSegments { return true }
    let box = FixedBox(around: [from, to])
    for (index, other) in obstacles.enumerated() where !other.isGone && !range.contains(index) {
      var otherBox = FixedBox(other.from)
      otherBox.formUnion(other.to)
      if box.intersects(otherBox), ShapeSimplifier.crosses(from, to, other.from, other.to) { return false }
    }
    return true
  }

  /// Whether two segments cross at a point inside both of them.
  private static func crosses(_ a: FixedPoint, _ b: FixedPoint, _ c: FixedPoint, _ d: FixedPoint) -> Bool {
    side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
  }

  /// 1 if a point lies left of a line, -1 if right, 0 if on it.
  private static func side(_ from: FixedPoint, _ to: FixedPoint, _ point: FixedPoint) -> Int {
    let left = (Int64(to.x) - Int64(from.x)) * (Int64(point.y) - Int64(from.y))
    let right = (Int64(to.y) - Int64(from.y)) * (Int64(point.x) - Int64(from.x))
    return left == right ? 0 : left > right ? 1 : -1
  }
}
