import GeoModel
import GeoStore

extension AnswerBuilder {
  /// Fills the postal code.
  ///
  /// 1. Of the house. 2. Of the postal area around the point. 3. Of the street. 4. Of the settlement that is the city.
  /// 5. Of the nearest house in the same city.
  func fillPostalCode(
    _ placemark: inout Placemark, _ facts: AddressFacts, city: Settlement?, _ trace: inout TraceRecorder
  ) throws(StoreError) {
    guard query.detail >= .suburb else { return }
    if let code = facts.postalCode, !facts.isPostalCodeOfStreet {
      return try setPostalCode(code, facts.postalRule, facts.source, nil, &placemark, &trace)
    }
    if let area = hierarchy.postal {
      return try setPostalCode(area.name, "postal area contains the point", area.source, 0, &placemark, &trace)
    }
    if let code = facts.postalCode, try isWhole(code) {
      return try setPostalCode(code, facts.postalRule, facts.source, nil, &placemark, &trace)
    }
    if let city, let code = city.place.postalCode, try isWhole(code) {
      return try setPostalCode(code, "of the settlement", city.place.source, city.distanceMeters, &placemark, &trace)
    }
    guard query.detail >= .street, placemark.match != .water, placemark.match != .country else { return }
    // Without a city's boundary the house must at least be in the same county, state or country.
    let bounds = hierarchy.city ?? hierarchy.county ?? hierarchy.state ?? hierarchy.country
    let found = try engine.postalCodes.nearest(to: projection, city: bounds?.id, country: hierarchy.countryCode)
    guard let found else { return }
    // Only a trace tells which house it was.
    let source = query.includesTrace ? try store.address(found.id).source : nil
    try setPostalCode(
      found.code, "of the nearest house in the same city", source, found.distanceMeters, &placemark, &trace)
  }

  private func isWhole(_ code: NameID) throws(StoreError) -> Bool {
    PostalCodeFormat.isWhole(try store.name(code), inCountry: hierarchy.countryCode)
  }

  private func setPostalCode(
    _ code: NameID, _ rule: String, _ source: SourceReference?, _ distance: Double?, _ placemark: inout Placemark,
    _ trace: inout TraceRecorder
  ) throws(StoreError) {
    let text = try store.name(code)
    placemark.postalCode = text
    trace.note(TraceEntry(field: "postalCode", value: text, rule: rule, source: source, distanceMeters: distance))
  }
}
