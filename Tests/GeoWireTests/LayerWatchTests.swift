import GeoModel
import GeoWire
import Testing

@Suite("A watch of areas of one's own")
struct LayerWatchTests {
  /// Drives along the equator across two adjacent zones, in a country without cities.
  private struct Drive {
    var watch: LocationWatch

    init(dwell: Double = 0, margin: Double? = nil) {
      var template = PlacemarkQuery(coordinate: Drive.coordinate(0))
      template.layers = .all
      watch = LocationWatch(options: WireWatchOptions(template: template, dwellSeconds: dwell, marginMeters: margin))
    }

    static func coordinate(_ meters: Double) -> Coordinate {
      Coordinate(LocalProjection(origin: FixedPoint(x: 0, y: 0)).unproject(LocalPoint(x: meters, y: 0)))
    }

    /// The zones that are entered (+) and left (-) at a position.
    mutating func drive(to meters: Double, accuracy: Double = 10, at time: Double? = nil) -> [String] {
      let fix = WireFix(watch: 1, coordinate: Drive.coordinate(meters), accuracyMeters: accuracy, timestamp: time)
      guard let first = watch.begin(fix) else { return [] }
      var step = watch.answered([answer(first)])
      while case .ask(let asked) = step { step = watch.answered(asked.map(answer)) }
      guard case .report(let events) = step else { return [] }
      return events.compactMap { event in
        switch event {
        case .didEnterLayerArea(let area, let layer): "+\(layer)/\(area.name)"
        case .didExitLayerArea(let area, let layer): "-\(layer)/\(area.name)"
        default: nil
        }
      }
    }

    private func answer(_ query: PlacemarkQuery) -> Result<Placemark?, GeocodingError> {
      let meters = query.coordinate.longitude * Geodesy.earthRadiusMeters * .pi / 180
      var placemark = Placemark(coordinate: query.coordinate, distanceMeters: 0, match: .country, source: nil)
      placemark.country = "Land"
      if query.layers != .none {
        let zones = [("west", -1000.0..<0), ("east", 0.0..<1000), ("all", -5000.0..<5000)]
        placemark.layers = [
          LayerAreas(
            layer: "zones", areas: zones.filter { $0.1.contains(meters) }.map { LayerArea(name: $0.0) })
        ]
      }
      return .success(placemark)
    }
  }

  @Test("tells what is entered at once, and what is left beyond the margin")
  func crossing() {
    var drive = Drive()
    #expect(drive.drive(to: -500) == ["+zones/west", "+zones/all"])
    #expect(drive.drive(to: -400).isEmpty)
    #expect(drive.drive(to: 5) == ["+zones/east"])
    #expect(drive.drive(to: 11) == ["-zones/west"])
    #expect(drive.drive(to: 6_000) == ["-zones/all", "-zones/east"])
    var wide = Drive(margin: 100)
    _ = wide.drive(to: -500)
    #expect(
      wide.drive(to: 50) == ["+zones/east"] && wide.drive(to: 99).isEmpty && wide.drive(to: 101) == ["-zones/west"])
  }

  @Test("a thing that stands on a border enters both sides once, and leaves none")
  func jitter() {
    var drive = Drive()
    var events = drive.drive(to: -8)
    for number in 0..<200 { events += drive.drive(to: number % 3 == 0 ? 7 : -6) }
    #expect(events == ["+zones/west", "+zones/all", "+zones/east"])
  }

  @Test("with a dwell time an area is entered when something has been in it so long")
  func dwelling() {
    var drive = Drive(dwell: 60)
    #expect(drive.drive(to: -500, at: 0).isEmpty && drive.drive(to: -490, at: 59).isEmpty)
    #expect(drive.drive(to: -480, at: 60) == ["+zones/west", "+zones/all"])
    // Through the other zone in half a minute, and back in the same time.
    #expect(drive.drive(to: 500, at: 70) == ["-zones/west"])
    #expect(drive.drive(to: 1_500, at: 100).isEmpty && drive.drive(to: 500, at: 140).isEmpty)
    #expect(drive.drive(to: 500, at: 199).isEmpty && drive.drive(to: 500, at: 200) == ["+zones/east"])
    var timeless = Drive(dwell: 60)
    #expect(timeless.drive(to: -500).isEmpty && timeless.drive(to: -500).isEmpty)
    // The time counts from the first position that has one.
    #expect(timeless.drive(to: -500, at: 10).isEmpty && timeless.drive(to: -500, at: 69).isEmpty)
    #expect(timeless.drive(to: -500, at: 70) == ["+zones/west", "+zones/all"])
  }

  @Test("the callbacks are read back as they were written, and have the names of those about levels")
  func wire() throws {
    let area = LayerArea(name: "west", id: "7", properties: ["fee": .number(2)])
    for event in [WatchEvent.didEnterLayerArea(area, layer: "zones"), .didExitLayerArea(area, layer: "zones")] {
      var writer = JSONWriter()
      writer.watchCallback(3, event)
      var parser = JSONParser()
      let read = try parser.parse(writer.bytes) { WireMessage($0) }
      guard case .callback(.watch(3, let again))? = read else {
        Issue.record("\(String(decoding: writer.bytes, as: UTF8.self))")
        continue
      }
      #expect(again == event)
    }
  }

  @Test("options go over the wire")
  func options() throws {
    var template = PlacemarkQuery(coordinate: Drive.coordinate(0))
    template.layers = .named(["zones"])
    let options = WireWatchOptions(template: template, accuracyMeters: 5, dwellSeconds: 60, marginMeters: 25)
    var writer = JSONWriter()
    writer.request("locationWatch.start", id: .integer(1)) { $0.watchMembers(options) }
    var parser = JSONParser()
    let call = try parser.parse(writer.bytes) { WireRequest($0).call }
    guard case .success(.startWatch(let read)) = call else {
      Issue.record("\(String(decoding: writer.bytes, as: UTF8.self))")
      return
    }
    #expect(read.dwellSeconds == 60 && read.marginMeters == 25 && read.template.layers == .named(["zones"]))
  }
}
