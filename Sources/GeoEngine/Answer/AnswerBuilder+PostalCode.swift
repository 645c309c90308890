import GeoModel
import GeoStore
import GeoSupport

extension AnswerBuilder {
  /// Fills the postal code.
  ///
  /// 1. Of the house. 2. Of the postal area around the point. 3. Of the country or parish that has only one, if its border is the extract's.
  /// 4. Of the street. 5. Of the nearest house of the same street. 6. Of the settlement that is the city. 7. Of the nearest house in the
  /// same city, or of one in the same country that is three times as near. 8. As 3, if its border is coarse. On water a house on the shore may
  /// say it, but none farther inland. Objects that have a code but no number count as houses where codes are lent.
  ///
  /// A house whose own code is half a code or a list takes the whole one of 2 to 8 that agrees with it; else its own is shown as
  /// mapped. What is not a code of the country at all goes last.
  func fillPostalCode(
    _ placemark: inout Placemark, _ facts: AddressFacts, city: Settlement?, _ trace: inout TraceRecorder
  ) throws(StoreError) {
    guard query.detail >= .suburb else { return }
    guard !facts.isPostalCodeOfStreet, let code = facts.postalCode else {
      if let found = try lentCode(placemark, facts, city) { set(found, &placemark, &trace) }
      return
    }
    let mapped = try store.name(code)
    var own = FoundCode(text: mapped, rule: facts.postalRule, source: facts.source)
    if let whole = try whole(code) {
      own.text = whole
    } else if let found = try lentCode(placemark, facts, city), agrees(found.text, with: mapped) {
      own = found
    } else if let first = members(of: mapped).lazy.compactMap(whole).first {
      own.text = first
    }
    set(own, &placemark, &trace)
  }

  /// A code with its reason.
  private struct FoundCode {
    var text: String
    var rule: String
    var source: SourceReference?
    var distanceMeters: Double?
  }

  /// See 2 to 8.
  private func lentCode(
    _ placemark: Placemark, _ facts: AddressFacts, _ city: Settlement?
  ) throws(StoreError) -> FoundCode? {
    if let area = hierarchy.postal {
      return FoundCode(
        text: try store.name(area.name), rule: "postal area contains the point", source: area.source, distanceMeters: 0)
    }
    if let found = soleCode(isCoarse: false) { return found }
    if facts.isPostalCodeOfStreet, let code = try whole(facts.postalCode) {
      return FoundCode(text: code, rule: facts.postalRule, source: facts.source)
    }
    let mayAskHouses = query.detail >= .street && placemark.match != .country
    let isOnWater = hierarchy.digest.isOnWater || placemark.match == .water
    if mayAskHouses, let street = facts.street, let found = try lentCode(ofHouseOn: street, isOnWater) { return found }
    if let city, let code = try whole(city.place.postalCode) {
      return FoundCode(
        text: code, rule: "of the settlement", source: city.place.source, distanceMeters: city.distanceMeters)
    }
    if mayAskHouses, let found = try lentCode(ofHouseOn: nil, isOnWater) { return found }
    return soleCode(isCoarse: true)
  }

  /// The only code of the country or its subdivision.
  ///
  /// - Parameter isCoarse: whether a border of the coarse layer is good enough to know that the point is there.
  private func soleCode(isCoarse: Bool) -> FoundCode? {
    let code = isCoarse ? hierarchy.solePostalCode : hierarchy.sureSolePostalCode
    return code.map { FoundCode(text: $0, rule: "the only one there") }
  }

  private func lentCode(ofHouseOn street: NameID?, _ isOnWater: Bool) throws(StoreError) -> FoundCode? {
    var nearest = try nearestHouse(on: street)
    // Next door in the next city says more than far away in this one.
    if street == nil, nearest?.distanceMeters ?? .infinity > Reach.postalCodeNextDoor,
      let other = try nearestHouseOfCountry(),
      other.distanceMeters * 3 < nearest?.distanceMeters ?? .infinity
    {
      nearest = other
    }
    guard let found = nearest else { return nil }
    if isOnWater, found.distanceMeters > Reach.postalCodeOnWater { return nil }
    // Codes follow streets, but not for ever: a house around the corner knows better than one far down the street.
    if street != nil, found.distanceMeters > Reach.surePostalCodeOnStreet,
      let other = try nearestHouse(on: nil), other.distanceMeters * 3 < found.distanceMeters
    {
      return nil
    }
    let rule = street == nil ? "of the nearest house" : "of the nearest house of the street"
    // Only a trace tells which house it was.
    let source = query.includesTrace ? try store.address(found.id).source : nil
    return try whole(found.code).map {
      FoundCode(text: $0, rule: rule, source: source, distanceMeters: found.distanceMeters)
    }
  }

  /// The nearest house with a code, of a street or of any, in the same city. Without a city's boundary it must at least be in
  /// the same county, state or country.
  func nearestHouse(on street: NameID?) throws(StoreError) -> PostalCodeFinder.House? {
    try engine.postalCodes.nearest(
      to: projection, on: street, city: hierarchy.digest.postalBounds, country: hierarchy.countryCode)
  }

