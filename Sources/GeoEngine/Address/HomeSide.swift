import GeoModel
import GeoStore

/// The asked point's side of the countries' borders that the extract knows. An answer stays on it.
///
/// 1. A house in another country is never the point's; only a building around the point may stand on the border.
/// 2. A street is not either, nor a number between two houses on it, unless it is hardly beyond the border: it may run along it.
struct HomeSide {
  private let borders: CountryBorders
  private let hierarchy: Hierarchy
  private let projection: LocalProjection
  /// A street may lie so many meters beyond a border.
  private static let besideBorder = 10.0

  /// The side of a point.
  ///
  /// - Parameters:
  ///   - hierarchy: that of the point.
  ///   - projection: around the point.
  init(of hierarchy: Hierarchy, _ projection: LocalProjection, _ borders: CountryBorders) {
    self.borders = borders
    self.hierarchy = hierarchy
    self.projection = projection
  }

  /// Whether a point is on it.
  func has(_ point: FixedPoint) throws(StoreError) -> Bool { try borders.isHome(point, hierarchy) }

  /// Whether a house is.
  func has(_ house: AddressID) throws(StoreError) -> Bool { try has(borders.store.address(house).point) }

  /// Whether the number between two houses that is nearest to the point is.
  func has(_ stretch: InterpolationID) throws(StoreError) -> Bool {
    let row = try borders.store.interpolation(stretch)
    guard let number = InterpolatedNumber(on: row, nearestTo: projection.origin) else { return true }
    return try reaches(projection.project(number.place))
  }

  /// Whether the nearest place of a street is.
  func has(_ street: StreetCandidate) throws(StoreError) -> Bool { try reaches(street.nearest) }

  /// Whether a place of a line is on it or hardly beyond the border.
  private func reaches(_ place: LocalPoint) throws(StoreError) -> Bool {
    let meters = place.squaredLength.squareRoot()
    guard meters > HomeSide.besideBorder else { return true }
    let part = 1 - HomeSide.besideBorder / meters
    return try has(projection.unproject(LocalPoint(x: place.x * part, y: place.y * part)))
  }

  // MARK: Choices

  /// Whether a choice has nothing from abroad. Tiles without a border need no closer look while the choice lies in them.
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
  /// Whether the street is a part of the answer.
  fileprivate var isOnStreet: Bool {
    switch rule {
    case .onNearestStreet, .streetOnly: true
    default: interpolation != nil
    }
  }
}
