import GeoStore

/// Chooses between houses, interpolations and streets.
///
/// 1. A numbered address node at the point is the choice, whether in a square or on a wall between two buildings: the
///    point was taken from it.
/// 2. A house whose outline contains the point is the choice. The innermost outline counts, or an address node inside
///    it that is nearly at the point. Where the innermost building has its addresses on nodes, the nearest of these is
///    the choice. But a house with a number goes before a finer one that has only a name.
/// 3. Otherwise the nearest house or street decides which street is meant. (Ways carry a penalty, see
///    ``StreetPenalty``.)
/// 4. A house that is nearer than any street brings its own street. In front of an entrance with a number of its own,
///    the entrance is the house.
/// 5. A street brings the nearest house within reach that has the street's name in its address.
/// 6. Interpolated numbers of that street are chosen where they are nearer than the house.
/// 7. Address ranges of a census only show where numbers may be. They are chosen for the street where it has no mapped
///    house and no mapped stretch.
struct AddressChooser {
  let engine: PlacemarkEngine
  /// The houses that may be chosen.
  let houses: GeographyPolicy.Houses
  /// Whether the point lies on water, where only a house around it or a street right beside it counts.
  let isOnWater: Bool

  private var store: StoreReader { engine.store }
  /// What was found around the point.
  private var search: CandidateSearch { engine.search }
  /// Compares the spelling of names that have different rows.
  private var spelling: SpellingMatcher { engine.spelling }

  /// The choice among what has been found so far.
  func choose() throws(StoreError) -> AddressChoice {
    let street = search.bestStreet.flatMap { isTooFar($0.distanceMeters) ? nil : $0 }
    var choice = AddressChoice(street: street, rule: street == nil ? .none : .streetOnly)
    if houses == .nearest, search.hasNodeAtPoint, let node = try nodeAtPoint() {
      choice.house = node
      choice.rule = .atPoint
      return choice
    }
    let inside = houses == .none ? nil : try numbered(search.innermostHouse())
    if houses == .nearest, let resident = try nearestResident(within: inside) {
      choice.house = resident
      choice.rule = .nodeInBuilding
      return choice
    }
    if let inside {
      choice.house = try numbered(search.nearestNode(inside: inside), else: inside)
      choice.rule = choice.house?.id == inside.id ? .buildingContainsPoint : .nodeInBuilding
      return choice
    }
    if houses != .nearest { return choice }
    if let nearest = try search.nearestHouse(nearerThan: street?.rankMeters ?? search.houseLimit, where: { _ in true }),
      !isTooFar(nearest.distanceMeters)
    {
      choice.house = try entrance(of: nearest)
      choice.rule = .nearerThanStreet
    } else if let street {
      choice.house = try nearestHouse(on: street.name)
      if choice.house != nil { choice.rule = .onNearestStreet }
    }
    return try withInterpolation(choice)
  }

  /// The distance in meters within which the search must be complete before the choice is final.
  ///
  /// A building around the point is final once the search has seen what is at the point. While nothing is found, the
  /// next ring is needed. Otherwise the search must have seen everything as near as the choice, and the houses of its
  /// street up to the one found.
  func neededMeters(for choice: AddressChoice) -> Double {
    if choice.rule == .atPoint { return 0 }
    // An address node at the point goes before the building, and may be in the next tile.
    if choice.rule == .buildingContainsPoint || choice.rule == .nodeInBuilding {
      return houses == .nearest ? Reach.samePlace : 0
    }
    if isOnWater, choice.rule == .none { return Reach.streetFromWater }
    let house = choice.rule == .nearerThanStreet ? choice.house?.distanceMeters : nil
    guard let nearest = house ?? search.bestStreet?.rankMeters ?? choice.interpolation?.distanceMeters else {
      return nextRing()
    }
    guard houses == .nearest else { return nearest }
    if choice.rule == .nearerThanStreet { return nearest + Reach.samePlace }
    let stretch = choice.isFromRange ? nil : choice.interpolation
    let known = stretch?.distanceMeters ?? choice.house?.distanceMeters ?? Reach.houseOnStreet
    return max(nearest, known, Reach.samePlace)
  }

  private func nextRing() -> Double {
    min(search.houseLimit, Reach.rings.first { $0 > search.completeMeters } ?? search.completeMeters)
  }

  private func isTooFar(_ meters: Double) -> Bool { isOnWater && meters > Reach.streetFromWater }

  // MARK: Houses

  /// The nearest address node at the point that has a number; nil when there is none.
  private func nodeAtPoint() throws(StoreError) -> AddressCandidate? {
    var best: AddressCandidate?
    for house in search.houses where house.isNode && house.distanceMeters <= Reach.samePlace {
      if let best, !house.isNearer(than: best) { continue }
      if try hasNumber(house) { best = house }
    }
    return best
  }

  /// The innermost outline around the point that has a number; the innermost one when none has.
  private func numbered(_ innermost: AddressCandidate?) throws(StoreError) -> AddressCandidate? {
    guard let innermost, search.isWithinAnother(than: innermost), try !hasNumber(innermost) else { return innermost }
    var best: AddressCandidate?
    for house in search.houses where house.containsPoint && house.id != innermost.id {
      if let best, best.isWithin(house) || !house.isWithin(best) && best.id < house.id { continue }
      if try hasNumber(house) { best = house }
    }
    return best ?? innermost
  }