  /// As ``nearestHouse(on:)``, but of those whose addresses name a city.
  func nearestHouseWithCity() throws(StoreError) -> PostalCodeFinder.House? {
    try engine.postalCodes.nearest(
      to: projection, city: hierarchy.digest.postalBounds, country: hierarchy.countryCode, namesCity: true)
  }

  /// The nearest house with a code in the country, whatever its city.
  private func nearestHouseOfCountry() throws(StoreError) -> PostalCodeFinder.House? {
    try engine.postalCodes.nearest(to: projection, city: hierarchy.country?.id, country: hierarchy.countryCode)
  }

  // MARK: Wholeness

  private func whole(_ code: String) -> String? { PostalCodeFormat.whole(code, inCountry: hierarchy.countryCode) }

  private func whole(_ code: NameID?) throws(StoreError) -> String? {
    guard let code else { return nil }
    return try engine.postalCodes.whole(code, hierarchy.countryCode)
  }

  /// Whether a whole code may stand for what is mapped: it is in the list, or begins with the half code, or what is mapped is no
  /// code at all.
  private func agrees(_ whole: String, with mapped: String) -> Bool {
    if PostalCodeFormat.isList(mapped) {
      return members(of: mapped).contains { PostalCodeFormat.begins(whole, with: $0) }
    }
    guard PostalCodeFormat.isBeginning(mapped, inCountry: hierarchy.countryCode) else { return true }
    return PostalCodeFormat.begins(whole, with: mapped)
  }

  private func members(of list: String) -> [String] { list.split { $0 == ";" || $0 == "," }.map(String.init) }

  private func set(_ code: FoundCode, _ placemark: inout Placemark, _ trace: inout TraceRecorder) {
    placemark.postalCode = code.text
    trace.note(
      TraceEntry(
        field: "postalCode", value: code.text, rule: code.rule, source: code.source, distanceMeters: code.distanceMeters
      ))
  }
}

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

  /// What the finder was asked.
  private struct Question: Equatable {
    var point: FixedPoint
    var street: NameID?
    var city: AreaID?
    var country: String?
    var namesCity: Bool
  }

  private let store: StoreReader
  /// The last questions, all about one point, as one answer may ask for the city and again for the code.
  @exclusivity(unchecked) private var answered: [(question: Question, house: House?)] = []
  /// Whether areas are countries of the extract.
  @exclusivity(unchecked) private var realCountries = SlotTable<Bool>(slotBits: 10)
  /// How whole a code is.
  private enum Wholeness: BitwiseCopyable {
    case partial
    /// But its country writes it in another way.
    case whole
    case wholeAndWritten
  }

  /// How whole codes are, by their row and the country.
  @exclusivity(unchecked) private var wholeCodes = SlotTable<Wholeness>(slotBits: 12)

  init(store: StoreReader) { self.store = store }

  /// The nearest house with a whole postal code in the same city; nil when there is none within ``Reach/postalCode``, or
  /// ``Reach/postalCodeOnStreet`` if it must be on a street, or ``Reach/postalCodeOfStreets`` if streets have codes of their own.
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
    try store.forEachPostalGroup(
      near: projection, on: question.street, in: question.city, squaredBound: reach * reach
    ) { (group, bound) throws(StoreError) in
      // Few groups have a street, and many houses have to be looked at where none is asked for.
      if question.street == nil, try !counts(group, question) { return }
      guard
        let found = try group.nearest(
          to: projection, on: question.street, squaredBound: bound, where: question.namesCity ? namesCity : nil)
      else { return }
      if question.street != nil, try !counts(group, question) { return }
      bound = found.squaredMeters
      best = House(code: group.code, id: found.house, distanceMeters: found.squaredMeters.squareRoot())
    }
    return best
  }

  private func namesCity(_ house: AddressID) throws(StoreError) -> Bool { try store.address(house).city != nil }

  private func counts(_ group: PostalGroup, _ question: Question) throws(StoreError) -> Bool {
    guard try isIn(group, question.city) else { return false }
    return try wholeness(of: group.code, question.country) != .partial
  }

  /// Whether a group's houses lie in an area, if there is one. Within a coarse border they must not be in a country of the extract, which ends before.
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
    switch try wholeness(of: code, country) {
    case .partial: nil
    case .whole: PostalCodeFormat.whole(try store.name(code), inCountry: country)
    case .wholeAndWritten: try store.name(code)
    }
  }

  private func wholeness(of code: NameID, _ country: String?) throws(StoreError) -> Wholeness {
    let key = country.map { $0.utf8.reduce(UInt64(1)) { $0 << 8 + UInt64($1) } } ?? 0
    // Codes of countries have two letters.
    let known = key >> 17 == 0 ? wholeCodes[key << 32 + UInt64(code.rawValue)] : nil
    if let known { return known }
    let text = try store.name(code)
    let whole = PostalCodeFormat.whole(text, inCountry: country)
    let wholeness = whole == nil ? Wholeness.partial : whole == text ? .wholeAndWritten : .whole
    if key >> 17 == 0 { wholeCodes.keep(wholeness, for: key << 32 + UInt64(code.rawValue)) }
    return wholeness
  }
}
