import GeoModel

/// The nearest place of a line to the query's point, found segment by segment.
struct NearestOnLine {
  /// The square of the distance in square meters; the bound when nothing nearer was found.
  var squaredMeters: Double
  /// The nearest place, in meters from the query's point.
  var place = LocalPoint(x: 0, y: 0)
  /// Position of the segment's first vertex within the line; -1 when nothing nearer than the bound was found.
  var segment = -1

  /// Creates a search that only takes places nearer than a bound.
  @inline(__always) init(squaredBound: Double) { squaredMeters = squaredBound }

  /// Whether something nearer than the bound was found.
  @inline(__always) var isFound: Bool { segment >= 0 }

  /// Visits all segments of a line.
  ///
  /// Skips the division for a segment that lies wholly on one side, farther away than the best so far.
  @inline(__always) mutating func visit(
    _ line: UnsafeBufferPointer<FixedPoint>, _ projection: LocalProjection
  ) {
    guard line.count > 0 else { return }
    var from = projection.project(line[0])
    if line.count == 1 { return take(from, segment: 0) }
    for index in 1..<line.count {
      let to = projection.project(line[index])
      defer { from = to }
      if isBeyond(from.x, to.x) || isBeyond(from.y, to.y) { continue }
      take(from.nearestToOrigin(onSegmentTo: to), segment: index - 1)
    }
  }

  /// Visits the segments of a line that may touch a window around the bound.
  @inline(__always) mutating func visit(
    _ line: UnsafeBufferPointer<FixedPoint>, _ projection: LocalProjection, in window: SearchWindow
  ) {
    guard line.count > 0 else { return }
    var sides = window.sides(of: line[0])
    if line.count == 1, sides == 0 { return take(projection.project(line[0]), segment: 0) }
    for index in 1..<max(1, line.count) {
      let next = window.sides(of: line[index])
      defer { sides = next }
      if sides & next != 0 { continue }
      let (from, to) = (projection.project(line[index - 1]), projection.project(line[index]))
      if isBeyond(from.x, to.x) || isBeyond(from.y, to.y) { continue }
      take(from.nearestToOrigin(onSegmentTo: to), segment: index - 1)
    }
  }

  @inline(__always) private func isBeyond(_ a: Double, _ b: Double) -> Bool {
    (a > 0) == (b > 0) && min(a * a, b * b) > squaredMeters
  }

  @inline(__always) private mutating func take(_ candidate: LocalPoint, segment index: Int) {
    let squared = candidate.squaredLength
    guard squared < squaredMeters else { return }
    squaredMeters = squared
    place = candidate
    segment = index
  }
}

/// The square around a circle in whole units, which skips what is far away by comparing integers only.
struct SearchWindow {
  private var minX: Int32, minY: Int32, maxX: Int32, maxY: Int32

  /// The window of a circle around the origin of a projection.
  ///
  /// - Parameter meters: the radius, 0 or more; infinite for a window of everything.
  @inline(__always) init(around projection: LocalProjection, meters: Double) {
    let origin = projection.origin
    // Rounded outwards, so that the window covers the whole circle.
    let height = SearchWindow.units(meters, LocalProjection.unitsPerMeterY)
    minY = Int32(clamping: Int64(origin.y) - height)
    maxY = Int32(clamping: Int64(origin.y) + height)
    let width = SearchWindow.units(meters, projection.unitsPerMeterX)
    // A segment over the antimeridian has longitudes of both signs: near it and near the poles all longitudes count.
    let comparesX = abs(Int64(origin.x)) + width <= SearchWindow.farthestX && abs(origin.y) <= SearchWindow.farthestY
    minX = comparesX ? Int32(Int64(origin.x) - width) : .min
    maxX = comparesX ? Int32(Int64(origin.x) + width) : .max
  }

  /// Ten degrees before the antimeridian and five before the poles. Ten degrees are at least 97 km, and no segment is
  /// long enough to reach from there over the antimeridian.
  private static let farthestX = Int64(Globe.halfTurn) - 100_000_000
  private static let farthestY = Globe.pole - 50_000_000

  @inline(__always) private static func units(_ meters: Double, _ perMeter: Double) -> Int64 {
    Int64(min(meters * perMeter * 1.000_001, 4e9)) + 1
  }

  /// The sides of the window on which a point lies, one bit each; 0 for a point inside. A segment whose ends share a
  /// side does not touch the window.
  @inline(__always) func sides(of point: FixedPoint) -> UInt8 {
    (point.x < minX ? 1 : 0) | (point.x > maxX ? 2 : 0) | (point.y < minY ? 4 : 0) | (point.y > maxY ? 8 : 0)
  }

  /// The window as a box.
  var box: FixedBox { FixedBox(minX: minX, minY: minY, maxX: maxX, maxY: maxY) }

  /// Whether a box lies wholly on one side of the window, so that nothing in it touches the window.
  @inline(__always) func misses(_ box: FixedBox) -> Bool {
    box.maxX < minX || box.minX > maxX || box.maxY < minY || box.minY > maxY
  }
}
