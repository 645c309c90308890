import GeoModel
import GeoStore
import GeoSupport

/// A settlement known as a point that is the city of the query's point.
struct Settlement {
  /// The place's row.
  var place: StoredPlace
  /// Meters from the query's point to it.
  var distanceMeters: Double
  /// The distance as a fraction of the settlement's reach, 0 to 1.
  var score: Double
}

/// A settlement known as a point that is the suburb or neighborhood of the query's point.
struct SettlementPart {
  /// The place's row.
  var id: PlaceID
  /// The place's name.
  var name: NameID
  /// Meters from the query's point to it.
  var distanceMeters: Double
  /// Whether it is from the coarse layer.
  var isCoarse = false
}

/// Names the parts of an address that no boundary names, from the place nodes around.
///
/// 1. A settlement counts within its reach, which grows with its kind. Of the coarse layer, districts count, too; they
///    have the name of their city. The coarse layer's suburbs have names of their own, and count where the extract
///    knows nothing.
/// 2. A settlement must lie in the same country, state and county as the point, and in no municipality that does not
///    contain the point. At sea, where municipalities end, a settlement of any municipality counts. Where only the
///    coarse layer has the borders (including those of municipalities), a settlement may lie a little beyond them, or
///    farther if the house names it.
/// 3. For the city, the settlement that the matched house names in its address comes first.
/// 4. Otherwise the settlement with the least distance in proportion to its reach wins. For a point in a village
///    outside a town, the village's middle is near and the town's is not. Settlements of extract and coarse layer
///    compete, as the reach of the extract's settlements extends beyond its end, where only the coarse layer knows the
///    next town.
/// 5. The extract knows the surroundings where the point is within reach of one of its villages, hamlets or parts of
///    towns. There the coarse layer's settlements count half. Settlements beyond the border of a coarse municipality
///    count half everywhere. A hamlet comes after each settlement that counts fully, except after a village at the edge
///    of its reach.
/// 6. A suburb or neighborhood must belong to the point's city: the settlement that reaches its middle best must not be
///    another one. There is no suburb where the middle of the city is nearer.
///
/// One instance serves one engine: its buffers are emptied between queries, not freed.
final class SettlementChooser {
  private let store: StoreReader
  /// Decides whether a settlement is the one that a house names.
  private let names: SettlementNameMatcher
  /// The areas of the query's point.
  @exclusivity(unchecked) private var hierarchy: Hierarchy?
  /// The settlements within whose reach the point lies, in the order of its tile.
  @exclusivity(unchecked) private var near: [NearPlace] = []
  /// Whether the extract knows what is around the point.
  @exclusivity(unchecked) private var isInExtract = false
  /// Whether an extract has streets or houses in the tile of the query's point.
  @exclusivity(unchecked) private var hasStreets = false
  @exclusivity(unchecked) private var verdicts = PlaceVerdicts()
  /// Scores of settlements along streets, by street and settlement.
  @exclusivity(unchecked) private var scores = SlotTable<Double>(slotBits: 12)
  /// The street of the latest score, with its line: it is compared with several settlements.
  @exclusivity(unchecked) private var measured: (street: StreetID, line: [FixedPoint])?
  /// The settlements that parts of cities belong to, by the hierarchy and the part; no name where none reaches it.
  @exclusivity(unchecked) private var owners = SlotTable<NameID?>(slotBits: 14)

  /// A chooser that reads places from a store.
  init(store: StoreReader, names: SettlementNameMatcher) {
    self.store = store
    self.names = names
  }

  /// Starts over with the settlements of the tile that contains a point.
  func begin(_ projection: LocalProjection, in tile: Tile, _ hierarchy: Hierarchy) {
    self.hierarchy = hierarchy
    near.removeAll(keepingCapacity: true)
    tile.places.append(reaching: projection, to: &near)
    isInExtract = SettlementChooser.knowsSurroundings(near)
    hasStreets = !tile.streetBox.isEmpty || !tile.houseBox.isEmpty
  }

