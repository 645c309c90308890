import GeoModel
import GeoStore

/// The house number at a place of an `addr:interpolation` stretch: the one nearest along the line, and where it stands.
public struct InterpolatedNumber {
  /// The number, as it would be written.
  public var text: String
  /// Where it stands on the line.
  public var place: FixedPoint

  /// The number nearest to the origin of a projection; nil when the ends of the stretch do not form a ``HouseNumberRange``, or it
  /// has no line.
  public init?(on stretch: StoredInterpolation, nearestTo projection: LocalProjection) {
    let line = MeasuredLine(stretch.line, projection)
    guard let range = HouseNumberRange(from: stretch.first, to: stretch.last, step: stretch.step),
      let part = line.fractionNearestToOrigin
    else { return nil }
    let nearest = range.nearest(toPart: part)
    text = nearest.text
    place = projection.unproject(line.place(at: nearest.part))
  }
}

/// A line in meters with its length.
struct MeasuredLine {
  private let points: [LocalPoint]
  private let lengthMeters: Double

  init(_ line: [FixedPoint], _ projection: LocalProjection) {
    points = line.map(projection.project)
    lengthMeters = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  /// The part of the length up to the place nearest to the origin, 0 to 1; nil for a line without points.
  var fractionNearestToOrigin: Double? {
    guard let first = points.first else { return nil }
    guard lengthMeters > 0 else { return 0 }
    var best = (squared: first.squaredLength, length: 0.0)
    var walked = 0.0
    for (from, to) in zip(points, points.dropFirst()) {
      let nearest = from.nearestToOrigin(onSegmentTo: to)
      if nearest.squaredLength < best.squared {
        best = (nearest.squaredLength, walked + from.distance(to: nearest))
      }
      walked += from.distance(to: to)
    }
    return best.length / lengthMeters
  }

  /// The place at a part of the length.
  func place(at fraction: Double) -> LocalPoint {
    var rest = fraction * lengthMeters
    for (from, to) in zip(points, points.dropFirst()) {
      let length = from.distance(to: to)
      if rest <= length, length > 0 {
        let part = rest / length
        return LocalPoint(x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y))
      }
      rest -= length
    }
    return points.last ?? LocalPoint(x: 0, y: 0)
  }
}

extension LocalPoint {
  /// Meters to another place of the same projection.
  func distance(to other: LocalPoint) -> Double {
    LocalPoint(x: other.x - x, y: other.y - y).squaredLength.squareRoot()
  }
}
