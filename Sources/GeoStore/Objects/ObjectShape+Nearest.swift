import GeoModel

// How the nearest point of a shape is found:
// 1. Within a polygon it is the query point itself. The test is the usual one: even-odd, counting edges strictly west
//    of the point.
// 2. Otherwise it is the nearest point of all edges, in the meters of a projection around the query point.
// 3. Long lines and rings have a box for every 32 edges. Boxes farther away than the best point so far are skipped.
extension ObjectShape {
  /// The nearest point within a distance; nil when no part of the shape is that near.
  ///
  /// - Parameters:
  ///   - projection: the projection around the query point, in meters.
  ///   - limit: the square of the distance in meters.
  func nearest(
    _ projection: LocalProjection, within limit: Double
  ) -> (point: LocalPoint, squaredMeters: Double)? {
    points.withUnsafeBufferPointer { points in
      if form == .polygons || form == .boundary, box.contains(projection.origin), contains(projection.origin, points) {
        return (LocalPoint(x: 0, y: 0), 0)
      }
      var best: (point: LocalPoint, squaredMeters: Double)?
      for part in parts { nearest(part, projection, points, limit, &best) }
      return best
    }
  }

  private func nearest(
    _ part: Part, _ projection: LocalProjection, _ points: UnsafeBufferPointer<FixedPoint>, _ limit: Double,
    _ best: inout (point: LocalPoint, squaredMeters: Double)?
  ) {
    let last = Int(part.points.upperBound) - 1
    if part.runs.isEmpty {
      return ObjectShape.nearest(points, Int(part.points.lowerBound), through: last, projection, limit, &best)
    }
    for run in part.runs {
      let near = projection.project(runs[Int(run)].nearest(to: projection.origin)).squaredLength
      if near > min(limit, best?.squaredMeters ?? .infinity) { continue }
      let start = Int(part.points.lowerBound) + Int(run - part.runs.lowerBound) * ObjectShape.runLength
      ObjectShape.nearest(points, start, through: min(start + ObjectShape.runLength, last), projection, limit, &best)
    }
  }

  /// Examines consecutive edges, or a single vertex.
  private static func nearest(
    _ points: UnsafeBufferPointer<FixedPoint>, _ start: Int, through end: Int, _ projection: LocalProjection,
    _ limit: Double, _ best: inout (point: LocalPoint, squaredMeters: Double)?
  ) {
    guard start <= end else { return }
    var from = projection.project(points[start])
    var (bound, nearest) = (min(limit, best?.squaredMeters ?? .infinity), best?.point)
    if start == end, from.squaredLength <= bound { best = (from, from.squaredLength) }
    guard start < end else { return }
    for position in start + 1...end {
      let to = projection.project(points[position])
      let candidate = from.nearestToOrigin(onSegmentTo: to)
      let squared = candidate.squaredLength
      if squared <= bound { (bound, nearest) = (squared, candidate) }
      from = to
    }
    if let nearest { best = (nearest, nearest.squaredLength) }
  }

  /// Whether a point is inside an odd number of rings.
  private func contains(_ point: FixedPoint, _ points: UnsafeBufferPointer<FixedPoint>) -> Bool {
    var inside = false
    for part in parts {
      let (first, last) = (Int(part.points.lowerBound), Int(part.points.upperBound) - 1)
      if part.runs.isEmpty {
        if ObjectShape.crosses(points, first, through: last, westOf: point) { inside.toggle() }
        continue
      }
      for run in part.runs {
        let box = runs[Int(run)]
        guard box.minY <= point.y, box.maxY > point.y, box.minX < point.x else { continue }
        let start = first + Int(run - part.runs.lowerBound) * ObjectShape.runLength
        let end = min(start + ObjectShape.runLength, last)
        if ObjectShape.crosses(points, start, through: end, westOf: point) { inside.toggle() }
      }
    }
    return inside
  }

  /// Whether an odd number of consecutive edges crosses the point's latitude west of it.
  private static func crosses(
    _ points: UnsafeBufferPointer<FixedPoint>, _ start: Int, through end: Int, westOf point: FixedPoint
  ) -> Bool {
    guard start < end else { return false }
    var isOdd = false
    var from = points[start]
    for position in start + 1...end {
      let to = points[position]
      if (from.y > point.y) != (to.y > point.y), Tile.crossesWest(from, to, of: point) { isOdd.toggle() }
      from = to
    }
    return isOdd
  }
}
