import GeoModel
import GeoSupport

/// The rules of a location watch, without sockets and clocks: takes positions, returns queries and events.
///
/// 1. ``begin(_:)`` takes a position and returns the query for it.
/// 2. ``answered(_:)`` compares the answer with the last report, level by level from country to street. If nothing
/// differs, nothing happens.
/// 3. If a level differs, it queries rings of points around the position, at 0.5, 1, 2 and 3 times its accuracy. The
/// widest ring up to which the old value does not occur shows how certain the change is.
/// 4. A change is reported after one position that is certain to 3 accuracies, two that are certain to 2, five to 1, or
/// twelve to half of one. A position with the old value within half its accuracy restarts the count. So a parked car on
/// a border, whose positions jump back and forth, reports nothing.
/// 5. Levels are reported from coarse to fine: a street waits until its city is certain, so that reports do not
/// contradict each other. A change of road, if the watch asks for roads, follows the same rules and waits for no other
/// level.
package struct LocationWatch: Sendable {
  /// The next step.
  package enum Step: Hashable, Sendable {
    /// Answer these queries, in order.
    case ask([PlacemarkQuery])
    /// The position is done; send these events to the client.
    case report([WatchEvent])
  }

  private let options: WireWatchOptions
  /// The custom areas.
  private var layers: LayerWatch
  /// The speed of the object on its road.
  private var speed: SpeedWatch?
  /// The event about the speed at the current position.
  private var speeding: WatchEvent?
  /// How many of the pending queries are about levels; the others are about custom areas.
  private var levelProbes = 0
  /// The events to report after the answer about custom areas.
  private var heldBack: [WatchEvent] = []
  /// The last report, by level; nil before the first one.
  private var held: [WatchLevel: WatchArea]?
  /// The certainty of the change of a level; see ``ProbeRings/certainty``.
  private var evidence: [WatchLevel: Int] = [:]
  private var lastTimestamp: Double?
  private var lastFailure: GeocodingError.Code?
  /// The current position, and its placemark once it is known.
  private var fix: WireFix?
  private var placemark: Placemark?

  /// Whether the position is checked again because the data has changed.
  private var isSecondLook = false
  /// The levels found at the last position.
  private var seen: [WatchLevel: WatchArea] = [:]

  /// Whether it reports custom areas.
  package var asksForLayers: Bool { options.template.layers != .none }

  /// Creates a watch without positions.
  package init(options: WireWatchOptions) {
    self.options = options
    layers = LayerWatch(dwellSeconds: options.dwellSeconds)
    speed = options.speedToleranceKilometersPerHour.map(SpeedWatch.init)
  }

  /// Takes a position. Nil if it is older than the previous one, and therefore ignored.
  package mutating func begin(_ fix: WireFix) -> PlacemarkQuery? {
    if let time = fix.timestamp {
      if let last = lastTimestamp, time < last { return nil }
      lastTimestamp = time
    }
    self.fix = fix
    isSecondLook = false
    return query(at: fix)
  }

  /// Checks the last position again, because the data has changed. A value that was certain and differs now is reported
  /// at once, because the object has not moved. Nil before the first position.
  package mutating func lookAgain() -> PlacemarkQuery? {
    guard let fix else { return nil }
    isSecondLook = true
    return query(at: fix)
  }

  private mutating func query(at fix: WireFix) -> PlacemarkQuery {
    placemark = nil
    var query = options.template
    query.coordinate = fix.coordinate
    query.includesAreas = true
    query.road = road(at: fix)
    return query
  }

  /// The road query for a position.
  private func road(at fix: WireFix) -> RoadQuery? {
    guard var road = options.template.road else { return nil }
    road.bearingDegrees = fix.bearingDegrees
    road.speedMetersPerSecond = fix.speedMetersPerSecond
    road.accuracyMeters = fix.accuracyMeters ?? options.accuracyMeters
    return road
  }

  /// Takes the answers to the last queries, in their order; nil stands for no placemark.
  package mutating func answered(_ answers: [Result<Placemark?, GeocodingError>]) -> Step {
    let step = step(after: answers)
    guard case .report(let events) = step else { return step }
    defer { speeding = nil }
    return .report(speeding.map { events + [$0] } ?? events)
  }

  private mutating func step(after answers: [Result<Placemark?, GeocodingError>]) -> Step {
    guard placemark == nil else { return .report(settle(probes: answers)) }
    switch answers.first {
    case .success(let found?): return look(at: found)
    case .failure(let error): return .report(fail(error))
    default: return .report(fail(GeocodingError(.placemarkNotFound)))
    }
  }

  private mutating func look(at found: Placemark) -> Step {
    lastFailure = nil
    placemark = found
    if let fix, !isSecondLook { speeding = speed?.update(found.road, fix) }
    let step = compareLevels(found)
    guard options.template.layers != .none else { return step }
    let margin = options.marginMeters ?? fix?.accuracyMeters ?? options.accuracyMeters
    let around =
      if let fix, margin > 0, !isSecondLook, layers.mayLeave(found.layers) {
        ProbeRings.layerQueries(around: fix, radiusMeters: margin, template: options.template)
      } else { [PlacemarkQuery]() }
    switch step {
    case .ask(let queries):
      levelProbes = queries.count
      return .ask(queries + around)
    case .report(let events) where around.isEmpty:
      return .report(layers.update(found.layers, around: [], at: fix?.timestamp) + events)
    case .report(let events):
      (levelProbes, heldBack) = (0, events)
      return .ask(around)
    }
  }

  /// Compares the levels of an answer, and returns the next step.
  private mutating func compareLevels(_ found: Placemark) -> Step {
    let current = WatchLevel.areas(of: found)
    defer { seen = current }
    guard let held else { return .report(report(WatchLevel.allCases, current)) }
    if isSecondLook {
      let changed = WatchLevel.allCases.filter {
        current[$0]?.name != held[$0]?.name && seen[$0]?.name == held[$0]?.name
      }
      return .report(changed.isEmpty ? [] : report(changed, current))
    }
    let differing = WatchLevel.allCases.filter { current[$0]?.name != held[$0]?.name }
    for level in WatchLevel.allCases where !differing.contains(level) { evidence[level] = nil }
    guard !differing.isEmpty else { return .report([]) }
    let accuracy = fix?.accuracyMeters ?? options.accuracyMeters
    guard accuracy > 0 else { return .report(report(differing, current)) }
    var template = options.template
    template.road = fix.flatMap(road)
    return .ask(ProbeRings.queries(around: found, fix: fix, accuracyMeters: accuracy, template: template))
  }

  /// Evaluates the rings and reports the changes that are certain.
  private mutating func settle(probes: [Result<Placemark?, GeocodingError>]) -> [WatchEvent] {
    guard options.template.layers != .none else { return settleLevels(probes) }
    let around = probes.dropFirst(levelProbes).map { answer in (try? answer.get())?.layers }
    let events = layers.update(placemark?.layers, around: around, at: fix?.timestamp)
    defer { heldBack = [] }
    return events + (levelProbes == 0 ? heldBack : settleLevels(Array(probes.prefix(levelProbes))))
  }

  private mutating func settleLevels(_ probes: [Result<Placemark?, GeocodingError>]) -> [WatchEvent] {
    guard let placemark, let held else { return [] }
    let current = WatchLevel.areas(of: placemark)
    let around = probes.map { answer in
      if case .success(let found?) = answer { WatchLevel.areas(of: found) } else { [WatchLevel: WatchArea]() }
    }
    var certain: [WatchLevel] = []
    var isBlocked = false
    for level in WatchLevel.allCases where current[level]?.name != held[level]?.name {
      let weight = ProbeRings.weight(around.map { $0[level]?.name != held[level]?.name })
      evidence[level] = weight == 0 ? 0 : (evidence[level] ?? 0) + weight
      let isCertain = evidence[level] ?? 0 >= ProbeRings.certainty
      // A road contradicts no city, so it need not wait for one.
      if level != .road { isBlocked = isBlocked || !isCertain }
      if isCertain, !isBlocked || level == .road { certain.append(level) }
    }
    return certain.isEmpty ? [] : report(certain, current)
  }

  /// Reports exits from fine to coarse, entries from coarse to fine, then the new address.
  private mutating func report(_ levels: [WatchLevel], _ current: [WatchLevel: WatchArea]) -> [WatchEvent] {
    guard var placemark else { return [] }
    if !options.template.includesAreas { placemark.areas = nil }
    let before = held ?? [:]
    let changed = levels.filter { current[$0]?.name != before[$0]?.name }
    var events: [WatchEvent] = []
    for level in changed.reversed() where level.isArea {
      if let area = before[level] { events.append(.didExitArea(area)) }
    }
    for level in changed where level.isArea {
      if let area = current[level] { events.append(.didEnterArea(area)) }
    }
    events.append(.didUpdatePlacemark(placemark, changed: changed, timestamp: fix?.timestamp))
    var after = before
    for level in changed {
      after[level] = current[level]
      evidence[level] = nil
    }
    held = after
    return events
  }

  private mutating func fail(_ error: GeocodingError) -> [WatchEvent] {
    defer { lastFailure = error.code }
    return lastFailure == error.code ? [] : [.didFail(error)]
  }
}

