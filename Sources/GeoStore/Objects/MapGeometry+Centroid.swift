import GeoModel

extension MapGeometry {
  /// The point that stands for the shape: the point itself, the place halfway along a line, a point inside the largest polygon.
  var centroid: FixedPoint {
    switch self {
    case .point(let point): point
    case .line(let line): MapGeometry.middle(of: line)
    case .polygons(let polygons): MapGeometry.inside(polygons)
    }
  }

  private static func middle(of line: [FixedPoint]) -> FixedPoint {
    guard let first = line.first else { return FixedPoint(x: 0, y: 0) }
    let projection = LocalProjection(origin: first)
    let points = line.map { projection.project($0) }
    let lengths = zip(points, points.dropFirst()).map { from, to in
      LocalPoint(x: to.x - from.x, y: to.y - from.y).squaredLength.squareRoot()
    }
    var rest = lengths.reduce(0, +) / 2
    for (position, length) in lengths.enumerated() {
      if rest <= length {
        let (from, to) = (points[position], points[position + 1])
        let fraction = length > 0 ? rest / length : 0
        return projection.unproject(
          LocalPoint(x: from.x + (to.x - from.x) * fraction, y: from.y + (to.y - from.y) * fraction))
      }
      rest -= length
    }
    return first
  }

  private static func inside(_ polygons: [[[FixedPoint]]]) -> FixedPoint {
    let largest = polygons.count == 1 ? polygons.first : polygons.max { area($0) < area($1) }
    guard let rings = largest, let first = rings.first?.first else { return FixedPoint(x: 0, y: 0) }
    return InteriorPoint.of(rings.map { $0[...] }) ?? first
  }

  /// Twice the area of a polygon's outer ring in square units, for comparison only.
  private static func area(_ rings: [[FixedPoint]]) -> Double {
    guard let ring = rings.first, let origin = ring.first else { return 0 }
    var sum = 0.0
    for (from, to) in zip(ring, ring.dropFirst()) {
      let (ax, ay) = (Double(from.x) - Double(origin.x), Double(from.y) - Double(origin.y))
      let (bx, by) = (Double(to.x) - Double(origin.x), Double(to.y) - Double(origin.y))
      sum += ax * by - bx * ay
    }
    return abs(sum)
  }
}
