import GeoModel
import GeoStore

/// Finds the nearest house with a postal code, for points whose own house and street have none.
///
/// 1. The store knows groups of houses with the same code in the same areas; those nearest to the point come first.
/// 2. A group counts when its houses lie in the area that is the point's city, if there is one, and when its code is whole.
/// 3. The nearest house of the groups that count lends its code. The search ends where groups are farther than that house.
final class PostalCodeFinder {
  /// A house with a postal code.
  struct House {
    /// The code's row.
    var code: NameID
    /// The house's row.
    var id: AddressID
    /// How far it is from the point.
    var distanceMeters: Double
  }

  private struct Code: Hashable {
    var name: NameID
    var country: String?
  }

  /// What the finder was asked.
  private struct Question: Equatable {
    var point: FixedPoint
    var street: NameID?
    var city: AreaID?
    var country: String?
    var reach: Double
  }

  private let store: StoreReader
  /// The last question, as one answer may ask for the city and again for the code.
  @exclusivity(unchecked) private var last: (question: Question, house: House?)?
  @exclusivity(unchecked) private var wholeCodes: [Code: Bool] = [:]
  /// Codes of which is remembered whether they are whole.
  private static let capacity = 16_384

  init(store: StoreReader) { self.store = store }

  /// The nearest house with a whole postal code in the same city; nil when there is none within ``Reach/postalCode``, or
  /// ``Reach/postalCodeOnStreet`` if it must be on a street.
  ///
  /// - Parameters:
  ///   - street: the name of the street that the house must be on; nil for any house.
  ///   - country: ISO code of the country, whose format the code must have.
  ///   - asked: another reach than these; nil for none.
  func nearest(
    to projection: LocalProjection, on street: NameID? = nil, city: AreaID?, country: String?,
    withinMeters asked: Double? = nil
  ) throws(StoreError) -> House? {
    let reach = asked ?? (street == nil ? Reach.postalCode : Reach.postalCodeOnStreet)
    let question = Question(point: projection.origin, street: street, city: city, country: country, reach: reach)
    if let last, last.question == question { return last.house }
    let house = try search(question, projection)
    last = (question, house)
    return house
  }

  private func search(_ question: Question, _ projection: LocalProjection) throws(StoreError) -> House? {
    let reach = question.reach
    var best: House?
    try store.forEachPostalGroup(near: projection, squaredBound: reach * reach) { (group, bound) throws(StoreError) in
      if let city = question.city, !group.isIn(city) { return }
      guard let found = group.nearest(to: projection, on: question.street, squaredBound: bound),
        try isWhole(group.code, question.country)
      else { return }
      bound = found.squaredMeters
      best = House(code: group.code, id: found.house, distanceMeters: found.squaredMeters.squareRoot())
    }
    return best
  }

  /// Whether a code is whole, remembered by its row.
  private func isWhole(_ code: NameID, _ country: String?) throws(StoreError) -> Bool {
    let key = Code(name: code, country: country)
    if let known = wholeCodes[key] { return known }
    let isWhole = PostalCodeFormat.isWhole(try store.name(code), inCountry: country)
    if wholeCodes.count >= PostalCodeFinder.capacity { wholeCodes.removeAll(keepingCapacity: true) }
    wholeCodes[key] = isWhole
    return isWhole
  }
}
