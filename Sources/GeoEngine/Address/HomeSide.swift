import GeoModel
import GeoStore

/// The side of the extract's country borders on which the query's point lies.
///
/// The placemark stays on that side:
///
/// 1. A house in another country is never chosen; only a building around the point may stand on the border.
/// 2. A street, or a number between two houses on it, may be slightly beyond the border, because a street may run along
///    it.
struct HomeSide {
  private let borders: CountryBorders
  private let hierarchy: Hierarchy
  private let projection: LocalProjection
  /// How far a street may lie beyond a border, in meters.
  private static let besideBorder = 10.0

  /// The side of a point.
  ///
  /// - Parameters:
  ///   - hierarchy: the hierarchy of the point.
  ///   - projection: the projection around the point.
  init(of hierarchy: Hierarchy, _ projection: LocalProjection, _ borders: CountryBorders) {
    self.borders = borders
    self.hierarchy = hierarchy
    self.projection = projection
  }

  /// Whether a point is on this side.
  func has(_ point: FixedPoint) throws(StoreError) -> Bool { try borders.isHome(point, hierarchy) }

  /// Whether a house is on this side.
  func has(_ house: AddressID) throws(StoreError) -> Bool { try has(borders.store.address(house).point) }

  /// Whether the number of a stretch that is nearest to the point is on this side, or hardly beyond the border; true
  /// when the stretch has no number.
  func has(_ stretch: InterpolationID) throws(StoreError) -> Bool {
    let row = try borders.store.interpolation(stretch)
    guard let number = InterpolatedNumber(on: row, nearestTo: projection.origin) else { return true }
    return try reaches(projection.project(number.place))
  }

  /// Whether the nearest place of a street is on this side, or hardly beyond the border.
  func has(_ street: StreetCandidate) throws(StoreError) -> Bool { try reaches(street.nearest) }

  /// Whether a place of a line is on this side, or hardly beyond the border.
  private func reaches(_ place: LocalPoint) throws(StoreError) -> Bool {
    let meters = place.squaredLength.squareRoot()
    guard meters > HomeSide.besideBorder else { return true }
    let part = 1 - HomeSide.besideBorder / meters
    return try has(projection.unproject(LocalPoint(x: place.x * part, y: place.y * part)))
  }

  // MARK: Choices

  /// Whether nothing in a choice is abroad. A choice within the point's tile needs no closer look when no border runs
  /// through that tile.
  func has(_ choice: AddressChoice, foundBy search: CandidateSearch) throws(StoreError) -> Bool {
    guard hierarchy.countryCode != nil, try !isInTile(choice, search) else { return true }
    if let stretch = choice.interpolation, try !has(stretch.id) { return false }
    if let house = choice.house, !house.containsPoint, try !has(house.id) { return false }
    guard choice.isOnStreet, let street = choice.street else { return true }
    return try has(street)
  }

  private func isInTile(_ choice: AddressChoice, _ search: CandidateSearch) throws(StoreError) -> Bool {
    let street = choice.isOnStreet ? choice.street?.distanceMeters ?? 0 : 0
    let farthest = max(choice.house?.distanceMeters ?? 0, choice.interpolation?.distanceMeters ?? 0, street)
    guard farthest <= search.metersToEdge else { return false }
    return try !borders.cross(search.tile)
  }
}

extension AddressChoice {
  /// Whether the placemark has the street.
  fileprivate var isOnStreet: Bool {
    switch rule {
    case .onNearestStreet, .streetOnly: true
    default: interpolation != nil
    }
  }
}
