import GeoModel
import GeoWire
import Testing

/// The rules of a watch, without sockets: a driver plays positions and answers the watch's queries.
struct LocationWatchTests {
  /// Drives along latitude 0 through a world in which only the longitude matters: a city per range of meters.
  private struct Drive {
    var watch = LocationWatch(options: WireWatchOptions(template: PlacemarkQuery(coordinate: Drive.coordinate(0))))
    var queries = 0
    /// The city and street at meters east of the meridian.
    var world: (Double) -> (city: String?, street: String?)

    static func coordinate(_ meters: Double, north: Double = 0) -> Coordinate {
      Coordinate(LocalProjection(origin: FixedPoint(x: 0, y: 0)).unproject(LocalPoint(x: meters, y: north)))
    }

    /// The events of a position.
    mutating func drive(to meters: Double, accuracy: Double = 10, timestamp: Double? = nil) -> [WatchEvent] {
      let fix = WireFix(
        watch: 1, coordinate: Drive.coordinate(meters), accuracyMeters: accuracy, timestamp: timestamp)
      guard let first = watch.begin(fix) else { return [] }
      var step = watch.answered([answer(first)])
      while case .ask(let asked) = step { step = watch.answered(asked.map { answer($0) }) }
      guard case .report(let events) = step else { return [] }
      return events
    }

    private mutating func answer(_ query: PlacemarkQuery) -> Result<Placemark?, GeocodingError> {
      queries += 1
      let meters = query.coordinate.longitude * Geodesy.earthRadiusMeters * .pi / 180
      let (city, street) = world(meters)
      guard city != nil || street != nil else { return .failure(GeocodingError(.placemarkNotFound)) }
      var placemark = Placemark(coordinate: query.coordinate, distanceMeters: 0, match: .street, source: nil)
      placemark.country = "Land"
      placemark.locality = city
      placemark.thoroughfare = street
      return .success(placemark)
    }
  }

  private func changes(_ events: [WatchEvent]) -> [WatchLevel] {
    for case .didUpdatePlacemark(_, let changed, _) in events { return changed }
    return []
  }

  private let border: (Double) -> (city: String?, street: String?) = { ($0 < 0 ? "West" : "East", "Main Street") }

  @Test("the first position reports every level that is known, from coarse to fine")
  func firstPosition() {
    var drive = Drive(world: border)
    let events = drive.drive(to: -500)
    #expect(events.count == 3)
    #expect(events.first == .didEnterArea(WatchArea(level: .country, name: "Land")))
    #expect(events.dropFirst().first == .didEnterArea(WatchArea(level: .city, name: "West")))
    #expect(changes(events) == [.country, .city, .street])
  }

  @Test("as long as nothing differs one query a position is enough, and nothing is reported")
  func nothingNew() {
    var drive = Drive(world: border)
    _ = drive.drive(to: -500)
    for meters in stride(from: -490.0, to: -10, by: 10) { #expect(drive.drive(to: meters).isEmpty) }
    #expect(drive.queries == 49)
  }

  @Test("far beyond a border the change is reported at once: left, entered, new placemark")
  func clearCrossing() {
    var drive = Drive(world: border)
    _ = drive.drive(to: -500)
    let events = drive.drive(to: 31)
    #expect(events.first == .didExitArea(WatchArea(level: .city, name: "West")))
    #expect(events.dropFirst().first == .didEnterArea(WatchArea(level: .city, name: "East")))
    #expect(changes(events) == [.city])
    #expect(drive.drive(to: 32).isEmpty)
  }

  @Test(
    "the nearer to the border, the more positions must agree",
    arguments: [(31.0, 1), (21.0, 2), (11.0, 5), (6.0, 12)])
  func agreement(meters: Double, positions: Int) {
    var drive = Drive(world: border)
    _ = drive.drive(to: -500)
    for _ in 1..<positions { #expect(drive.drive(to: meters).isEmpty) }
    #expect(changes(drive.drive(to: meters)) == [.city])
  }

  @Test("one position back in the old city starts the count again")
  func interrupted() {
    var drive = Drive(world: border)
    _ = drive.drive(to: -500)
    for _ in 0..<20 {
      for _ in 0..<4 { #expect(drive.drive(to: 11).isEmpty) }
      #expect(drive.drive(to: -2).isEmpty)
    }
  }

  @Test("a car parked on a border reports nothing in a whole night of jumping positions")
  func parkedOnBorder() {
    var drive = Drive(world: border)
    _ = drive.drive(to: -500)
    var random = SeededRandom(seed: 11)
    var reports = 0
    for _ in 0..<28_800 {
      // A normal distribution with 68 % of positions within 10 m in the plane: 6.6 m on each axis.
      let noise = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
      reports += drive.drive(to: noise * 6.6).isEmpty ? 0 : 1
    }
    #expect(reports == 0)
  }

  @Test("a street is not reported before its city is certain")
  func coarseFirst() {
    var drive = Drive { ($0 < 0 ? "West" : "East", $0 < -40 ? "Old Street" : "New Street") }
    _ = drive.drive(to: -500)
    // 12 m into East: the city needs five positions, the street (52 m away) one.
    for _ in 0..<4 { #expect(drive.drive(to: 12).isEmpty) }
    #expect(changes(drive.drive(to: 12)) == [.city, .street])
  }

  @Test("exact positions need no certainty")
  func exact() {
    var drive = Drive(world: border)
    _ = drive.drive(to: -1, accuracy: 0)
    #expect(changes(drive.drive(to: 1, accuracy: 0)) == [.city])
    #expect(changes(drive.drive(to: -1, accuracy: 0)) == [.city])
  }

  @Test("leaving every street is a change too")
  func leavingStreets() {
    var drive = Drive { ("City", $0 < 0 ? "Main Street" : nil) }
    _ = drive.drive(to: -500)
    #expect(changes(drive.drive(to: 100)) == [.street])
    #expect(drive.drive(to: 110).isEmpty)
  }

  @Test("a failure is told once, until there is an answer again")
  func failures() {
    var drive = Drive { ($0 < 0 ? "City" : nil, nil) }
    _ = drive.drive(to: -500)
    #expect(drive.drive(to: 100) == [.didFail(GeocodingError(.placemarkNotFound))])
    #expect(drive.drive(to: 110).isEmpty)
    #expect(drive.drive(to: -100).isEmpty)
    #expect(drive.drive(to: 100) == [.didFail(GeocodingError(.placemarkNotFound))])
  }

  @Test("a position older than the last one is ignored")
  func olderPosition() {
    var drive = Drive(world: border)
    _ = drive.drive(to: -500, timestamp: 100)
    #expect(drive.drive(to: 500, timestamp: 99).isEmpty)
    #expect(changes(drive.drive(to: 500, timestamp: 100)) == [.city])
  }
}