  // MARK: City

  /// The city; nil when no settlement is within reach.
  ///
  /// - Parameter named: `addr:city` of the matched house; nil when it has none.
  func city(named: NameID?) throws(StoreError) -> Settlement? {
    var best: NearPlace?
    var bestRank = (tier: Int.max, score: Double.infinity)
    for candidate in near where candidate.mayBeCity {
      guard rank(of: candidate, isNamed: named != nil) < bestRank else { continue }
      let verdict = try verdict(on: candidate)
      var isNamed = false
      if let named { isNamed = try names.isSame(named, as: verdict.name) }
      var rank = rank(of: candidate, isNamed: isNamed)
      if verdict.isInOtherMunicipality, !isNamed { rank.score *= 2 }
      guard rank < bestRank, isEligible(candidate, verdict, isNamed: isNamed) else { continue }
      best = candidate
      bestRank = rank
    }
    guard let best else { return nil }
    if bestRank.tier > 1, let hamlet = try hamlet(before: best) { return try settlement(hamlet) }
    let settlement = try settlement(best)
    guard best.isCoarse, bestRank.tier > 1 else { return settlement }
    return try extractsOwn(settlement) ?? settlement
  }

  /// The nearest hamlet, if it goes before a village at the edge of its reach, where the village is only a guess; nil
  /// when there is none.
  private func hamlet(before village: NearPlace) throws(StoreError) -> NearPlace? {
    guard village.kind == .village, village.score > 0.75, let hamlet = try nearest({ $0 == .hamlet }),
      hamlet.distanceMeters * 2 < village.distanceMeters
    else { return nil }
    return hamlet
  }

  /// Meters to the nearest settlement of the extract that the point may belong to, whatever its size; nil when none is
  /// within reach.
  func nearestMeters() throws(StoreError) -> Double? { try nearest { $0.role == .city }?.distanceMeters }

  private func nearest(_ fits: (PlaceKind) -> Bool) throws(StoreError) -> NearPlace? {
    var nearest: NearPlace?
    for candidate in near where !candidate.isCoarse && fits(candidate.kind) {
      guard candidate.distanceMeters < nearest?.distanceMeters ?? .infinity,
        isEligible(candidate, try verdict(on: candidate))
      else { continue }
      nearest = candidate
    }
    return nearest
  }

  /// The extract's settlement that is the same as one of the coarse layer; nil when there is none.
  private func extractsOwn(_ coarse: Settlement) throws(StoreError) -> Settlement? {
    for candidate in near where !candidate.isCoarse && candidate.kind.role == .city {
      let verdict = try verdict(on: candidate)
      guard isEligible(candidate, verdict), try names.isSame(coarse.place.name, as: verdict.name) else { continue }
      return try settlement(candidate)
    }
    return nil
  }

  /// The settlement within a municipality that a house names as its city; nil when it names the municipality itself, or
  /// nothing in it.
  func part(of municipality: HierarchyDigest.City, named: NameID) throws(StoreError) -> Settlement? {
    guard try !names.isSame(named, as: municipality.name) else { return nil }
    for candidate in near where candidate.kind.role == .city && !candidate.isCoarse {
      let verdict = try verdict(on: candidate)
      guard verdict.isInMunicipality, try names.isSame(named, as: verdict.name) else { continue }
      return try settlement(candidate)
    }
    return nil
  }

  /// Whether ``part(of:named:)`` may find a settlement in a municipality for some house.
  func mayHavePart(_ municipality: HierarchyDigest.City) throws(StoreError) -> Bool {
    for candidate in near where candidate.kind.role == .city && !candidate.isCoarse {
      let verdict = try verdict(on: candidate)
      if verdict.isInMunicipality, verdict.name != municipality.name { return true }
    }
    return false
  }

