/// A point that certainly lies inside a polygon, near its middle.
public enum InteriorPoint {
  /// The center of mass of the first ring if it lies inside, else the middle of the widest stretch of the polygon on the
  /// center's latitude.
  public static func of(_ rings: [ArraySlice<FixedPoint>]) -> FixedPoint? {
    guard let outer = rings.first, let first = outer.first else { return nil }
    let center = centroid(of: outer) ?? first
    let crossings = crossings(of: rings, atDoubledY: Int64(center.y) * 2 + 1)
    let x = Double(center.x)
    var widest = (width: -1.0, middle: x)
    for index in stride(from: 0, to: crossings.count - 1, by: 2) {
      if crossings[index] <= x && x <= crossings[index + 1] { return center }
      let width = crossings[index + 1] - crossings[index]
      if width > widest.width { widest = (width, (crossings[index] + crossings[index + 1]) / 2) }
    }
    return FixedPoint(x: Int32(clamping: Int64(widest.middle.rounded())), y: center.y)
  }

  /// The center of mass of a ring; nil when it has no area. Sums are taken from the first corner to keep their digits.
  private static func centroid(of ring: ArraySlice<FixedPoint>) -> FixedPoint? {
    guard let origin = ring.first else { return nil }
    var (area, sumX, sumY) = (0.0, 0.0, 0.0)
    var (ax, ay) = (0.0, 0.0)
    for point in ring.dropFirst() {
      let (bx, by) = (Double(point.x) - Double(origin.x), Double(point.y) - Double(origin.y))
      let cross = ax * by - bx * ay
      area += cross
      sumX += (ax + bx) * cross
      sumY += (ay + by) * cross
      (ax, ay) = (bx, by)
    }
    guard area != 0 else { return nil }
    return FixedPoint(
      x: Int32(clamping: Int64((Double(origin.x) + sumX / (3 * area)).rounded())),
      y: Int32(clamping: Int64((Double(origin.y) + sumY / (3 * area)).rounded())))
  }

  /// Sorted longitudes at which the rings pass a latitude that lies between two whole ones, so that no corner is on it.
  private static func crossings(of rings: [ArraySlice<FixedPoint>], atDoubledY y: Int64) -> [Double] {
    var result: [Double] = []
    for ring in rings {
      guard var from = ring.first else { continue }
      for to in ring.dropFirst() {
        let (low, high) = (Int64(from.y) * 2 - y, Int64(to.y) * 2 - y)
        if (low > 0) != (high > 0) {
          result.append(Double(from.x) + (Double(to.x) - Double(from.x)) * Double(-low) / Double(high - low))
        }
        from = to
      }
    }
    return result.sorted()
  }
}
