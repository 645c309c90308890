import GeoModel

/// A place where somebody stayed.
package struct TrackStop: Sendable {
  /// The middle of the points there.
  package var coordinate: Coordinate
  /// When it began, in seconds since 1970.
  package var seconds: Double
  /// How long it was, in seconds.
  package var duration: Double

  /// `stop 12 min at 465 10th Street`; hours where it was longer than two.
  package func text(at place: String?) -> String {
    let minutes = Int((duration / 60).rounded())
    let length = minutes < 120 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    return "stop \(length)" + (place.map { " at \($0)" } ?? "")
  }
}

/// Finds the places where somebody stayed, in the points of a track with times.
///
/// Points belong to a stop while they are within some meters of the middle of those before. A single one that is farther off is noise.
package struct StopFinder {
  /// Points of a stop are at most so far from its middle.
  private static let radiusMeters = 50.0

  private struct Stay {
    let origin: FixedPoint
    let start: Double
    var end: Double
    /// In the meters of a projection around the origin.
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

  /// How long a stop takes at least, in seconds.
  private let minimum: Double
  private var stay: Stay?
  /// The stay that the last point began, which was off the one before.
  private var next: Stay?

  /// - Parameter minimumSeconds: how long a stop takes at least.
  package init(minimumSeconds: Double) { minimum = minimumSeconds }

  /// Takes the next point, whose time is not before that of the one before.
  ///
  /// - Returns: a stop that has ended.
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

  /// The stop that the track ends with; nil when it does not.
  package func finish() -> TrackStop? {
    guard let stay, stay.end - stay.start >= minimum else { return nil }
    let middle = LocalPoint(x: stay.sum.x / stay.count, y: stay.sum.y / stay.count)
    return TrackStop(
      coordinate: Coordinate(LocalProjection(origin: stay.origin).unproject(middle)), seconds: stay.start,
      duration: stay.end - stay.start)
  }
}
