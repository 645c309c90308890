import GeoCSV
import GeoEngine
import GeoModel
import GeoSupport

/// Passes the rows of each vehicle to a matcher or a stop finder of its own, and reports the results.
final class TrackDesk {
  /// A result.
  enum News {
    /// A row is matched. The street is the name or number of its way; nil when it has neither, or there is no way.
    case row(TrackRow, MatchedPoint, street: String?)
    /// A vehicle stayed at a place.
    case stop(TrackStop, vehicle: String)
  }

  /// The limit of simultaneous vehicles. Beyond it, the tracks of half of them are ended, least recently seen first.
  private static let mostVehicles = 2_048

  /// One vehicle.
  private struct Vehicle {
    let matcher: TrackMatcher
    var stops: StopFinder
    /// The rows that are not matched yet, in order.
    var waiting: [TrackRow] = []
    /// The number of its last row.
    var lastRow = 0
    /// The time of its last row that was used.
    var newest = -Double.infinity
  }

  private let roads: TrackRoads
  private let stopSeconds: Double?
  private let recordsPath: Bool
  private let tell: (News) throws -> Void
  private var vehicles: [String: Vehicle] = [:]
  private var row = 0

  /// - Parameters:
  ///   - stopSeconds: the minimum duration of a stop; nil to match rows instead of finding stops.
  ///   - recordsPath: whether to fill ``MatchedPoint/Place/passed``.
  ///   - tell: receives the results; those of one vehicle come in order.
  /// - Throws: an error that describes the problem with the store.
  init(
    _ engine: PlacemarkEngine, _ profile: TrackProfile, stopSeconds: Double? = nil, recordsPath: Bool = false,
    tell: @escaping (News) throws -> Void
  ) throws {
    roads = try engine.trackRoads(profile)
    (self.stopSeconds, self.recordsPath, self.tell) = (stopSeconds, recordsPath, tell)
  }

  /// Takes the next rows.
  func take(_ rows: [TrackRow]) throws {
    for next in rows {
      row += 1
      var vehicle = try vehicles.removeValue(forKey: next.vehicle) ?? newVehicle()
      vehicle.lastRow = row
      if stopSeconds != nil { try lookForStop(next, &vehicle) } else { try match(next, &vehicle) }
      vehicles[next.vehicle] = vehicle
    }
  }

  /// Ends all tracks.
  func finish() throws {
    try end(vehicles.keys.sorted { (vehicles[$0]?.lastRow ?? 0) < (vehicles[$1]?.lastRow ?? 0) })
    try roads.confirm()
  }

  // MARK: Vehicles

  private func newVehicle() throws -> Vehicle {
    if vehicles.count >= TrackDesk.mostVehicles {
      let names = vehicles.sorted { $0.value.lastRow < $1.value.lastRow }.map(\.key)
      try end(Array(names.prefix(TrackDesk.mostVehicles / 2)))
    }
    return Vehicle(
      matcher: TrackMatcher(roads: roads, recordsPath: recordsPath),
      stops: StopFinder(minimumSeconds: stopSeconds ?? 0))
  }

  private func end(_ names: [String]) throws {
    for name in names {
      guard var vehicle = vehicles.removeValue(forKey: name) else { continue }
      if stopSeconds != nil {
        if let stop = vehicle.stops.finish() { try tell(.stop(stop, vehicle: name)) }
      } else {
        try tell(vehicle.matcher.finish(), &vehicle)
      }
    }
  }

  // MARK: Rows

  private func match(_ row: TrackRow, _ vehicle: inout Vehicle) throws {
    vehicle.waiting.append(row)
    try tell(
      vehicle.matcher.add(
        TrackPoint(
          latitude: row.coordinate?.latitude ?? .nan, longitude: row.coordinate?.longitude ?? .nan,
          seconds: row.seconds,
          accuracyMeters: row.accuracyMeters)), &vehicle)
  }

  private func tell(_ matched: [MatchedPoint], _ vehicle: inout Vehicle) throws {
    for (row, point) in zip(vehicle.waiting, matched) {
      try tell(.row(row, point, street: try point.place.flatMap { try roads.street(of: $0.way) }))
    }
    vehicle.waiting.removeFirst(matched.count)
  }

  private func lookForStop(_ row: TrackRow, _ vehicle: inout Vehicle) throws {
    guard let coordinate = row.coordinate, let seconds = row.seconds, seconds >= vehicle.newest
    else {
      return
    }
    vehicle.newest = seconds
    if let stop = vehicle.stops.add(coordinate, seconds: seconds) { try tell(.stop(stop, vehicle: row.vehicle)) }
  }
}