  /// The rank of a candidate; less is better. Within the extract, a settlement of the coarse layer must be twice as
  /// near for its size as one of the extract.
  private func rank(of candidate: NearPlace, isNamed: Bool) -> (tier: Int, score: Double) {
    if isNamed { return (candidate.isCoarse ? 1 : 0, candidate.score) }
    return (2, SettlementChooser.score(of: candidate, isInExtract: isInExtract))
  }

  private static func score(of candidate: NearPlace, isInExtract: Bool) -> Double {
    if candidate.isCoarse, isInExtract { return 2 * candidate.score }
    return candidate.kind == .hamlet ? 1 + candidate.score : candidate.score
  }

  /// Whether the extract knows what is around a point: one of its places smaller than a town reaches the point. Only
  /// its cities and towns reach far beyond its end.
  private static func knowsSurroundings(_ near: [NearPlace]) -> Bool {
    near.contains { !$0.isCoarse && $0.kind != .city && $0.kind != .town }
  }

  /// Whether a settlement may be the point's city or a part of it. One beyond a border of the coarse layer must be
  /// within the error of that border, or be named by the house.
  private func isEligible(_ candidate: NearPlace, _ verdict: PlaceVerdicts.Verdict, isNamed: Bool = false) -> Bool {
    guard verdict.isInSameAreas else { return false }
    return !verdict.isBeyondCoarseBorder || isNamed || candidate.distanceMeters <= SettlementChooser.coarseBorderMeters
  }

  /// Borders of the coarse layer are accurate to about 1 km; the middle of a town that is really beyond a border is
  /// farther away than this.
  private static let coarseBorderMeters = 2_000.0

  private func settlement(_ candidate: NearPlace) throws(StoreError) -> Settlement {
    Settlement(
      place: try store.place(candidate.id), distanceMeters: candidate.distanceMeters, score: candidate.score)
  }

  /// Whether the point is at the middle of a settlement.
  var isAtMiddle: Bool { near.contains { $0.mayBeCity && $0.distanceMeters <= SettlementChooser.middleMeters } }
  private static let middleMeters = 500.0

  // MARK: Parts

  /// The part of the city: a suburb, or a village or hamlet that belongs to the city. Nil when none is within reach,
  /// when the middle of the city is nearer than any, or when the nearest has the name of the city in some language.
  ///
  /// - Parameters:
  ///   - city: the city's name, which the part must not repeat; nil when there is no city.
  ///   - kind: the kind of settlement that the city is, because a village has no villages in it; nil for a
  ///     municipality.
  func suburb(city: NameID?, kind: PlaceKind?) throws(StoreError) -> SettlementPart? {
    func fits(_ part: PlaceKind) -> Bool { SettlementChooser.isSuburb(part, hasCity: city != nil, kind) }
    guard let own = try nearest(unlessNamed: city, where: fits) else { return try coarseSuburb(of: city) }
    let limit = try centerMeters(of: city)
    return own.distanceMeters <= limit ? own : try nearest(unlessNamed: city, within: limit, where: fits)
  }

  /// Meters to the middle of the point's city, beyond which no suburb begins; infinity where no such place is known.
  private func centerMeters(of city: NameID?) throws(StoreError) -> Double {
    guard let city else { return .infinity }
    var nearest = Double.infinity
    for candidate in near where candidate.kind.role == .city && candidate.distanceMeters < nearest {
      let verdict = try verdict(on: candidate)
      if isEligible(candidate, verdict), try names.isSame(city, as: verdict.name) { nearest = candidate.distanceMeters }
    }
    return nearest
  }

