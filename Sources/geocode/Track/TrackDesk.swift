import GeoCSV
import GeoEngine
import GeoModel
import GeoSupport

/// Hands the rows of each vehicle to a matcher of its own, or to a finder of stops, and what comes of them to the writer.
final class TrackDesk {
  /// So many vehicles are under way at once; the ones that were heard of least recently end their tracks when there are more.
  private static let mostVehicles = 2_048

  /// One vehicle.
  private struct Vehicle {
    let matcher: TrackMatcher
    var stops: StopFinder
    /// The rows that the matcher has not decided yet, in their order.
    var waiting: [TrackRow] = []
    /// The number of its last row.
    var lastRow = 0
    /// The time of its last row that counts.
    var newest = -Double.infinity
  }

  private let engine: PlacemarkEngine
  private let roads: TrackRoads
  private let asksForStops: Bool
  private let minimumSeconds: Double
  private let languages: [String]
  private let format: TrackCommand.Format
  private var writer: TrackWriter
  private var vehicles: [String: Vehicle] = [:]
  private var row = 0

  /// - Throws: an error that says what is wrong with the store.
  init(_ engine: PlacemarkEngine, _ command: TrackCommand, languages: [String]) throws {
    self.engine = engine
    roads = try engine.trackRoads(command.profile)
    (asksForStops, minimumSeconds) = (command.stops, command.stopMinutes * 60)
    (self.languages, format) = (languages, command.format)
    writer = TrackWriter(format: command.format, hasVehicle: command.vehicle != nil)
    try writer.begin(asksForStops: asksForStops)
  }

  /// Takes the next rows.
  func take(_ rows: [TrackRow]) throws {
    for next in rows {
      row += 1
      var vehicle = try vehicles.removeValue(forKey: next.vehicle) ?? newVehicle()
      vehicle.lastRow = row
      if asksForStops { try lookForStop(next, &vehicle) } else { try match(next, &vehicle) }
      vehicles[next.vehicle] = vehicle
    }
    try writer.flush()
  }

  /// Ends all tracks.
  func finish() throws {
    try end(vehicles.keys.sorted { (vehicles[$0]?.lastRow ?? 0) < (vehicles[$1]?.lastRow ?? 0) })
    try roads.confirm()
    try writer.end()
  }

  // MARK: Vehicles

  private func newVehicle() throws -> Vehicle {
    if vehicles.count >= TrackDesk.mostVehicles {
      let names = vehicles.sorted { $0.value.lastRow < $1.value.lastRow }.map(\.key)
      try end(Array(names.prefix(TrackDesk.mostVehicles / 2)))
    }
    return Vehicle(
      matcher: TrackMatcher(roads: roads, recordsPath: format == .geojson),
      stops: StopFinder(minimumSeconds: minimumSeconds))
  }

  private func end(_ names: [String]) throws {
    for name in names {
      guard var vehicle = vehicles.removeValue(forKey: name) else { continue }
      if asksForStops {
        if let stop = vehicle.stops.finish() { try tell(stop, of: name) }
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
      try writer.write(row, point, street: try point.place.flatMap { try roads.street(of: $0.way) })
    }
    vehicle.waiting.removeFirst(matched.count)
  }

  private func lookForStop(_ row: TrackRow, _ vehicle: inout Vehicle) throws {
    guard let coordinate = row.coordinate, let seconds = row.seconds, seconds >= vehicle.newest
    else {
      return
    }
    vehicle.newest = seconds
    if let stop = vehicle.stops.add(coordinate, seconds: seconds) { try tell(stop, of: row.vehicle) }
  }

  private func tell(_ stop: TrackStop, of name: String) throws {
    var query = PlacemarkQuery(coordinate: stop.coordinate)
    query.languages = languages
    let place = try placemark(query)
    try writer.write(stop, place, of: name)
  }

  /// The placemark for a stop; nil where nothing is known.
  private func placemark(_ query: PlacemarkQuery) throws(GeocodingError) -> Placemark? {
    do throws(GeocodingError) { return try engine.placemarks(for: query).first } catch {
      guard error.code == .placemarkNotFound else { throw error }
      return nil
    }
  }
}