  /// The node in an outline, unless only the outline has a number.
  private func numbered(
    _ node: AddressCandidate?, else outline: AddressCandidate
  ) throws(StoreError) -> AddressCandidate {
    guard let node else { return outline }
    if try hasNumber(node) { return node }
    return try hasNumber(outline) ? outline : node
  }

  private func hasNumber(_ house: AddressCandidate) throws(StoreError) -> Bool {
    try !store.address(house.id).houseNumber.isEmpty
  }

  /// The nearest of the addresses whose building contains the point; nil when there is none, or when an outline with an
  /// address inside that building goes before it.
  private func nearestResident(within outline: AddressCandidate?) throws(StoreError) -> AddressCandidate? {
    guard let building = search.residents.min(by: { $0.isWithin($1) }) else { return nil }
    // Where outline and building are the same, the outline is chosen if it has a number.
    if let outline, try hasNumber(outline) ? !building.isWithin(outline) : outline.isWithin(building) { return nil }
    for index in search.residents.indices
    where search.residents[index].isIn(building) && search.residents[index].distanceMeters == .infinity {
      let point = try store.address(search.residents[index].id).point
      search.residents[index].distanceMeters = search.projection.project(point).squaredLength.squareRoot()
    }
    // An address with a number goes before one with only a name; nearly always the first one has a number.
    let first = nextResident(of: building, after: nil)
    var next = first
    while let house = next {
      if try !store.address(house.id).houseNumber.isEmpty { return house }
      next = nextResident(of: building, after: house)
    }
    return first
  }

  /// The next address in a building by distance; nil when there is none.
  private func nextResident(of building: AddressCandidate, after last: AddressCandidate?) -> AddressCandidate? {
    var best: AddressCandidate?
    for house in search.residents where house.isIn(building) && last?.isNearer(than: house) ?? true {
      if best.map({ house.isNearer(than: $0) }) ?? true { best = house }
    }
    return best
  }

  private func nearestHouse(on street: NameID) throws(StoreError) -> AddressCandidate? {
    let isWanted = { (name: NameID?) throws(StoreError) -> Bool in
      guard let name else { return false }
      return try spelling.isSame(name, street)
    }
    guard let house = try search.nearestHouse(nearerThan: Reach.houseOnStreet.nextUp, where: isWanted) else {
      return nil
    }
    let entrance = try entrance(of: house)
    return try isWanted(entrance.street) ? entrance : house
  }

  /// The numbered address node on the wall in front of the point, where the house is a building that has one; otherwise
  /// the house.
  private func entrance(of house: AddressCandidate) throws(StoreError) -> AddressCandidate {
    guard !house.isNode, !house.containsPoint else { return house }
    var best: AddressCandidate?
    for node in search.houses where node.isNode && abs(node.distanceMeters - house.distanceMeters) <= Reach.samePlace {
      if let best, !node.isNearer(than: best) { continue }
      let row = try store.address(node.id)
      if !row.houseNumber.isEmpty, search.isIn(house.id, row.point) { best = node }
    }
    return best ?? house
  }

  // MARK: Interpolation

  /// Adds the nearest interpolation when it is nearer than the house. It must belong to the chosen street, unless it is
  /// nearer than that street or the house was chosen before the street.
  private func withInterpolation(_ choice: AddressChoice) throws(StoreError) -> AddressChoice {
    guard !search.interpolations.isEmpty else { return choice }
    var result = choice
    var range: InterpolationCandidate?
    for candidate in search.interpolations where !isTooFar(candidate.distanceMeters) {
      let bound = result.interpolation?.distanceMeters ?? choice.house?.distanceMeters ?? Reach.houseOnStreet
      guard candidate.distanceMeters < bound, try belongs(candidate, to: choice) else { continue }
      guard try store.interpolation(candidate.id).streetOrigin == .range else {
        result.interpolation = candidate
        continue
      }
      let isNearest = candidate.distanceMeters < range?.distanceMeters ?? .infinity
      if isNearest, choice.house == nil, try isOnStreet(candidate, of: choice) { range = candidate }
    }
    if result.interpolation == nil, let range {
      result.interpolation = range
      result.isFromRange = true
    }
    return result
  }

  private func belongs(_ candidate: InterpolationCandidate, to choice: AddressChoice) throws(StoreError) -> Bool {
    guard choice.rule != .nearerThanStreet, let street = choice.street else { return true }
    return try candidate.distanceMeters < street.rankMeters ? true : isOnStreet(candidate, of: choice)
  }
}

extension AddressChooser {
  /// Whether a stretch belongs to the street of the choice.
  private func isOnStreet(_ candidate: InterpolationCandidate, of choice: AddressChoice) throws(StoreError) -> Bool {
    guard let name = candidate.street, let street = choice.street else { return false }
    return try spelling.isSame(name, street.name)
  }
}

extension AddressCandidate {
  /// Whether this address is in the same building as another one.
  fileprivate func isIn(_ building: AddressCandidate) -> Bool {
    edgeMeters == building.edgeMeters && outlineSize == building.outlineSize
  }

  /// Whether it is nearer, or equally near with a lower row. The row makes the result independent of the order of
  /// tiles.
  @inline(__always) func isNearer(than other: AddressCandidate) -> Bool {
    distanceMeters < other.distanceMeters || (distanceMeters == other.distanceMeters && id < other.id)
  }
}
