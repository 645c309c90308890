import GeoModel

/// Whether a watched thing is faster than its road allows, without sockets and clocks: the part of a ``LocationWatch`` that knows speeds.
///
/// It is told at the second position in a row that is too fast: a single one may have been put on the road beside. It is told again after a position
/// within the limit, or where another limit holds.
struct SpeedWatch {
  private let toleranceKilometersPerHour: Double
  /// How many positions in a row were too fast.
  private var count = 0
  /// The limit that was exceeded at them.
  private var limit: Double?

  /// - Parameter tolerance: by how many kilometers per hour it must be faster.
  init(_ tolerance: Double) { toleranceKilometersPerHour = tolerance }

  /// Takes a position; one that is on no road, or does not say how fast it is, says nothing.
  mutating func update(_ road: PlacemarkRoad?, _ fix: WireFix) -> WatchEvent? {
    guard let road, let speed = fix.speedMetersPerSecond else { return nil }
    let allowed = road.maxSpeed?.kilometersPerHour
    if allowed != limit { (limit, count) = (allowed, 0) }
    guard let allowed, speed * 3.6 > allowed + toleranceKilometersPerHour else {
      count = 0
      return nil
    }
    count += 1
    return count == 2 ? .didExceedSpeedLimit(road, metersPerSecond: speed, timestamp: fix.timestamp) : nil
  }
}
