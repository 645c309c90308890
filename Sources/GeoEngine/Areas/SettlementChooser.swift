import GeoModel
import GeoStore

/// A settlement known as a point that names the city, suburb or neighborhood of the asked point.
struct Settlement {
  /// The place's row.
  var place: StoredPlace
  /// Metres from the asked point to it.
  var distanceMeters: Double
  /// The distance as a part of the settlement's reach, 0 to 1.
  var score: Double
}

/// Names the parts of an address that no boundary names from the place nodes around.
///
/// 1. A settlement counts within its reach, which grows with its kind.
/// 2. It must lie in the same real country, state and county as the asked point, and in no municipality that does not
///    contain the point.
/// 3. For the city, the settlement that the matched house names in its address comes first, then cities, towns and
///    villages, then hamlets; coarse settlements count only where no real one does.
/// 4. Among equals the one with the least distance in proportion to its reach wins: in a village outside the gates of a
///    town the village is near its own middle, and the town is not.
/// 5. The coarse layer counts some quarters as cities (City of Westminster). In the middle of a city ten times as large it is that
///    city which answers (London).
struct SettlementChooser {
  /// The store that knows the places.
  let store: StoreReader
  /// Metres around the asked point.
  let projection: LocalProjection
  /// The areas of the asked point.
  let hierarchy: Hierarchy
  /// Tells whether a settlement is the one that a house names.
  let names: SettlementNameMatcher

  /// The city; nil when no settlement is within reach.
  ///
  /// - Parameter named: `addr:city` of the matched house; nil when it has none.
  func city(among places: UnsafeBufferPointer<TilePlace>, named: NameID?) throws(StoreError) -> Settlement? {
    var best: Settlement?
    var bestRank = (tier: Int.max, score: 1.0)
    for candidate in places where candidate.kind.role == .city {
      // Few of the dozens that reach a tile come into question: the rows of the others are not read.
      guard let (distance, score) = withinReach(candidate),
        (tier(of: candidate, isNamed: named != nil), score) < bestRank
      else { continue }
      let place = try store.place(candidate.id)
      var isNamed = false
      if let named { isNamed = try names.isSame(named, as: place.name) }
      let tier = tier(of: candidate, isNamed: isNamed)
      guard (tier, score) < bestRank, try isInSameAreas(place) else { continue }
      best = Settlement(place: place, distanceMeters: distance, score: score)
      bestRank = (tier, score)
    }
    if let quarter = best, quarter.place.isCoarse, named == nil { return try cityAround(quarter, among: places) }
    return best
  }

  /// The coarse city in whose middle the point lies and which is much larger than a coarse settlement; else that settlement.
  private func cityAround(_ quarter: Settlement, among places: UnsafeBufferPointer<TilePlace>) throws(StoreError)
    -> Settlement
  {
    var best = quarter
    for candidate in places where candidate.isCoarse && candidate.kind == .city {
      guard let (distance, score) = withinReach(candidate), candidate.id != quarter.place.id else { continue }
      let place = try store.place(candidate.id)
      let population = Double(place.population)
      guard population >= 10 * Double(quarter.place.population), place.population > best.place.population,
        distance <= SettlementChooser.middleMeters * population.squareRoot(), try isInSameAreas(place)
      else { continue }
      best = Settlement(place: place, distanceMeters: distance, score: score)
    }
    return best
  }

  /// Times the square root of the population this is how far the middle of a city reaches: 6.8 km in London, 3.6 km in
  /// Paris, 2.3 km in San Francisco, short of the towns around them.
  private static let middleMeters = 2.5

  /// The settlement within a municipality that a house names as its city; nil when it names the municipality itself, or
  /// nothing that lies in it.
  func part(of municipality: StoredArea, among places: UnsafeBufferPointer<TilePlace>, named: NameID) throws(StoreError)
    -> Settlement?
  {
    guard try !names.isSame(named, as: municipality.name) else { return nil }
    for candidate in places where candidate.kind.role == .city && !candidate.isCoarse {
      guard let (distance, score) = withinReach(candidate) else { continue }
      let place = try store.place(candidate.id)
      guard place.areas.contains(municipality.id), try names.isSame(named, as: place.name) else { continue }
      return Settlement(place: place, distanceMeters: distance, score: score)
    }
    return nil
  }

  /// Less is better. A real settlement goes before the coarse one of the same standing, however near that is.
  private func tier(of candidate: TilePlace, isNamed: Bool) -> Int {
    if isNamed { return candidate.isCoarse ? 1 : 0 }
    return candidate.isCoarse ? 4 : candidate.kind == .hamlet ? 3 : 2
  }

  /// The part of the city: a suburb, or a village or hamlet that belongs to the city; nil when none is within reach.
  ///
  /// - Parameters:
  ///   - city: the city's name, which would only repeat itself; nil when there is no city.
  ///   - kind: what kind of settlement the city is, as villages have no villages in them; nil for a municipality.
  func suburb(among places: UnsafeBufferPointer<TilePlace>, city: NameID?, kind: PlaceKind?) throws(StoreError)
    -> Settlement?
  {
    try nearest(among: places, excluding: city) {
      switch $0 {
      case .village: city != nil && kind != .village && kind != .hamlet
      case .hamlet: city != nil && kind != .hamlet
      default: $0.role == .suburb
      }
    }
  }

  /// The finest named part; nil when none is within reach.
  func neighborhood(among places: UnsafeBufferPointer<TilePlace>, city: NameID?) throws(StoreError) -> Settlement? {
    try nearest(among: places, excluding: city) { $0.role == .neighborhood }
  }

  private func nearest(
    among places: UnsafeBufferPointer<TilePlace>, excluding excluded: NameID?, where fits: (PlaceKind) -> Bool
  ) throws(StoreError) -> Settlement? {
    var best: Settlement?
    for candidate in places where !candidate.isCoarse && fits(candidate.kind) {
      guard let (distance, score) = withinReach(candidate), score < best?.score ?? 1 else { continue }
      let place = try store.place(candidate.id)
      guard place.name != excluded, try isInSameAreas(place) else { continue }
      best = Settlement(place: place, distanceMeters: distance, score: score)
    }
    return best
  }

  /// No settlement reaches farther than this, in metres.
  private static let farthestMeters = 50_000.0

  /// How far a settlement is, in meters and as a part of its reach; nil beyond that.
  private func withinReach(_ candidate: TilePlace) -> (distanceMeters: Double, score: Double)? {
    let distance = projection.project(candidate.point).squaredLength.squareRoot()
    guard distance <= SettlementChooser.farthestMeters else { return nil }
    let score = distance / Double(candidate.reachMeters)
    return score <= 1 ? (distance, score) : nil
  }

  private func isInSameAreas(_ place: StoredPlace) throws(StoreError) -> Bool {
    if let code = place.countryCode, let country = hierarchy.countryCode, code != country { return false }
    for bound in hierarchy.bounds where !place.areas.contains(bound) { return false }
    if let city = hierarchy.city, !city.isCoarse, city.kind == .administrative {
      return place.areas.contains(city.id)
    }
    let facts = AdminLevels.facts(for: hierarchy.countryCode)
    for id in place.areas where !hierarchy.all.contains(where: { $0.id == id }) {
      let area = try store.area(id)
      if !area.isCoarse, facts.role(ofLevel: Int(area.level)) == .city { return false }
    }
    return true
  }
}