  /// The suburb of the coarse layer that is nearest in proportion to its reach. Nil when the suburb's own middle is in
  /// another city, or when an extract has streets or parts of towns around.
  private func coarseSuburb(of city: NameID?) throws(StoreError) -> SettlementPart? {
    guard let city, !isInExtract, !hasStreets else { return nil }
    var best: NearPlace?
    for candidate in near where candidate.isCoarse && candidate.kind == .suburb {
      guard candidate.score < best?.score ?? 1, isEligible(candidate, try verdict(on: candidate)) else { continue }
      best = candidate
    }
    guard let best, let own = try cityName(at: store.place(best.id).point), try names.isSame(own, as: city) else {
      return nil
    }
    return SettlementPart(
      id: best.id, name: try verdict(on: best).name, distanceMeters: best.distanceMeters, isCoarse: true)
  }

  /// The city of another point nearby, as the coarse settlements around the query's point suggest it; nil when none of
  /// them reaches the other point.
  private func cityName(at point: FixedPoint) throws(StoreError) -> NameID? {
    let projection = LocalProjection(origin: point)
    var best: (score: Double, name: NameID)?
    for candidate in near where candidate.isCoarse && candidate.mayBeCity {
      let place = try store.place(candidate.id)
      let score = projection.project(place.point).squaredLength.squareRoot() / Double(place.reachMeters)
      if score <= best?.score ?? 1, isEligible(candidate, try verdict(on: candidate)) { best = (score, place.name) }
    }
    return best?.name
  }

  private static func isSuburb(_ kind: PlaceKind, hasCity: Bool, _ city: PlaceKind?) -> Bool {
    switch kind {
    case .village: hasCity && city != .village && city != .hamlet
    case .hamlet: hasCity && city != .hamlet
    default: kind.role == .suburb
    }
  }

  /// The finest named part; nil when none is within reach, or the nearest has the name of the city.
  func neighborhood(city: NameID?) throws(StoreError) -> SettlementPart? {
    try nearest(unlessNamed: city) { $0.role == .neighborhood }
  }

  /// The best suburb, neighborhood and locality of each kind, for responses that list them all. Placemarks do not name
  /// localities.
  ///
  /// - Parameter street: the street from which distances are measured when several are of one kind; nil for the query's
  ///   point.
  func parts(city: NameID?, kind: PlaceKind?, along street: StreetID?) throws(StoreError) -> [StoredPlace] {
    var parts: [NearPlace] = []
    for candidate in near where !candidate.isCoarse {
      let isPart = SettlementChooser.isSuburb(candidate.kind, hasCity: city != nil, kind)
      guard isPart || candidate.kind.role == .neighborhood || candidate.kind == .locality else { continue }
      let verdict = try verdict(on: candidate)
      guard isEligible(candidate, verdict), try !isElsewhere(candidate, city: city) else { continue }
      if let city, try names.isSame(verdict.name, as: city) { continue }
      guard let rival = parts.firstIndex(where: { $0.kind == candidate.kind }) else {
        parts.append(candidate)
        continue
      }
      if try score(of: candidate, along: street) < score(of: parts[rival], along: street) { parts[rival] = candidate }
    }
    var places: [StoredPlace] = []
    for part in parts { places.append(try store.place(part.id)) }
    return places.sorted { $0.id < $1.id }
  }

  /// The distance of a settlement from a street as a fraction of its reach. Kept, because the houses of a street are
  /// often queried one after the other.
  private func score(of candidate: NearPlace, along street: StreetID?) throws(StoreError) -> Double {
    guard let street else { return candidate.score }
    let key = (UInt64(street.rawValue) << 32) + UInt64(candidate.id.rawValue)
    if let known = scores[key] { return known }
    let place = try store.place(candidate.id)
    let line: [FixedPoint]
    if let measured, measured.street == street { line = measured.line } else { line = try store.line(of: street) }
    measured = (street, line)
    guard let meters = place.meters(from: line) else { return candidate.score }
    scores.keep(meters / Double(place.reachMeters), for: key)
    return meters / Double(place.reachMeters)
  }

