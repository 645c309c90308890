import GeoModel
import GeoStore

extension AnswerBuilder {
  /// Fills the postal code.
  ///
  /// 1. Of the house. 2. Of the postal area around the point. 3. Of the street. 4. Of the nearest house of the same street.
  /// 5. Of the settlement that is the city. 6. Of the nearest house in the same city. 7. Of the country or parish that has only
  /// one.
  ///
  /// A house whose own code is half a code or a list takes the whole one of 2 to 7 that agrees with it; else its own is shown as
  /// mapped. What is no code of the country at all goes last.
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
    if let code = whole(mapped) {
      own.text = code
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

  /// See 2 to 7.
  private func lentCode(
    _ placemark: Placemark, _ facts: AddressFacts, _ city: Settlement?
  ) throws(StoreError) -> FoundCode? {
    if let area = hierarchy.postal {
      return FoundCode(
        text: try store.name(area.name), rule: "postal area contains the point", source: area.source, distanceMeters: 0)
    }
    if facts.isPostalCodeOfStreet, let code = try whole(facts.postalCode) {
      return FoundCode(text: code, rule: facts.postalRule, source: facts.source)
    }
    let mayAskHouses = query.detail >= .street && placemark.match != .water && placemark.match != .country
    if mayAskHouses, let street = facts.street, let found = try lentCode(ofHouseOn: street) { return found }
    if let city, let code = try whole(city.place.postalCode) {
      return FoundCode(
        text: code, rule: "of the settlement", source: city.place.source, distanceMeters: city.distanceMeters)
    }
    if mayAskHouses, let found = try lentCode(ofHouseOn: nil) { return found }
    return SolePostalCodes.code(country: hierarchy.countryCode, subdivision: hierarchy.subdivisionCode).map {
      FoundCode(text: $0, rule: "the only one there")
    }
  }

  private func lentCode(ofHouseOn street: NameID?) throws(StoreError) -> FoundCode? {
    guard let found = try nearestHouse(on: street) else { return nil }
    // Codes follow streets, but not for ever: a house around the corner knows better than one far down the street.
    if street != nil, found.distanceMeters > Reach.surePostalCodeOnStreet,
      let other = try nearestHouse(on: nil), other.distanceMeters * 3 < found.distanceMeters
    {
      return nil
    }
    let rule = street == nil ? "of the nearest house in the same city" : "of the nearest house of the street"
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

  // MARK: Wholeness

  private func whole(_ code: String) -> String? { PostalCodeFormat.whole(code, inCountry: hierarchy.countryCode) }

  private func whole(_ code: NameID?) throws(StoreError) -> String? {
    guard let code else { return nil }
    return whole(try store.name(code))
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
