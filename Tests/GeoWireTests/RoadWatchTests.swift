import GeoModel
import Testing

@testable import GeoWire

@Suite("A watch of roads")
struct RoadWatchTests {
  /// Drives along the equator: a motorway up to the meridian, then a street.
  private struct Drive {
    var watch: LocationWatch
    var asked: [RoadQuery] = []
    var city: (Double) -> String? = { _ in nil }

    init(tolerance: Double? = nil, withRoad: Bool = true) {
      var template = PlacemarkQuery(coordinate: Drive.coordinate(0))
      if withRoad {
        template.road = RoadQuery()
        template.road?.profile = .driving
      }
      watch = LocationWatch(
        options: WireWatchOptions(template: template, speedToleranceKilometersPerHour: tolerance))
    }

    static func coordinate(_ meters: Double) -> Coordinate {
      Coordinate(LocalProjection(origin: FixedPoint(x: 0, y: 0)).unproject(LocalPoint(x: meters, y: 0)))
    }

    mutating func drive(to meters: Double, speed: Double? = nil, bearing: Double? = nil) -> [WatchEvent] {
      let fix = WireFix(
        watch: 1, coordinate: Drive.coordinate(meters), accuracyMeters: 10, timestamp: 7, bearingDegrees: bearing,
        speedMetersPerSecond: speed)
      guard let first = watch.begin(fix) else { return [] }
      var step = watch.answered([answer(first)])
      while case .ask(let queries) = step { step = watch.answered(queries.map { answer($0) }) }
      guard case .report(let events) = step else { return [] }
      return events
    }

    private mutating func answer(_ query: PlacemarkQuery) -> Result<Placemark?, GeocodingError> {
      let meters = query.coordinate.longitude * Geodesy.earthRadiusMeters * .pi / 180
      var placemark = Placemark(coordinate: query.coordinate, distanceMeters: 0, match: .street, source: nil)
      placemark.country = "Land"
      placemark.locality = city(meters)
      if let question = query.road {
        asked.append(question)
        var road = PlacemarkRoad(
          roadClass: meters < 0 ? "motorway" : "residential", way: SourceReference(type: .way, id: meters < 0 ? 1 : 2),
          coordinate: query.coordinate, distanceMeters: 0)
        if meters < 0 {
          // Its name changes, but its number does not.
          (road.ref, road.name) = ("A 9", meters < -200 ? "Nordautobahn" : "Südautobahn")
          road.maxSpeed = RoadSpeed(text: "120", kilometersPerHour: 120, origin: .tagged)
          if meters < -2_000 { road.maxSpeed = RoadSpeed(text: "none", kilometersPerHour: nil, origin: .tagged) }
        } else {
          road.maxSpeed = RoadSpeed(text: "50", kilometersPerHour: 50, origin: .countryDefault)
        }
        placemark.road = road
      }
      return .success(placemark)
    }
  }

  private func changes(_ events: [WatchEvent]) -> [WatchLevel] {
    for case .didUpdatePlacemark(_, let changed, _) in events { return changed }
    return []
  }

  private func limits(_ events: [WatchEvent]) -> [Double?] {
    events.compactMap {
      if case .didExceedSpeedLimit(let road, _, _) = $0 { road.maxSpeed?.kilometersPerHour } else { nil }
    }
  }

  @Test("a change of road is told as changes of the street are; a road is its number, not its name")
  func roads() {
    var drive = Drive()
    #expect(changes(drive.drive(to: -300, speed: 30, bearing: 90)) == [.country, .road])
    #expect(drive.drive(to: -100, speed: 30, bearing: 90).isEmpty)
    // This near to it, the road is not certain.
    #expect(drive.drive(to: 3, speed: 10, bearing: 90).isEmpty)
    let events = drive.drive(to: 31, speed: 10, bearing: 90)
    #expect(changes(events) == [.road] && events.count == 1)
    // All queries, including those around a position, have the motion data.
    #expect(drive.asked.count > 60)
    #expect(drive.asked.allSatisfy { $0.profile == .driving && $0.bearingDegrees == 90 && $0.accuracyMeters == 10 })
    var without = Drive(withRoad: false)
    #expect(changes(without.drive(to: -300)) == [.country] && without.drive(to: 300).isEmpty && without.asked.isEmpty)
  }

