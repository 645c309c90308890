import GeoLocale
import GeoModel
import GeoStore

// Codes from tables of postal codes, where the map has none.
extension AnswerBuilder {
  /// The code of the smallest table area around the point that has a valid code of the country.
  func codeOfTableArea() throws(StoreError) -> FoundCode? {
    guard store.hasPostalAreas else { return nil }
    for row in try store.postalAreas(containing: projection.origin) where isOfCountry(row.country) {
      guard let found = found(row, store.info.metadata.postalAreas, "contains the point") else { continue }
      return found
    }
    return nil
  }

  /// The code of the nearest table point in the same country; nil where none is within reach, or where several codes
  /// share that point.
  ///
  /// The reach is ``Reach/postalPoint``, or ``Reach/postalCodeOfStreets`` where streets have codes of their own, and at
  /// most ``Reach/postalCodeOnWater`` on water.
  ///
  /// - Parameter isOnWater: whether the point is on water, where only points on the shore may give the code.
  func codeOfTablePoint(_ isOnWater: Bool) throws(StoreError) -> FoundCode? {
    guard store.hasPostalPoints, hierarchy.countryCode != nil else { return nil }
    var reach = Reach.postalPoint
    if PostalCodeFormat.isOfStreets(inCountry: hierarchy.countryCode) { reach = Reach.postalCodeOfStreets }
    if isOnWater { reach = min(reach, Reach.postalCodeOnWater) }
    let nearest = try store.nearestPostalPoint(to: projection, withinMeters: reach) { $0 != nil && isOfCountry($0) }
    return nearest.flatMap { found($0, store.info.metadata.postalPoints, "has the nearest place") }
  }

  private func found(_ row: PostalTableRow, _ tables: [OwnDataInfo], _ what: String) -> FoundCode? {
    guard let text = row.code, let code = PostalCodeFormat.whole(text, inCountry: hierarchy.countryCode) else {
      return nil
    }
    let table = tables.indices.contains(row.table) ? tables[row.table].name : ""
    return FoundCode(text: code, rule: "table of postal codes \(table) \(what)", distanceMeters: row.distanceMeters)
  }

  /// Whether the point lies in a row's country; true for a row without one. A territory may have a code of its own and
  /// also lie in a country.
  private func isOfCountry(_ country: String?) -> Bool {
    guard let country, country != hierarchy.countryCode else { return true }
    return hierarchy.all.contains { $0.level == 2 && $0.kind == .administrative && $0.countryCode == country }
  }
}
