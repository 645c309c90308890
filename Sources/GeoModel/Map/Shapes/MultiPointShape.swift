/// A shape of several points in order (`MKMultiPoint`): the base of lines and polygons.
public protocol MultiPointShape: Overlay {
  /// The points, in map points. Points left of 0 or right of the world's width are over the antimeridian.
  var points: [MapPoint] { get }
}

extension MultiPointShape {
  /// The number of points (`MKMultiPoint.pointCount`).
  public var pointCount: Int { points.count }

  /// The points as coordinates (`MKMultiPoint.getCoordinates(_:range:)`).
  public var coordinates: [Coordinate] { points.map(\.coordinate) }

  /// The smallest rectangle around all points.
  public var boundingMapRect: MapRect { MapRect(around: points) }

  /// The position of a point along the line, as a part of its length on the map
  /// (`MKMultiPoint.location(atPointIndex:)`): 0 for the first point, 1 for the last. Where the line has no length,
  /// points count as evenly spread. An index before the first point gives 0, one after the last 1.
  public func location(atPointIndex index: Int) -> Double {
    guard index > 0 else { return 0 }
    guard index < points.count - 1 else { return 1 }
    return locations(at: [index])[0]
  }

  /// ``location(atPointIndex:)`` of several points (`MKMultiPoint.locations(at:)`), with one pass over the line.
  public func locations(at indexes: [Int]) -> [Double] {
    let lengths = MapLine.lengths(points)
    let total = lengths.last ?? 0
    return indexes.map { index in
      guard index > 0 else { return 0 }
      guard index < points.count - 1 else { return 1 }
      return total > 0 ? lengths[index] / total : Double(index) / Double(points.count - 1)
    }
  }
}

/// Measures of lines and rings of map points.
package enum MapLine {
  /// The length of the line up to each point, in map points.
  package static func lengths(_ points: [MapPoint]) -> [Double] {
    var lengths: [Double] = []
    lengths.reserveCapacity(points.count)
    var sum = 0.0
    for (index, point) in points.enumerated() {
      if index > 0 {
        let (dx, dy) = (point.x - points[index - 1].x, point.y - points[index - 1].y)
        sum += (dx * dx + dy * dy).squareRoot()
      }
      lengths.append(sum)
    }
    return lengths
  }

  /// The point halfway along a line; nil for a line without points.
  package static func middle(_ points: [MapPoint]) -> MapPoint? {
    let lengths = lengths(points)
    guard let total = lengths.last, total > 0 else { return points.first }
    let half = total / 2
    let end = lengths.firstIndex { $0 >= half } ?? points.count - 1
    guard end > 0 else { return points.first }
    let part = (half - lengths[end - 1]) / (lengths[end] - lengths[end - 1])
    let (a, b) = (points[end - 1], points[end])
    return MapPoint(x: a.x + part * (b.x - a.x), y: a.y + part * (b.y - a.y))
  }

  /// Twice the area of a ring (positive or negative by its direction), and six times its first moments.
  ///
  /// The sums are computed relative to the first point, to keep precision.
  package static func moments(_ ring: [MapPoint]) -> (area: Double, x: Double, y: Double) {
    guard let origin = ring.first, var last = ring.last else { return (0, 0, 0) }
    var sum = (area: 0.0, x: 0.0, y: 0.0)
    for point in ring {
      let (ax, ay) = (last.x - origin.x, last.y - origin.y)
      let (bx, by) = (point.x - origin.x, point.y - origin.y)
      let cross = ax * by - bx * ay
      sum.area += cross
      sum.x += (ax + bx) * cross
      sum.y += (ay + by) * cross
      last = point
    }
    return (sum.area, sum.x + 3 * origin.x * sum.area, sum.y + 3 * origin.y * sum.area)
  }

  /// Throws for points that are not finite.
  package static func check(_ points: [MapPoint]) throws(ShapeError) {
    if let index = points.firstIndex(where: { !$0.x.isFinite || !$0.y.isFinite }) {
      throw .notANumber(pointAtIndex: index)
    }
  }
}
