import GeoLocale
import GeoModel
import GeoStore

// What the matched house says beside number and street:
// 1. A part of its address fills a field that no area fills (see ``AddressPartRoles``); it goes before settlements nearby.
// 2. Where houses are numbered in blocks the number is `block-number`, the quarter with its section stands in the place of the street,
//    and a street that the house was merely given because it is near is none of its address.
extension AnswerBuilder {
  /// Fills what parts of the house's address know. Costs nothing for houses without any.
  func fillParts(
    _ placemark: inout Placemark, of row: StoredAddress, _ trace: inout TraceRecorder
  ) throws(StoreError) {
    let roles = hierarchy.addressParts
    var parts = row.parts
    // The city is not shown twice.
    _ = parts.take(roles.city)
    if AddressPartRoles.numbersBlocks(in: hierarchy.countryCode) { try fillBlock(&placemark, row, &trace) }
    if query.detail >= .state, hierarchy.state == nil, let part = parts.take(roles.state) {
      placemark.administrativeArea = try fill(.state, from: part, of: row, &placemark, &trace)
    }
    if hierarchy.county == nil, let part = parts.take(roles.county) {
      let text = try fill(.county, from: part, of: row, &placemark, &trace)
      placemark.subAdministrativeArea = ProvinceCodes.name(ofCode: text, in: hierarchy.countryCode) ?? text
    }
    if !hierarchy.digest.hasSuburb, let part = parts.take(roles.suburb) {
      placemark.subLocality = try fill(.suburb, from: part, of: row, &placemark, &trace)
    }
    if !hierarchy.digest.hasNeighborhood, let part = parts.take(roles.neighborhood) {
      let text = try fill(.neighborhood, from: part, of: row, &placemark, &trace)
      placemark.neighborhood = text == placemark.thoroughfare ? nil : text
    }
  }

  /// The part of a house's address that is its city; nil for houses without any, which are most.
  func cityOfParts(of row: StoredAddress) -> NameID? {
    if row.parts.isEmpty { return nil }
    var parts = row.parts
    return parts.take(hierarchy.addressParts.city)?.name
  }

  /// See 2.
  private func fillBlock(
    _ placemark: inout Placemark, _ row: StoredAddress, _ trace: inout TraceRecorder
  ) throws(StoreError) {
    if let block = row.parts[.block], let number = placemark.subThoroughfare {
      placemark.subThoroughfare = try store.name(block) + "-" + number
    }
    guard placemark.thoroughfare == nil else { return }
    var street = ""
    for part in [row.parts[.quarter], row.parts[.neighbourhood]] {
      if let part { street += try name(part, field: .street, &placemark) }
    }
    guard !street.isEmpty else { return }
    placemark.thoroughfare = street
    trace.note(
      TraceEntry(
        .street, value: street, rule: "addr:quarter and addr:neighbourhood of the house", source: row.source.shown))
  }

  /// Whether the house was given the street that is nearest to it although its country numbers houses in blocks.
  func isInBlock(_ row: StoredAddress) -> Bool {
    row.streetOrigin == .vicinity && AddressPartRoles.numbersBlocks(in: hierarchy.countryCode)
  }

  private func fill(
    _ field: PlacemarkField, from part: AddressDetail, of row: StoredAddress, _ placemark: inout Placemark,
    _ trace: inout TraceRecorder
  ) throws(StoreError) -> String {
    let text = try name(part.name, field: field, &placemark)
    trace.note(TraceEntry(field, value: text, rule: "addr:\(part.kind) of the house", source: row.source.shown))
    return text
  }
}