extension WatchLevel {
  /// The values of a placemark at each level, with the object of an area of the same name from the list of areas.
  static func areas(of placemark: Placemark) -> [WatchLevel: WatchArea] {
    let names: [(WatchLevel, String?)] = [
      (.country, placemark.country), (.state, placemark.administrativeArea),
      (.county, placemark.subAdministrativeArea), (.city, placemark.locality), (.street, placemark.thoroughfare),
      (.road, placemark.road.map(name(of:))),
    ]
    var areas: [WatchLevel: WatchArea] = [:]
    for case (let level, let name?) in names {
      areas[level] = WatchArea(level: level, name: name, source: source(of: level, named: name, in: placemark.areas))
    }
    return areas
  }

  /// The identity of a road: its number, which continues where names change, or else its name, or else its way.
  private static func name(of road: PlacemarkRoad) -> String { road.ref ?? road.name ?? "\(road.way)" }

  /// Areas come coarse to fine; if a city and its state share a name (Berlin), the city is the finer one.
  private static func source(of level: WatchLevel, named name: String, in areas: [ContainingArea]?) -> SourceReference?
  {
    guard level.isArea, let areas else { return nil }
    let matches = areas.filter { $0.name == name && $0.source != nil && $0.kind != .postal }
    return (level == .city ? matches.last : matches.first)?.source
  }
}
