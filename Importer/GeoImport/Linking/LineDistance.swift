import GeoModel

/// Distances to lines.
enum LineDistance {
  /// The square of the distance in square metres from the projection's origin to a line.
  static func squaredMeters(_ projection: LocalProjection, to line: some Collection<FixedPoint>) -> Double {
    guard let first = line.first else { return .infinity }
    var from = projection.project(first)
    var least = from.squaredLength
    for point in line.dropFirst() {
      let to = projection.project(point)
      least = min(least, from.nearestToOrigin(onSegmentTo: to).squaredLength)
      from = to
    }
    return least
  }
}
