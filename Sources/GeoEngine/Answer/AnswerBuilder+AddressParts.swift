import GeoLocale
import GeoModel
import GeoStore

// The parts of the matched house's address beside number and street:
// 1. A part fills a field that no area fills (see ``AddressPartRoles``); it goes before settlements nearby.
// 2. Where houses are numbered in blocks, the number is `block-number` and the quarter with its section takes the place
//    of the street. A street that the house was given only because it is near is then not part of its address.
extension AnswerBuilder {
  /// Fills fields from the parts of the house's address. Costs nothing for houses without parts.
  func fillParts(
    _ placemark: inout Placemark, of row: StoredAddress, _ trace: inout TraceRecorder
  ) throws(StoreError) {
    let roles = hierarchy.addressParts
    var parts = row.parts
    // The part that is the city is not shown again.
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

  /// The part of a house's address that is its city; nil for houses without parts, which are most.
  func cityOfParts(of row: StoredAddress) -> NameID? {
    if row.parts.isEmpty { return nil }
    var parts = row.parts
    return parts.take(hierarchy.addressParts.city)?.name
  }

  /// Fills in number and street where houses are numbered in blocks (rule 2 above).
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
