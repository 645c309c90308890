import GeoModel

/// A point that surely lies within an area, near its middle.
///
/// 1. A line of latitude is laid through the middle of the area, halfway between the vertices next above and next below, so
///    that it meets none.
/// 2. The widest stretch of it inside the area is taken, over all polygons; its middle is the point.
///
/// It is the point that other servers of this API answer with, to the last digit for areas of one polygon.
enum MiddleOfArea {
  /// The point; nil for an area without extent.
  static func of(_ polygons: [[[FixedPoint]]]) -> FixedPoint? {
    var best: (width: Double, point: FixedPoint)?
    for polygon in polygons {
      guard let found = widest(polygon), found.width > best?.width ?? 0 else { continue }
      best = found
    }
    return best?.point
  }

  /// The widest stretch of one polygon, in 1e-7 degree, and its middle; nil when it has no extent.
  private static func widest(_ polygon: [[FixedPoint]]) -> (width: Double, point: FixedPoint)? {
    let y = scanLatitude(polygon)
    var crossings: [Double] = []
    for ring in polygon {
      for (from, to) in zip(ring, ring.dropFirst()) where (Double(from.y) > y) != (Double(to.y) > y) {
        let part = (y - Double(from.y)) / (Double(to.y) - Double(from.y))
        crossings.append(Double(from.x) + part * (Double(to.x) - Double(from.x)))
      }
    }
    crossings.sort()
    var best: (width: Double, point: FixedPoint)?
    for index in stride(from: 0, to: crossings.count - 1, by: 2) {
      let width = crossings[index + 1] - crossings[index]
      guard width > best?.width ?? 0 else { continue }
      let x = (crossings[index] + crossings[index + 1]) / 2
      best = (width, FixedPoint(x: Int32(x.rounded()), y: Int32(y.rounded())))
    }
    return best
  }

  /// The latitude in the middle that no vertex lies on, in 1e-7 degree.
  private static func scanLatitude(_ polygon: [[FixedPoint]]) -> Double {
    var (low, high) = (Int32.max, Int32.min)
    for point in polygon.first ?? [] { (low, high) = (min(low, point.y), max(high, point.y)) }
    guard low < high else { return Double(low) }
    let middle = (Double(low) + Double(high)) / 2
    var (below, above) = (Double(low), Double(high))
    for point in polygon.joined() {
      let y = Double(point.y)
      if y <= middle { below = max(below, y) } else { above = min(above, y) }
    }
    return (below + above) / 2
  }
}
