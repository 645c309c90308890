import GeoModel

/// A line parallel to another.
enum ParallelLine {
  /// Returns the line at a distance, vertex for vertex.
  ///
  /// At a corner, a vertex moves by the distance along the bisector, and is thus a little nearer to the segments.
  ///
  /// - Parameter meters: the distance to the left of the line's direction, negative to the right. It must be far less
  ///   than the length of segments, or the line crosses itself in bends.
  static func line(_ line: [FixedPoint], leftBy meters: Double) -> [FixedPoint] {
    var direction = LocalPoint(x: 0, y: 0)
    return line.indices.map { index in
      let projection = LocalProjection(origin: line[index])
      let before = index > 0 ? projection.project(line[index - 1]) : LocalPoint(x: 0, y: 0)
      let after = index + 1 < line.count ? projection.project(line[index + 1]) : LocalPoint(x: 0, y: 0)
      let (coming, going) = (unit(-before.x, -before.y), unit(after.x, after.y))
      let middle = unit(coming.x + going.x, coming.y + going.y)
      // If the line turns back or stands still, the previous direction is kept.
      if middle.x != 0 || middle.y != 0 { direction = middle }
      return projection.unproject(LocalPoint(x: -direction.y * meters, y: direction.x * meters))
    }
  }

  /// The vector scaled to length 1; zero for the zero vector.
  private static func unit(_ x: Double, _ y: Double) -> LocalPoint {
    let length = (x * x + y * y).squareRoot()
    return length > 0 ? LocalPoint(x: x / length, y: y / length) : LocalPoint(x: 0, y: 0)
  }
}
