import GeoModel

/// Checks whether a watched object exceeds its road's speed limit, without sockets and clocks: the part of a
/// ``LocationWatch`` for speeds.
///
/// It reports the second too fast position in a row, because a single one may have been matched to a neighboring road.
/// It can report again after a position within the limit and tolerance, or when the limit changes.
struct SpeedWatch {
  private let toleranceKilometersPerHour: Double
  /// The number of too fast positions in a row.
  private var count = 0
  /// The limit that they exceed.
  private var limit: Double?

  /// - Parameter tolerance: how far above the limit, in kilometers per hour, a speed must be.
  init(_ tolerance: Double) { toleranceKilometersPerHour = tolerance }

  /// Takes a position; ignores one without a road or a speed.
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