  @inline(__always) private func nearest(
    unlessNamed excluded: NameID?, within meters: Double = .infinity, where fits: (PlaceKind) -> Bool
  ) throws(StoreError) -> SettlementPart? {
    var best: SettlementPart?
    var bestScore = 1.0
    for candidate in near
    where !candidate.isCoarse && candidate.score < bestScore && candidate.distanceMeters <= meters
      && fits(candidate.kind)
    {
      let verdict = try verdict(on: candidate)
      guard isEligible(candidate, verdict), try !isElsewhere(candidate, city: excluded) else { continue }
      bestScore = candidate.score
      if let excluded, try names.isSame(excluded, as: verdict.name) {
        best = nil
      } else {
        best = SettlementPart(id: candidate.id, name: verdict.name, distanceMeters: candidate.distanceMeters)
      }
    }
    return best
  }

  // MARK: Owners

  /// Whether a suburb or neighborhood belongs to another settlement than the point.
  ///
  /// It does if another settlement reaches its middle best than the point's city, which reaches the point best. False
  /// where a boundary or a house decides the city.
  private func isElsewhere(_ part: NearPlace, city: NameID?) throws(StoreError) -> Bool {
    guard let city, let hierarchy, hierarchy.digest.city?.isCoarse ?? true, part.kind.role != .city,
      let owner = try owner(of: part, hierarchy), try !names.isSame(owner, as: city),
      try !names.isSame(city, as: owner),
      let own = try bestReaching(near)
    else { return false }
    return try names.isSame(own, as: city)
  }

  /// The name of the settlement that reaches the middle of a part best; nil when there is none.
  private func owner(of part: NearPlace, _ hierarchy: Hierarchy) throws(StoreError) -> NameID? {
    let key = (hierarchy.number << 32) + UInt64(part.id.rawValue)
    if let known = owners[key] { return known }
    let point = try store.place(part.id).point
    var around: [NearPlace] = []
    try store.tile(containing: point).places.append(reaching: LocalProjection(origin: point), to: &around)
    let owner = try bestReaching(around)
    owners.keep(owner, for: key)
    return owner
  }

  /// The name of the settlement in the areas of the query's point that reaches another point best; nil when there is
  /// none.
  ///
  /// - Parameter places: the settlements that reach the other point.
  private func bestReaching(_ places: [NearPlace]) throws(StoreError) -> NameID? {
    let isInExtract = SettlementChooser.knowsSurroundings(places)
    var best: (score: Double, name: NameID)?
    for candidate in places where candidate.mayBeCity {
      let score = SettlementChooser.score(of: candidate, isInExtract: isInExtract)
      guard score < best?.score ?? .infinity else { continue }
      let verdict = try verdict(on: candidate)
      if verdict.isInSameAreas, !verdict.isBeyondCoarseBorder { best = (score, verdict.name) }
    }
    return best?.name
  }

  // MARK: Areas

  @inline(__always) private func verdict(on candidate: NearPlace) throws(StoreError) -> PlaceVerdicts.Verdict {
    guard let hierarchy else { return PlaceVerdicts.Verdict() }
    return try verdicts.verdict(on: candidate.id, in: hierarchy) { () throws(StoreError) in
      try PlaceVerdicts.Verdict(on: try store.place(candidate.id), in: hierarchy, store)
    }
  }
}

extension StoredPlace {
  /// Meters to the nearest place of a line; nil when it has no vertex.
  fileprivate func meters(from line: [FixedPoint]) -> Double? {
    var nearest = NearestOnLine(squaredBound: .infinity)
    line.withUnsafeBufferPointer { nearest.visit($0, LocalProjection(origin: point)) }
    return nearest.isFound ? nearest.squaredMeters.squareRoot() : nil
  }
}

extension NearPlace {
  /// Whether it may be the city: a settlement, or a district of the coarse layer, which has the name of its city.
  fileprivate var mayBeCity: Bool { kind.role == .city || isCoarse && kind == .district }
}
