import GeoModel
import GeoServer
import GeoSupport
import GeoTestKit
import GeoWire
import Synchronization

/// A world with simple rules: city West lies west of longitude 9.5 and city East east of it, with a relation each; all
/// of it is in Sampleland.
///
/// North of 80 degrees there is nothing. At latitude 70 an answer takes 20 ms, and at 71 the store fails. Streets are
/// named by the hundredth of a degree of latitude. Every overlay is 200 KB of JSON.
final class SampleWorld: EngineSource {
  private let version = Mutex(1)
  private let isBroken = Mutex(false)
  /// Whether the store's file was removed.
  let isRemoved = Atomic<Bool>(false)
  let queries = Atomic<Int>(0)
  /// How many times opening a broken store was attempted.
  let failures = Atomic<Int>(0)
  /// Answers at latitude 72 wait until this is true.
  let isGateOpen = Atomic<Bool>(false)
  /// The number of answers at latitude 73 that may be given; others wait.
  let permits = Atomic<Int>(0)
  /// How many times opening the base map was attempted, which never exists.
  let mapOpenings = Atomic<Int>(0)

  /// Replaces the store by a new one, whose city names carry the version. A broken one cannot be opened.
  func replace(isBroken: Bool = false) {
    self.isBroken.withLock { $0 = isBroken }
    version.withLock { $0 += 1 }
  }

  /// Makes the store usable again, although it is the same file.
  func mend() { isBroken.withLock { $0 = false } }

  /// Waits for the first query.
  func waitForQuery() throws { try eventually("a query") { queries.load(ordering: .relaxed) > 0 } }

  /// Takes one of the permits.
  fileprivate func waitForPermit() {
    while true {
      let left = permits.load(ordering: .relaxed)
      if left > 0, permits.compareExchange(expected: left, desired: left - 1, ordering: .relaxed).exchanged { return }
      usleep(1000)
    }
  }

  func fingerprint() -> String? {
    isRemoved.load(ordering: .relaxed) ? nil : "\(version.withLock { $0 })"
  }

  func open() throws -> OpenedEngine {
    if isBroken.withLock({ $0 }) {
      failures.add(1, ordering: .relaxed)
      throw GeocodingError(.serverFailure, "the file is broken")
    }
    let version = version.withLock { $0 }
    let info = ServerInfo(
      version: "0.0.0", dataDate: "2020-01-0\(version)T00:00:00Z",
      replication: .init(
        sequence: 3046 + version, timestamp: "2020-01-0\(version)T00:00:00Z", url: "https://example.org/updates"),
      bounds: CoordinateRegion(south: -90, west: -180, north: 80, east: 180),
      counts: [.init(name: "street", count: 16_000), .init(name: "area", count: 3)], attribution: ["Samples"])
    return OpenedEngine(engine: SampleEngine(world: self, version: version), info: info)
  }
}

/// Answers queries from the ``SampleWorld``.
final class SampleEngine: QueryAnswering {
  private let world: SampleWorld
  private let suffix: String

  init(world: SampleWorld, version: Int) {
    self.world = world
    suffix = version == 1 ? "" : " \(version)"
  }

  func nearby(_ query: NearbyQuery) throws(GeocodingError) -> [NearbyThing] {
    if query.limit > NearbyQuery.mostThings { throw GeocodingError(.invalidQuery, "the limit must be 1 to 100") }
    return [
      NearbyThing(
        coordinate: query.coordinate, name: "Pump", kind: query.kinds.first?.description ?? "any",
        distanceMeters: query.radiusMeters, bearingDegrees: 90, source: SourceReference(type: .node, id: 7),
        formattedAddress: query.languages)
    ]
  }

  func placemarks(for query: PlacemarkQuery) throws(GeocodingError) -> [Placemark] {
    world.queries.add(1, ordering: .relaxed)
    let coordinate = query.coordinate
    if coordinate.latitude >= 80 { throw GeocodingError(.placemarkNotFound) }
    if coordinate.latitude == 71 { throw GeocodingError(.serverFailure, "the store cannot be read") }
    if coordinate.latitude == 70 { usleep(20_000) }
    while coordinate.latitude == 72, !world.isGateOpen.load(ordering: .relaxed) { usleep(1000) }
    if coordinate.latitude == 73 { world.waitForPermit() }
    if coordinate.latitude == 37.77, coordinate.longitude == -122.41 { return [tenthStreet] }
    let first = placemark(at: coordinate, query)
    guard query.limit > 1 else { return [first] }
    var second = first
    second.thoroughfare = "Second Street"
    return [first, second]
  }

  private func placemark(at coordinate: Coordinate, _ query: PlacemarkQuery) -> Placemark {
    let isWest = coordinate.longitude < 9.5
    let city = (isWest ? "West" : "East") + suffix
    let source = SourceReference(type: .relation, id: isWest ? 1 : 2)
    var placemark = Placemark(coordinate: coordinate, distanceMeters: 0, match: .street, source: source)
    placemark.thoroughfare = "Street \(Int((coordinate.latitude * 100).rounded()))"
    placemark.locality = city
    placemark.country = query.languages.first == "de" ? "Musterland" : "Sampleland"
    placemark.isoCountryCode = "XS"
    placemark.title = placemark.thoroughfare
    placemark.formattedAddress = [placemark.thoroughfare, city, placemark.country].compactMap(\.self)
    if query.includesAreas {
      placemark.areas = [ContainingArea(level: 8, kind: .administrative, name: city, source: source)]
    }
    if query.detail < .street { placemark.thoroughfare = nil }
    if query.includesOverlay { placemark.overlay = largeOverlay }
    return placemark
  }
}

/// A detailed boundary of a country.
let largeOverlay: ShapeOverlay = {
  let line = (0..<9000).map { Coordinate(FixedPoint(x: 90_000_001 + Int32($0), y: 470_000_001 + Int32($0))) }
  return ShapeOverlay(
    coordinate: line[0], title: "Sampleland", boundingRegion: CoordinateRegion(south: 47, west: 9, north: 48, east: 10),
    shape: .polyline(line))
}()
