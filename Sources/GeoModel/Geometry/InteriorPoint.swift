/// A point that certainly lies inside a polygon, near its middle.
public enum InteriorPoint {
  /// The center of mass of the first ring if it lies inside the polygon; otherwise the middle of the polygon's widest
  /// stretch on the center's latitude.
  public static func of(_ rings: [ArraySlice<FixedPoint>]) -> FixedPoint? {
    guard let outer = rings.first, let first = outer.first else { return nil }
    let center = centroid(of: outer) ?? first
    let stretches = stretches(of: rings, atDoubledY: Int64(center.y) * 2 + 1)
    let x = Double(center.x)
    if stretches.contains(where: { $0.from <= x && x <= $0.to }) { return center }
    guard let widest = stretches.max(by: { $0.width < $1.width }) else { return center }
    return FixedPoint(x: Int32(clamping: Int64(widest.middle.rounded())), y: center.y)
  }

  /// The middle of the widest stretch of all polygons, each measured on the latitude halfway up. That latitude is moved
  /// halfway between the next corners above and below, so that it meets none.
  ///
  /// PostGIS returns the same point, to the last digit for areas of one polygon, and so do other servers of Nominatim's
  /// API.
  ///
  /// - Returns: nil for an area without extent.
  package static func halfwayUp(_ polygons: [[[FixedPoint]]]) -> FixedPoint? {
    var best: (width: Double, point: FixedPoint)?
    for polygon in polygons {
      let doubledY = doubledMiddleLatitude(of: polygon)
      for stretch in stretches(of: polygon.map { $0[...] }, atDoubledY: doubledY) where stretch.width > best?.width ?? 0
      {
        best = (
          stretch.width, FixedPoint(x: Int32(stretch.middle.rounded()), y: Int32((Double(doubledY) / 2).rounded()))
        )
      }
    }
    return best?.point
  }

  /// The polygons that contain a point, such as the mainland of a country with islands on the other side of the globe;
  /// all polygons where none does.
  package static func parts(of polygons: [[[FixedPoint]]], around point: FixedPoint) -> [[[FixedPoint]]] {
    let around = polygons.filter { polygon in
      stretches(of: polygon.map { $0[...] }, atDoubledY: Int64(point.y) * 2 + 1)
        .contains { $0.from <= Double(point.x) && Double(point.x) <= $0.to }
    }
    return around.isEmpty ? polygons : around
  }

  /// Twice the latitude in the middle of a polygon, chosen so that no corner lies on it.
  private static func doubledMiddleLatitude(of polygon: [[FixedPoint]]) -> Int64 {
    let box = FixedBox(around: polygon.first ?? [])
    guard box.minY < box.maxY else { return Int64(box.minY) * 2 }
    let doubledMiddle = Int64(box.minY) + Int64(box.maxY)
    var (below, above) = (box.minY, box.maxY)
    for point in polygon.joined() {
      if Int64(point.y) * 2 <= doubledMiddle { below = max(below, point.y) } else { above = min(above, point.y) }
    }
    return Int64(below) + Int64(above)
  }

  /// The center of mass of a ring; nil when it has no area. For a ring that crosses itself it can lie far outside, as
  /// the parts cancel each other; the middle of the ring's box replaces it then.
  private static func centroid(of ring: ArraySlice<FixedPoint>) -> FixedPoint? {
    let moments = moments(of: ring)
    guard let origin = ring.first, moments.doubledArea != 0 else { return nil }
    let tripled = 3 * moments.doubledArea
    let x = (Double(origin.x) + moments.x / tripled).rounded()
    let y = (Double(origin.y) + moments.y / tripled).rounded()
    let box = FixedBox(around: ring)
    guard x >= Double(box.minX), x <= Double(box.maxX), y >= Double(box.minY), y <= Double(box.maxY) else {
      return box.middle
    }
    return FixedPoint(x: Int32(x), y: Int32(y))
  }

  /// Twice the area of a closed ring, positive when it runs counterclockwise, and six times its first moments, in
  /// square and cubic units. Corners are relative to the first one, to keep precision.
  package static func moments(of ring: ArraySlice<FixedPoint>) -> (doubledArea: Double, x: Double, y: Double) {
    guard let origin = ring.first else { return (0, 0, 0) }
    var sum = (area: 0.0, x: 0.0, y: 0.0)
    var a = LocalPoint(x: 0, y: 0)
    for point in ring.dropFirst() {
      let b = LocalPoint(point, from: origin)
      let cross = a.x * b.y - b.x * a.y
      sum.area += cross
      sum.x += (a.x + b.x) * cross
      sum.y += (a.y + b.y) * cross
      a = b
    }
    return (sum.area, sum.x, sum.y)
  }

  /// A part of a line of latitude that lies inside a polygon.
  private struct Stretch {
    var from: Double
    var to: Double
    var width: Double { to - from }
    var middle: Double { (from + to) / 2 }
  }

  /// The parts of a latitude that lie inside the rings, from west to east. No corner may lie on the latitude.
  private static func stretches(of rings: [ArraySlice<FixedPoint>], atDoubledY y: Int64) -> [Stretch] {
    var crossings: [Double] = []
    for ring in rings {
      guard var from = ring.first else { continue }
      for to in ring.dropFirst() {
        let (low, high) = (Int64(from.y) * 2 - y, Int64(to.y) * 2 - y)
        if (low > 0) != (high > 0) {
          crossings.append(Double(from.x) + (Double(to.x) - Double(from.x)) * Double(-low) / Double(high - low))
        }
        from = to
      }
    }
    crossings.sort()
    return stride(from: 0, to: crossings.count - 1, by: 2).map { Stretch(from: crossings[$0], to: crossings[$0 + 1]) }
  }
}