  @Test("a change of road does not wait for a city that is not certain")
  func alongBorder() {
    var drive = Drive()
    // A road along a border: the city changes at each position.
    drive.city = { Int($0 / 7) % 2 == 0 ? "West" : "East" }
    _ = drive.drive(to: -300, speed: 30, bearing: 90)
    let events = drive.drive(to: 36, speed: 30, bearing: 90)
    #expect(changes(events) == [.road], "\(events)")
  }

  @Test("who is too fast hears it at the second position, and again after having been slower or under another limit")
  func speeds() {
    var drive = Drive(tolerance: 10)
    #expect(limits(drive.drive(to: -900, speed: 130.1 / 3.6)).isEmpty)
    #expect(limits(drive.drive(to: -880, speed: 130.1 / 3.6)) == [120])
    #expect(limits(drive.drive(to: -860, speed: 150 / 3.6)).isEmpty)
    // A position without a speed changes nothing.
    #expect(limits(drive.drive(to: -850)).isEmpty && limits(drive.drive(to: -840, speed: 150 / 3.6)).isEmpty)
    #expect(limits(drive.drive(to: -800, speed: 129.9 / 3.6)).isEmpty)
    #expect(limits(drive.drive(to: -780, speed: 131 / 3.6)).isEmpty)
    #expect(limits(drive.drive(to: -760, speed: 131 / 3.6)) == [120])
    #expect(limits(drive.drive(to: 100, speed: 70 / 3.6)).isEmpty)
    #expect(limits(drive.drive(to: 120, speed: 70 / 3.6)) == [50])
    // Without a limit, no speed is too high, and earlier positions do not count after it.
    #expect(limits(drive.drive(to: -900, speed: 131 / 3.6)).isEmpty)
    #expect(limits(drive.drive(to: -2_100, speed: 90)).isEmpty && limits(drive.drive(to: -2_090, speed: 90)).isEmpty)
    #expect(limits(drive.drive(to: -900, speed: 131 / 3.6)).isEmpty)
    #expect(limits(drive.drive(to: -880, speed: 131 / 3.6)) == [120])
    var careless = Drive()
    _ = careless.drive(to: 100, speed: 70)
    #expect(limits(careless.drive(to: 120, speed: 70)).isEmpty)
  }

  @Test("what is said of speeds crosses the wire")
  func wire() throws {
    var road = PlacemarkRoad(
      roadClass: "motorway", way: SourceReference(type: .way, id: 1), coordinate: Drive.coordinate(0), distanceMeters: 2
    )
    road.maxSpeed = RoadSpeed(text: "120", kilometersPerHour: 120, origin: .tagged)
    let event = WatchEvent.didExceedSpeedLimit(road, metersPerSecond: 40.5, timestamp: 12)
    var writer = JSONWriter()
    writer.watchCallback(3, event)
    var parser = JSONParser()
    let read = try parser.parse(writer.bytes) { WireCallback($0) }
    guard case .watch(3, let found) = read else {
      Issue.record("\(String(decoding: writer.bytes, as: UTF8.self))")
      return
    }
    #expect(found == event)
  }

  @Test(
    "what a watch of roads needs",
    arguments: [
      (#""speedToleranceKilometersPerHour":10"#, "needs 'road'"),
      (#""road":true,"speedToleranceKilometersPerHour":-1"#, "from 0 to 200"),
      (#""road":true,"speedToleranceKilometersPerHour":"x""#, "from 0 to 200"),
      (#""road":true,"bearingDegrees":90"#, "with each position"),
      (#""road":true,"speedMetersPerSecond":9"#, "with each position"), (#""profile":"driving""#, "needs 'road'"),
    ])
  func refused(_ options: String, _ words: String) throws {
    var parser = JSONParser()
    let line = Array(#"{"id":1,"method":"locationWatch.start","params":{\#(options)}}"#.utf8)
    let request = try parser.parse(line) { WireRequest($0) }
    guard case .failure(let error) = request.call else {
      Issue.record("\(options) was taken")
      return
    }
    #expect(error.message.contains(words), "\(error.message)")
  }
}
