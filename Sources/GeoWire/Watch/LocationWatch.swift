import GeoModel
import GeoSupport

/// The rules of a location watch, without sockets and clocks: positions go in, queries and events come out.
///
/// 1. ``begin(_:)`` takes a position and gives the query for it.
/// 2. ``answered(_:)`` compares the answer, level by level from country to street, with what was last reported. Where
///    nothing differs, nothing happens.
/// 3. Where a level differs it asks about rings of points around the position, at 0.5, 1, 2 and 3 times its accuracy. The
///    widest ring up to which the old value occurs nowhere tells how sure the change is.
/// 4. A change is reported after one position that is sure to 3 accuracies, two to 2, five to 1, or twelve in a row that are
///    sure to half of one. A position that still has the old value nearer than that starts the count again. So a parked car
///    on a border, whose positions jump to and fro, reports nothing.
/// 5. Levels are reported from coarse to fine: a street waits until its city is certain, so that reports never contradict
///    each other. A change of road, where the watch asks for roads, is certain by the same rules and waits for none.
package struct LocationWatch: Sendable {
  /// What happens next.
  package enum Step: Hashable, Sendable {
    /// These queries are to be answered, in order.
    case ask([PlacemarkQuery])
    /// The position is done; the client hears this.
    case report([WatchEvent])
  }

  private let options: WireWatchOptions
  /// The areas of one's own.
  private var layers: LayerWatch
  /// How fast the thing is on its road.
  private var speed: SpeedWatch?
  /// What is told of its speed at the position that is being looked at.
  private var speeding: WatchEvent?
  /// How many of the queries that were asked are about levels; the others are about areas of one's own.
  private var levelProbes = 0
  /// What is reported with the answer about areas of one's own.
  private var heldBack: [WatchEvent] = []
  /// What was last reported, by level; nil before the first report.
  private var held: [WatchLevel: WatchArea]?
  /// How sure the change of a level is; see ``ProbeRings/certainty``.
  private var evidence: [WatchLevel: Int] = [:]
  private var lastTimestamp: Double?
  private var lastFailure: GeocodingError.Code?
  /// The position that is being looked at, and its placemark once it is known.
  private var fix: WireFix?
  private var placemark: Placemark?

  /// Whether the position is looked at once more because the data are others.
  private var isSecondLook = false
  /// What was there at the last position.
  private var seen: [WatchLevel: WatchArea] = [:]

  /// Whether it tells of areas of one's own.
  package var asksForLayers: Bool { options.template.layers != .none }

  /// A watch that has seen no position.
  package init(options: WireWatchOptions) {
    self.options = options
    layers = LayerWatch(dwellSeconds: options.dwellSeconds)
    speed = options.speedToleranceKilometersPerHour.map(SpeedWatch.init)
  }

  /// Takes a position. nil when it is older than the one before, and so says nothing.
  package mutating func begin(_ fix: WireFix) -> PlacemarkQuery? {
    if let time = fix.timestamp {
      if let last = lastTimestamp, time < last { return nil }
      lastTimestamp = time
    }
    self.fix = fix
    isSecondLook = false
    return query(at: fix)
  }

  /// Has the last position looked at once more, as other data answer from now on. What was certain and is different now is reported at once, as
  /// nothing has moved. nil before the first position.
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

  /// What is asked about the road of a position.
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

  /// What the levels of an answer need.
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

  /// Weighs the rings and reports what has become certain.
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
      // Which road it is contradicts no city, so it need not wait for one.
      if level != .road { isBlocked = isBlocked || !isCertain }
      if isCertain, !isBlocked || level == .road { certain.append(level) }
    }
    return certain.isEmpty ? [] : report(certain, current)
  }

  /// Exits from fine to coarse, entries from coarse to fine, then the new address.
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
  /// What a placemark says at each level. Where the list of areas holds one of the same name, its object comes along.
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

  /// What tells a road from others: its number, which goes on where names change, else its name; where it has neither, its way.
  private static func name(of road: PlacemarkRoad) -> String { road.ref ?? road.name ?? "\(road.way)" }

  /// The areas come coarse to fine; where a city and its state share a name (Berlin), the city is the finer one.
  private static func source(of level: WatchLevel, named name: String, in areas: [ContainingArea]?) -> SourceReference?
  {
    guard level.isArea, let areas else { return nil }
    let matches = areas.filter { $0.name == name && $0.source != nil && $0.kind != .postal }
    return (level == .city ? matches.last : matches.first)?.source
  }
}
