import GeoModel

/// A line beside another one.
enum ParallelLine {
  /// The line at a distance, vertex for vertex; at a corner it is moved along the middle of the two directions, and so stands a little nearer there.
  ///
  /// - Parameter meters: to the left of the line's direction, negative to the right. Far less than the length of its segments, as it would cross itself in bends.
  static func line(_ line: [FixedPoint], leftBy meters: Double) -> [FixedPoint] {
    var direction = LocalPoint(x: 0, y: 0)
    return line.indices.map { index in
      let projection = LocalProjection(origin: line[index])
      let before = index > 0 ? projection.project(line[index - 1]) : LocalPoint(x: 0, y: 0)
      let after = index + 1 < line.count ? projection.project(line[index + 1]) : LocalPoint(x: 0, y: 0)
      let (coming, going) = (unit(-before.x, -before.y), unit(after.x, after.y))
      let middle = unit(coming.x + going.x, coming.y + going.y)
      // Where it turns back, or stands still, the direction before goes on.
      if middle.x != 0 || middle.y != 0 { direction = middle }
      return projection.unproject(LocalPoint(x: -direction.y * meters, y: direction.x * meters))
    }
  }

  /// The vector of length 1; nothing for nothing.
  private static func unit(_ x: Double, _ y: Double) -> LocalPoint {
    let length = (x * x + y * y).squareRoot()
    return length > 0 ? LocalPoint(x: x / length, y: y / length) : LocalPoint(x: 0, y: 0)
  }
}
