import GeoEngine
import GeoModel
import GeoStore

extension ResultBuilder {
  /// Ids of numbers between houses are kept apart from those of objects by this bit.
  private static let interpolationBit: Int64 = 1 << 40

  /// A number between two houses: the address is that of its street.
  func result(_ found: FoundInterpolation, _ situation: Situation) throws(StoreError) -> NominatimResult {
    let store = lookup.engine.reader
    let streetName = try found.stretch.street.map { id throws(StoreError) in try store.name(id) }
    let street = try lookup.parents.street(named: streetName, near: found.number.place)
    var parts = [AddressPart(label: "house_number", name: found.number.text, rank: 28)]
    if let street, let name = situation.names.picker.name(of: street, linked: nil) {
      parts.append(AddressPart(label: "road", name: name, rank: street.object.ranks.address))
    }
    try appendContext(street, nil, situation, &parts)
    var code = try found.stretch.postalCode.map { id throws(StoreError) in try store.name(id) } ?? street?.postalCode
    if code == nil { code = try postalCodes.nearest(to: found.number.place, situation.surroundings) }
    try finish(&parts, postalCode: code, situation)
    let tag = MapTag(key: "place", value: "house")
    let ranks = MapObjectRanks(search: 30, address: 30)
    let result = NominatimResult(
      placeID: ResultBuilder.interpolationBit | Int64(found.id.rawValue), source: found.stretch.source,
      category: tag.key, type: tag.value, ranks: ranks, addressType: tag.key,
      importance: ResultBuilder.importance(ranks), center: found.number.place,
      box: NodeExtent.box(around: found.number.place, tag), distanceMeters: found.distanceMeters, name: nil,
      displayName: ResultBuilder.displayName(parts) ?? found.number.text, parts: parts,
      countryCode: situation.countryCode, names: [], extraTags: [], entrances: nil,
      shape: situation.request.geometry == nil ? nil : .point(found.number.place))
    return result
  }

  /// A country that the extract has no boundary of.
  func result(_ country: StoredArea, _ situation: Situation) throws(StoreError) -> NominatimResult {
    let name = try situation.names.country(situation.surroundings, countries)
    let ranks = MapObjectRanks(search: 4, address: 4)
    let center = MiddleOfArea.of(try lookup.engine.reader.boundary(of: country.id)) ?? country.box.middle
    return NominatimResult(
      placeID: nil, source: nil, category: "place", type: "country", ranks: ranks, addressType: "country",
      importance: ResultBuilder.importance(ranks), center: center, box: country.box, distanceMeters: 0, name: name,
      displayName: name ?? "",
      parts: name.map { [AddressPart(label: "country", name: $0, rank: 4, isOwn: false)] } ?? [],
      countryCode: situation.countryCode, names: try names(of: country), extraTags: [],
      entrances: nil, shape: situation.request.geometry == nil ? nil : .point(center))
  }

  /// The names of a country by language.
  private func names(of country: StoredArea) throws(StoreError) -> [MapTag] {
    let store = lookup.engine.reader
    let local = MapTag(key: "name", value: try store.name(country.name))
    return [local]
      + (try store.translations(country.name)).map { MapTag(key: "name:" + $0.language, value: $0.text) }
  }
}
