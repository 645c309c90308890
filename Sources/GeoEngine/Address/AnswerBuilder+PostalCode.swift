import GeoModel
import GeoStore

extension AnswerBuilder {
  /// Fills the city from the house when neither boundary nor settlement says it.
  func fillCity(_ placemark: inout Placemark, from facts: AddressFacts, _ trace: inout TraceRecorder) throws(StoreError)
  {
    guard placemark.locality == nil, query.detail >= .city, let city = facts.city else { return }
    let text = try name(city, field: "city", &placemark)
    placemark.locality = text
    trace.note(TraceEntry(field: "city", value: text, rule: "addr:city of the house", source: facts.source))
  }

  /// Fills the postal code.
  ///
  /// 1. Of the house. 2. Of the postal area around the point. 3. Of the street. 4. Of the settlement that is the city.
  /// 5. Of the nearest house in the same city.
  func fillPostalCode(
    _ placemark: inout Placemark, _ facts: AddressFacts, city: Settlement?, _ trace: inout TraceRecorder
  ) throws(StoreError) {
    guard query.detail >= .suburb else { return }
    if let code = facts.postalCode, facts.postalRule != "of the street" || hierarchy.postal == nil {
      return try setPostalCode(code, facts.postalRule, facts.source, nil, &placemark, &trace)
    }
    if let area = hierarchy.postal {
      return try setPostalCode(area.name, "postal area contains the point", area.source, 0, &placemark, &trace)
    }
    if let city, let code = city.place.postalCode {
      return try setPostalCode(code, "of the settlement", city.place.source, city.distanceMeters, &placemark, &trace)
    }
    guard query.detail >= .street, placemark.match != .water, placemark.match != .country else { return }
    if let neighbor = try nearestPostalCode() {
      try setPostalCode(
        neighbor.code, "of the nearest house in the same city", neighbor.source, neighbor.distanceMeters, &placemark,
        &trace)
    }
  }

  private func setPostalCode(
    _ code: NameID, _ rule: String, _ source: SourceReference?, _ distance: Double?, _ placemark: inout Placemark,
    _ trace: inout TraceRecorder
  ) throws(StoreError) {
    let text = try store.name(code)
    placemark.postalCode = text
    trace.note(TraceEntry(field: "postalCode", value: text, rule: rule, source: source, distanceMeters: distance))
  }

  private func nearestPostalCode() throws(StoreError) -> (
    code: NameID, source: SourceReference, distanceMeters: Double
  )? {
    // Houses already seen come first; they are within a few hundred metres and need no further tile.
    for house in search.addresses.sorted(by: { $0.isNearer(than: $1) }).prefix(16) {
      let row = try store.address(house.id)
      if let code = row.postalCode, isInSameCity(row.point) { return (code, row.source, house.distanceMeters) }
    }
    return nil
  }

  /// Whether a house lies in the area that is the point's city; true where no area says, and where its tile cannot tell.
  private func isInSameCity(_ point: FixedPoint) -> Bool {
    guard let city = hierarchy.city, tile.box.contains(point), !tile.covering.contains(city.id) else { return true }
    for piece in tile.pieces where piece.owner == .area(city.id) { return tile.contains(point, piece: piece) }
    return true
  }
}
