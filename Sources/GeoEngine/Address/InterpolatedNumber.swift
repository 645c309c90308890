import GeoModel
import GeoStore

/// The house number of an interpolated stretch that is nearest to a point along the line, and its place.
package struct InterpolatedNumber {
  /// The number as text.
  package var text: String
  /// The number's place on the line.
  package var place: FixedPoint

  /// The number nearest to a point; nil when the ends of the stretch do not form a ``HouseNumberRange``, or when the
  /// stretch has no line.
  package init?(on stretch: StoredInterpolation, nearestTo point: FixedPoint) {
    let line = MeasuredLine(stretch.line, from: point)
    guard let range = HouseNumberRange(from: stretch.first, to: stretch.last, step: stretch.step),
      let part = line.fractionNearestToOrigin
    else { return nil }
    let nearest = range.nearest(toPart: part)
    text = nearest.text
    let place = line.place(at: nearest.part)
    self.place = FixedPoint(
      x: Globe.longitude(Int64((Double(point.x) + place.x).rounded())),
      y: Int32((Double(point.y) + place.y).rounded()))
  }
}

/// A line with its length, in units of 1e-7 degree around a point.
///
/// Numbers are spread evenly over degrees, not meters, as PostGIS does in `ST_LineLocatePoint` and
/// `ST_LineInterpolatePoint`. That puts them where other geocoders do.
struct MeasuredLine {
  private let points: [LocalPoint]
  private let length: Double

  init(_ line: [FixedPoint], from origin: FixedPoint) {
    points = line.map {
      LocalPoint(
        x: Double(Globe.shortWay(Int64($0.x) - Int64(origin.x))), y: Double($0.y) - Double(origin.y))
    }
    length = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  /// The part of the length up to the place nearest to the origin, 0 to 1; nil for a line without points.
  var fractionNearestToOrigin: Double? {
    guard let first = points.first else { return nil }
    guard length > 0 else { return 0 }
    var best = (squared: first.squaredLength, length: 0.0)
    var walked = 0.0
    for (from, to) in zip(points, points.dropFirst()) {
      let nearest = from.nearestToOrigin(onSegmentTo: to)
      if nearest.squaredLength < best.squared {
        best = (nearest.squaredLength, walked + from.distance(to: nearest))
      }
      walked += from.distance(to: to)
    }
    return best.length / length
  }

  /// The place at a part of the length.
  func place(at fraction: Double) -> LocalPoint {
    var rest = fraction * length
    for (from, to) in zip(points, points.dropFirst()) {
      let step = from.distance(to: to)
      if rest <= step, step > 0 {
        let part = rest / step
        return LocalPoint(x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y))
      }
      rest -= step
    }
    return points.last ?? LocalPoint(x: 0, y: 0)
  }
}

extension LocalPoint {
  /// The distance to another place.
  func distance(to other: LocalPoint) -> Double {
    LocalPoint(x: other.x - x, y: other.y - y).squaredLength.squareRoot()
  }
}
