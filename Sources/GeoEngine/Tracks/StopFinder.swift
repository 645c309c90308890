import GeoModel

/// A place where the track stayed for some time.
package struct TrackStop: Sendable {
  /// The middle of the points there.
  package var coordinate: Coordinate
  /// The start of the stop, in seconds since 1970.
  package var seconds: Double
  /// The duration in seconds.
  package var duration: Double

  /// The stop as text: `stop 12 min at 465 10th Street`; with hours from two hours on.
  package func text(at place: String?) -> String {
    let minutes = Int((duration / 60).rounded())
    let length = minutes < 120 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    return "stop \(length)" + (place.map { " at \($0)" } ?? "")
  }
}

/// Finds the stops in the points of a track with times.
///
/// A point belongs to a stop while it is within ``radiusMeters`` of the middle of the stop's earlier points. A single
/// point farther off is noise.
package struct StopFinder {
  /// The greatest distance of a stop's points from its middle, in meters.
  private static let radiusMeters = 50.0

  private struct Stay {
    let origin: FixedPoint
    let start: Double
    var end: Double
    /// The sum of the points, in meters of a projection around the origin.
    var sum = LocalPoint(x: 0, y: 0)
    var count = 0.0

    init(_ point: FixedPoint, _ seconds: Double) { (origin, start, end, count) = (point, seconds, seconds, 1) }

    mutating func takes(_ point: FixedPoint, _ seconds: Double) -> Bool {
      let place = LocalProjection(origin: origin).project(point)
      let off = LocalPoint(x: place.x - sum.x / count, y: place.y - sum.y / count)
      guard off.squaredLength <= StopFinder.radiusMeters * StopFinder.radiusMeters else { return false }
      sum = LocalPoint(x: sum.x + place.x, y: sum.y + place.y)
      (count, end) = (count + 1, seconds)
      return true
    }
  }

  /// The shortest duration of a stop, in seconds.
  private let minimum: Double
  private var stay: Stay?
  /// The stay that began with the last point, because that point was away from ``stay``.
  private var next: Stay?

  /// Creates a finder without points.
  ///
  /// - Parameter minimumSeconds: the shortest duration of a stop.
  package init(minimumSeconds: Double) { minimum = minimumSeconds }

  /// Takes the next point, whose time is not before the previous one's.
  ///
  /// - Returns: a stop that has ended; nil when none has.
  package mutating func add(_ coordinate: Coordinate, seconds: Double) -> TrackStop? {
    let point = FixedPoint(coordinate)
    if stay?.takes(point, seconds) == true {
      next = nil
      return nil
    }
    guard stay != nil else {
      stay = Stay(point, seconds)
      return nil
    }
    guard next != nil else {
      next = Stay(point, seconds)
      return nil
    }
    let ended = finish()
    if next?.takes(point, seconds) == true {
      (stay, next) = (next, nil)
    } else {
      (stay, next) = (Stay(point, seconds), nil)
    }
    return ended
  }

  /// The stop at the end of the track; nil when there is none.
  package func finish() -> TrackStop? {
    guard let stay, stay.end - stay.start >= minimum else { return nil }
    let middle = LocalPoint(x: stay.sum.x / stay.count, y: stay.sum.y / stay.count)
    return TrackStop(
      coordinate: Coordinate(LocalProjection(origin: stay.origin).unproject(middle)), seconds: stay.start,
      duration: stay.end - stay.start)
  }
}
