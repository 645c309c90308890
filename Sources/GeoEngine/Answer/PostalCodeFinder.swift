import GeoLocale
import GeoModel
import GeoStore
import GeoSupport

/// Finds the nearest house with a postal code, for points whose own house and street have none.
///
/// 1. The store has groups of houses with the same code in the same areas; the nearest groups come first.
/// 2. A group counts when its code is whole, which is checked on the store's pages before the rest of the group is
///    read. Its houses must also lie in the area that is the point's city, if there is one.
/// 3. The nearest house of these groups lends its code. The search ends when the next group is farther than that house.
final class PostalCodeFinder {
  /// A house with a postal code.
  struct House {
    /// The code's row.
    var code: NameID
    /// The house's row.
    var id: AddressID
    /// The distance from the point, in meters.
    var distanceMeters: Double
  }

  /// The parameters of a search.
  private struct Question: Equatable {
    var point: FixedPoint
    var street: NameID?
    var city: AreaID?
    var country: String?
    var namesCity: Bool
  }

  private let store: StoreReader
  /// The latest searches, all around one point: a query may need the city and then the code.
  @exclusivity(unchecked) private var answered: [(question: Question, house: House?)] = []
  /// Whether areas are countries of the extract.
  @exclusivity(unchecked) private var realCountries = SlotTable<Bool>(slotBits: 10)
  /// Whether a code is whole.
  private enum Wholeness: BitwiseCopyable {
    case partial
    /// Whole, but its country writes it differently.
    case whole
    case wholeAndWritten
  }

  /// The wholeness of codes, by code and country.
  @exclusivity(unchecked) private var wholeCodes = SlotTable<Wholeness>(slotBits: 12)

  init(store: StoreReader) { self.store = store }

  /// The nearest house with a whole postal code in the same city; nil when there is none. The reach is
  /// ``Reach/postalCode``, or ``Reach/postalCodeOnStreet`` for a house on a street, or ``Reach/postalCodeOfStreets``
  /// where streets have codes of their own.
  ///
  /// - Parameters:
  ///   - street: the name of the street that the house must be on; nil for any house.
  ///   - country: ISO code of the country, whose format the code must have.
  ///   - namesCity: whether the house must have a city in its address.
  func nearest(
    to projection: LocalProjection, on street: NameID? = nil, city: AreaID?, country: String?, namesCity: Bool = false
  ) throws(StoreError) -> House? {
    let question = Question(
      point: projection.origin, street: street, city: city, country: country, namesCity: namesCity)
    for known in answered where known.question == question { return known.house }
    var house: House?
    for reach in street == nil ? Reach.postalCodeRings : Reach.postalCodeOnStreetRings {
      let isTooFar = reach > Reach.postalCodeOfStreets && !namesCity && PostalCodeFormat.isOfStreets(inCountry: country)
      if isTooFar { break }
      house = try search(question, projection, reach)
      if house != nil { break }
    }
    if answered.count == 8 || answered.first?.question.point != question.point {
      answered.removeAll(keepingCapacity: true)
    }
    answered.append((question, house))
    return house
  }

  private func search(
    _ question: Question, _ projection: LocalProjection, _ reach: Double
  ) throws(StoreError) -> House? {
    var best: House?
    let country = countryKey(question.country)
    try store.forEachPostalGroup(
      near: projection, on: question.street, in: question.city, squaredBound: reach * reach,
      where: { (code) throws(StoreError) in try wholeness(of: code, question.country, country) != .partial }
    ) { (group, bound) throws(StoreError) in
      // Checks the area before the houses or after them, whichever is cheaper: few groups have the street, but without
      // a street many houses have to be examined.
      if question.street == nil, try !isIn(group, question.city) { return }
      guard
        let found = try group.nearest(
          to: projection, on: question.street, squaredBound: bound, where: question.namesCity ? namesCity : nil)
      else { return }
      if question.street != nil, try !isIn(group, question.city) { return }
      bound = found.squaredMeters
      best = House(code: group.code, id: found.house, distanceMeters: found.squaredMeters.squareRoot())
    }
    return best
  }

  private func namesCity(_ house: AddressID) throws(StoreError) -> Bool { try store.address(house).city != nil }

  /// Whether a group's houses lie in an area; true without one. In a coarse area they must also not be in a country of
  /// the extract, whose more exact border excludes them.
  private func isIn(_ group: PostalGroup, _ city: AreaID?) throws(StoreError) -> Bool {
    guard let city else { return true }
    guard group.isIn(city) else { return false }
    guard try store.area(city).isCoarse else { return true }
    return try !group.isInArea(where: isRealCountry)
  }

  private func isRealCountry(_ area: AreaID) throws(StoreError) -> Bool {
    if let known = realCountries[UInt64(area.rawValue)] { return known }
    let isReal = try store.area(area).isRealCountry
    realCountries.keep(isReal, for: UInt64(area.rawValue))
    return isReal
  }

  /// A whole code as its country writes it; nil for one that is not whole.
  func whole(_ code: NameID, _ country: String?) throws(StoreError) -> String? {
    switch try wholeness(of: code, country, countryKey(country)) {
    case .partial: nil
    case .whole: PostalCodeFormat.whole(try store.name(code), inCountry: country)
    case .wholeAndWritten: try store.name(code)
    }
  }

  /// A country as a number of at most 17 bits, 0 for none; nil for a code of more than two letters.
  private func countryKey(_ country: String?) -> UInt64? {
    guard let country else { return 0 }
    let key = country.utf8.reduce(UInt64(1)) { $0 << 8 + UInt64($1) }
    return key >> 17 == 0 ? key : nil
  }

  private func wholeness(of code: NameID, _ country: String?, _ countryKey: UInt64?) throws(StoreError) -> Wholeness {
    let key = countryKey.map { $0 << 32 + UInt64(code.rawValue) }
    if let key, let known = wholeCodes[key] { return known }
    let text = try store.name(code)
    let whole = PostalCodeFormat.whole(text, inCountry: country)
    let wholeness = whole == nil ? Wholeness.partial : whole == text ? .wholeAndWritten : .whole
    if let key { wholeCodes.keep(wholeness, for: key) }
    return wholeness
  }
}
