import GeoLocale
import GeoModel
import GeoStore

extension AnswerBuilder {
  /// Fills the postal code.
  ///
  /// 1. Of the house. 2. Of the postal area around the point. 3. Of the country or parish that has only one, if its border is the extract's.
  /// 4. Of the street. 5. Of the nearest house of the same street. 6. Of the municipality that has a single one, unless a house next door says
  /// another, and of the settlement that is the city. 7. Of the nearest house in the same city, or of one in the same country that is
  /// three times as near. 8. Of the area of a table of postal codes around the point. 9. As 3, if its border is coarse. 10. Of the nearest point of such a
  /// table. On water a house on the shore may say it, but none farther inland. Objects that
  /// have a code but no number count as houses where codes are lent.
  ///
  /// Of a house's own code with more in it, the code counts. One whose own is half a code or a list takes the whole one of 2 to 10 that agrees with it; else its own is shown as
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
    /// The code as it is shown.
    var text: String
    /// The rule that chose it.
    var rule: String
    /// What it was taken from; nil for what is not on the map.
    var source: SourceReference?
    /// How far that is.
    var distanceMeters: Double?
  }

  /// See 2 to 10.
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

  /// The code that all of the municipality has. Where a house next door has one, it is that of the house which counts: a municipality may
  /// have got a second one since.
  private func codeOfMunicipality(_ mayAskHouses: Bool) throws(StoreError) -> FoundCode? {
    guard let area = hierarchy.postal, area.isMunicipalPostalArea, let code = try whole(area.name) else { return nil }
    if mayAskHouses, let house = try nearestHouse(on: nil), house.distanceMeters <= Reach.postalCodeNextDoor {
      return nil
    }
    return FoundCode(text: code, rule: "of the municipality around the point", source: area.source, distanceMeters: 0)
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
    let source = query.includesTrace ? try store.address(found.id).source.shown : nil
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

  /// Whether a whole code may stand for what is mapped: it is in the list, or begins or ends with the half code, or what is mapped is no
  /// code at all.
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
