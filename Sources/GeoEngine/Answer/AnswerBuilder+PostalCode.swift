import GeoLocale
import GeoModel
import GeoStore

extension AnswerBuilder {
  /// Fills in the postal code.
  ///
  /// It comes from the first of these sources that has one:
  /// 1. The house.
  /// 2. The postal area around the point.
  /// 3. The country or parish, if it has only one code and its border is the extract's.
  /// 4. The street.
  /// 5. The nearest house of the same street.
  /// 6. The municipality, if it has a single code and no house next door has one; then the settlement that is the city.
  /// 7. The nearest house in the same city, or one in the same country that is three times as near.
  /// 8. The area of a table of postal codes around the point.
  /// 9. The same as 3 with a coarse border.
  /// 10. The nearest point of a table of postal codes.
  ///
  /// On water, a house on the shore may give the code, but no house farther inland. Objects with a code but no number
  /// count as houses that lend codes.
  ///
  /// A house's own code may have other text around it, which is dropped. If it is half a code or a list, a whole code
  /// from 2 to 10 that agrees with it is taken, else the first whole code of the list; otherwise the code is shown as
  /// mapped. Text that is no code of the country gives way to any code from 2 to 10.
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
    if let whole = try whole(code) ?? PostalCodeFormat.code(within: mapped, inCountry: hierarchy.countryCode) {
      own.text = whole
    } else if let found = try lentCode(placemark, facts, city), agrees(found.text, with: mapped) {
      own = found
    } else if let first = members(of: mapped).lazy.compactMap(whole).first {
      own.text = first
    }
    set(own, &placemark, &trace)
  }

  /// A code with its reason.
  struct FoundCode {
    /// The code to show.
    var text: String
    /// The rule that chose it.
    var rule: String
    /// The map object that has the code; nil when the code is not from the map.
    var source: SourceReference?
    /// The distance of that object, in meters.
    var distanceMeters: Double?
  }

  /// Finds a code from sources 2 to 10.
  private func lentCode(
    _ placemark: Placemark, _ facts: AddressFacts, _ city: Settlement?
  ) throws(StoreError) -> FoundCode? {
    if let area = hierarchy.postal, !area.isMunicipalPostalArea {
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
    if let found = try codeOfMunicipality(mayAskHouses) { return found }
    if let city, let code = try whole(city.place.postalCode) {
      return FoundCode(
        text: code, rule: "of the settlement", source: city.place.source, distanceMeters: city.distanceMeters)
    }
    if mayAskHouses, let found = try lentCode(ofHouseOn: nil, isOnWater) { return found }
    if let found = try codeOfTableArea() ?? soleCode(isCoarse: true) { return found }
    return try codeOfTablePoint(isOnWater)
  }

  /// The single code of the municipality; nil where a house next door has a code. The house's code is taken then,
  /// because the municipality may have got a second code since.
  private func codeOfMunicipality(_ mayAskHouses: Bool) throws(StoreError) -> FoundCode? {
    guard let area = hierarchy.postal, area.isMunicipalPostalArea, let code = try whole(area.name) else { return nil }
    if mayAskHouses, let house = try nearestHouse(on: nil), house.distanceMeters <= Reach.postalCodeNextDoor {
      return nil
    }
    return FoundCode(text: code, rule: "of the municipality around the point", source: area.source, distanceMeters: 0)
  }

  /// The only code of the country or its subdivision.
  ///
  /// - Parameter isCoarse: whether the border may be one of the coarse layer.
  private func soleCode(isCoarse: Bool) -> FoundCode? {
    let code = isCoarse ? hierarchy.solePostalCode : hierarchy.sureSolePostalCode
    return code.map { FoundCode(text: $0, rule: "the only one there") }
  }

  private func lentCode(ofHouseOn street: NameID?, _ isOnWater: Bool) throws(StoreError) -> FoundCode? {
    var nearest = try nearestHouse(on: street)
    // A house next door in another city is a better source than one far away in this city.
    if street == nil, nearest?.distanceMeters ?? .infinity > Reach.postalCodeNextDoor,
      let other = try nearestHouseOfCountry(),
      other.distanceMeters * 3 < nearest?.distanceMeters ?? .infinity
    {
      nearest = other
    }
    guard let found = nearest else { return nil }
    if isOnWater, found.distanceMeters > Reach.postalCodeOnWater { return nil }
    // Codes follow streets only so far: a house around the corner is a better source than one far down the street.
    if street != nil, found.distanceMeters > Reach.surePostalCodeOnStreet,
      let other = try nearestHouse(on: nil), other.distanceMeters * 3 < found.distanceMeters
    {
      return nil
    }
    let rule = street == nil ? "of the nearest house" : "of the nearest house of the street"
    // Only traces show the house.
    let source = query.includesTrace ? try store.address(found.id).source.shown : nil
    return try whole(found.code).map {
      FoundCode(text: $0, rule: rule, source: source, distanceMeters: found.distanceMeters)
    }
  }

  /// The nearest house with a code in the same city, on a street or anywhere. Where no area is the city, it must be in
  /// the same county, state or country.
  func nearestHouse(on street: NameID?) throws(StoreError) -> PostalCodeFinder.House? {
    try engine.postalCodes.nearest(
      to: projection, on: street, city: hierarchy.digest.postalBounds, country: hierarchy.countryCode)
  }

  /// The same as ``nearestHouse(on:)``, but only houses whose addresses name a city.
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

  /// Whether a whole code may replace the mapped text: the mapped list has it, it begins or ends with the mapped half,
  /// or the mapped text is no code at all.
  private func agrees(_ whole: String, with mapped: String) -> Bool {
    if PostalCodeFormat.isList(mapped) {
      return members(of: mapped).contains { PostalCodeFormat.begins(whole, with: $0) }
    }
    guard PostalCodeFormat.isBeginning(mapped, inCountry: hierarchy.countryCode) else {
      let isEnd = PostalCodeFormat.isEnd(mapped, inCountry: hierarchy.countryCode)
      return !isEnd || PostalCodeFormat.ends(whole, with: mapped)
    }
    return PostalCodeFormat.begins(whole, with: mapped)
  }

  private func members(of list: String) -> [String] { list.split { $0 == ";" || $0 == "," }.map(String.init) }

  private func set(_ code: FoundCode, _ placemark: inout Placemark, _ trace: inout TraceRecorder) {
    placemark.postalCode = code.text
    trace.note(
      TraceEntry(
        .postalCode, value: code.text, rule: code.rule, source: code.source, distanceMeters: code.distanceMeters
      ))
  }
}
