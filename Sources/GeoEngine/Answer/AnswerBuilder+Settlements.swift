import GeoModel
import GeoStore

extension AnswerBuilder {
  /// Fills in city, suburb and neighborhood from the settlements around, where areas do not give them.
  ///
  /// 1. A municipality that contains the point is the city, unless the house's own address names a settlement within
  ///    it: mail goes to Nendeln, not to Eschen. `areas` still lists the municipality.
  /// 2. Elsewhere the city is the one in the address of the house, of the street's nearest house or of any house
  ///    nearby.
  /// 3. Where no address names it and settlements are far, the nearest house that names a city decides, if its postal
  ///    code is that of the nearest house.
  /// 4. Next come the extract's own town if the point is near its middle, a coarse area that is a city, the settlements
  ///    around, and a coarse area that is larger than its city.
  ///
  /// - Parameters:
  ///   - shown: the facts of the shown address. The full address may need a search, so it is used only where it may
  ///     matter.
  ///   - choice: the choice behind the shown address.
  /// - Returns: the settlement that became the city; nil when the city is an area or comes from an address, or there is
  ///   no city.
  func fillSettlements(
    _ placemark: inout Placemark, _ shown: AddressFacts, _ choice: AddressChoice, _ trace: inout TraceRecorder
  ) throws(StoreError) -> Settlement? {
    guard query.detail >= .city else { return nil }
    var city: Settlement?
    var cityName = hierarchy.digest.city?.name
    if let municipality = hierarchy.digest.city, !municipality.isCoarse {
      if try mayBeInPart(of: municipality), let named = try houseCityFacts(shown, choice).city {
        city = try engine.settlements.part(of: municipality, named: named)
      }
    } else if let sure = try cityWhateverHousesSay(shown) {
      city = sure.settlement
    } else {
      let facts = try nearbyCityFacts(shown, choice)
      var named: NameID?
      if let facts { named = try namedCity(facts) }
      if try isCoarseCity(named) {
        city = try named == nil ? sureSettlement() : nil
      } else {
        city = try engine.settlements.city(named: named)
        if named == nil, let facts, let lent = try lentCity(facts, before: city) {
          named = lent
          city = try engine.settlements.city(named: lent)
        }
        if let named, let found = city, try givesWay(found, to: named) { city = nil }
        if city == nil, let named, let facts {
          try fillCity(&placemark, named: named, facts, &trace)
          cityName = named
        }
      }
      rows?.isCityFromAddress = named != nil && city?.place.isCoarse ?? true
    }
    if city == nil, placemark.locality == nil, let area = hierarchy.city {
      placemark.locality = try fill(.city, from: area, &placemark, &trace)
    }
    if let city {
      try fillCity(&placemark, from: city, &trace)
      try fitState(&placemark, to: city.place, &trace)
      cityName = city.place.name
      rows?.city = city.place
    }
    if query.detail >= .suburb {
      try fillParts(&placemark, cityName, city?.place.kind, &trace)
      if let rows {
        let way = try cityFacts(shown, choice).way
        rows.parts = try engine.settlements.parts(city: cityName, kind: city?.place.kind, along: way)
      }
    }
    return city
  }

  /// Whether the address may name a settlement in the municipality. Checked first where finding the address costs a
  /// search.
  private func mayBeInPart(of municipality: HierarchyDigest.City) throws(StoreError) -> Bool {
    guard query.detail < .street else { return true }
    guard try engine.settlements.mayHavePart(municipality) else { return false }
    guard let names = citiesAround else { return true }
    for name in names where try engine.settlements.part(of: municipality, named: name) != nil { return true }
    return false
  }

  /// Whether a coarse area is the city, and no address names another one.
  func isCoarseCity(_ named: NameID?) throws(StoreError) -> Bool {
    guard let area = hierarchy.digest.city, !area.isLarger else { return false }
    guard let named else { return true }
    return try engine.settlementNames.isSame(named, as: area.name)
  }

  /// The extract's town or village that goes before a coarse area: in a coarse place one whose middle is near, in a
  /// coarse municipality any within reach. Nil when there is none.
  func sureSettlement() throws(StoreError) -> Settlement? {
    let limit = hierarchy.city?.kind == .place ? 0.5 : 1
    guard let found = try engine.settlements.city(named: nil), !found.place.isCoarse, found.score <= limit,
      found.place.kind.isTownOrVillage
    else { return nil }
    return found
  }

  /// Replaces the state where the chosen city lies across a coarse border: there the border is wrong, and the city's
  /// state is right.
  private func fitState(
    _ placemark: inout Placemark, to city: StoredPlace, _ trace: inout TraceRecorder
  ) throws(StoreError) {
    guard let own = hierarchy.digest.coarseState, !city.areas.contains(own), let state = hierarchy.state else { return }
    for id in city.areas {
      let other = try store.area(id)
      guard other.isCoarse, !other.isOverridden, other.level == state.level, other.countryCode == state.countryCode
      else { continue }
      placemark.transliteratedFields.removeAll { $0 == PlacemarkField.state.name }
      let text = try name(other.name, field: .state, timeZone: hierarchy.timeZone, &placemark)
      placemark.administrativeArea = text
      placemark.administrativeAreaCode = stateCode(of: other)
      trace.note(TraceEntry(.state, value: text, rule: "coarse boundary contains the city", source: nil))
      return
    }
  }

  private func fillParts(
    _ placemark: inout Placemark, _ city: NameID?, _ kind: PlaceKind?, _ trace: inout TraceRecorder
  ) throws(StoreError) {
    if placemark.subLocality == nil, !hierarchy.digest.hasSuburb,
      let part = try engine.settlements.suburb(city: city, kind: kind)
    {
      placemark.subLocality = try fill(.suburb, from: part, &placemark, &trace)
    }
    if placemark.neighborhood == nil, !hierarchy.digest.hasNeighborhood,
      let part = try engine.settlements.neighborhood(city: city)
    {
      placemark.neighborhood = try fill(.neighborhood, from: part, &placemark, &trace)
    }
    if placemark.subLocality == placemark.locality { placemark.subLocality = nil }
    if placemark.neighborhood == placemark.subLocality { placemark.neighborhood = nil }
  }

  /// Whether a settlement gives way to a city of another name in an address.
  ///
  /// Only a city or town of the extract is kept, if the point is near its middle.
  private func givesWay(_ settlement: Settlement, to named: NameID) throws(StoreError) -> Bool {
    let kind = settlement.place.kind
    let isSure = (kind == .city || kind == .town) && settlement.score <= 0.5 && !settlement.place.isCoarse
    if isSure { return false }
    return try !engine.settlementNames.isSame(named, as: settlement.place.name)
  }

  /// The `addr:city` of the house, else of the nearest house with a code on its street, else of one of the nearest
  /// houses around.
  private func namedCity(_ facts: AddressFacts) throws(StoreError) -> NameID? {
    if let city = facts.city { return city }
    // For levels coarser than streets, Nominatim's interface uses areas alone, and has not searched for houses.
    guard query.detail >= .street || rows == nil else { return nil }
    if let street = facts.street, let house = try nearestHouse(on: street),
      let city = try store.address(house.id).city
    {
      return city
    }
    // How far the search went so far depends on what it found, and on whether the query wants a trace.
    try engine.search.complete(withinMeters: Reach.houseOnStreet, in: store)
    var position: Int?
    for _ in 0..<5 {
      position = search.nextNearest(after: position)
      guard let position, search.houses[position].distanceMeters <= Reach.houseOnStreet else { break }
      let row = try store.address(search.houses[position].id)
      if let city = row.city, try engine.countryBorders.isHome(row.point, hierarchy) { return city }
    }
    guard let house = try nearestHouse(on: nil), house.distanceMeters <= Reach.houseWithCity else { return nil }
    return try store.address(house.id).city
  }

  /// The `addr:city` of a house that lends its postal code, where settlements are far.
  ///
  /// The house is the nearest one with a city, if it has the same code as the nearest house and is three times as near
  /// as any settlement. Where a settlement is near for its size, only the nearest house counts, and it only decides
  /// between settlements, such as those on both sides of a river. Nil where neither a house nor a street is matched,
  /// and where the house is in a municipality that does not contain the point.
  private func lentCity(_ facts: AddressFacts, before settlement: Settlement?) throws(StoreError) -> NameID? {
    let isFar = settlement?.score ?? 1 > 0.5
    guard facts.source != nil, query.detail >= .street || rows == nil, hierarchy.digest.city == nil,
      let lender = try nearestHouse(on: nil), let house = try isFar ? nearestHouseWithCity() : lender,
      house.code == lender.code, house.distanceMeters * 3 < settlement?.distanceMeters ?? .infinity
    else { return nil }
    let row = try store.address(house.id)
    guard let named = row.city, try !engine.isInOtherMunicipality(row.point, hierarchy) else { return nil }
    guard let settlement else { return named }
    let nearestMeters = try engine.settlements.nearestMeters() ?? .infinity
    if isFar, house.distanceMeters * 3 < nearestMeters { return named }
    guard let other = try engine.settlements.city(named: named), other.place.id != settlement.place.id,
      try engine.settlementNames.isSame(named, as: other.place.name)
    else { return nil }
    return named
  }

  private func fillCity(
    _ placemark: inout Placemark, from city: Settlement, _ trace: inout TraceRecorder
  ) throws(StoreError) {
    let place = city.place
    let text = try name(place.name, field: .city, timeZone: place.isCoarse ? place.timeZone : nil, &placemark)
    placemark.locality = text
    if place.isCoarse { placemark.coarseFields.append(PlacemarkField.city.name) }
    note(.city, text, place, city.distanceMeters, &trace)
    if placemark.timeZone == nil { placemark.timeZone = city.place.timeZone }
    guard placemark.match == .country || (placemark.match == .area && placemark.thoroughfare == nil) else { return }
    placemark.match = .area
    // A settlement beyond the query's maximum distance still names the city, but it is not the match.
    guard city.distanceMeters <= query.maximumDistanceMeters ?? .infinity else { return }
    placemark.source = city.place.source
    placemark.coordinate = Coordinate(city.place.point)
    placemark.distanceMeters = city.distanceMeters
  }

  private func fillCity(
    _ placemark: inout Placemark, named city: NameID, _ facts: AddressFacts, _ trace: inout TraceRecorder
  ) throws(StoreError) {
    let id = try isState(city) ? hierarchy.state?.name ?? city : city
    let text = try name(id, field: .city, &placemark)
    placemark.locality = text
    trace.note(
      TraceEntry(
        .city, value: text, rule: "addr:city of the \(facts.city == nil ? "nearest house" : "house")",
        source: facts.source))
  }

  /// Whether houses call the city by the name of its state, and the name would be transliterated. The state's name has
  /// the translations that an address lacks.
  private func isState(_ city: NameID) throws(StoreError) -> Bool {
    guard let state = hierarchy.state,
      try namer.regionName(city, timeZone: nil, isState: false, country: hierarchy.countryCode).isTransliterated
    else { return false }
    return try engine.settlementNames.isSame(city, as: state.name)
  }

  /// Names a field after a part of the city.
  private func fill(
    _ field: PlacemarkField, from part: SettlementPart, _ placemark: inout Placemark, _ trace: inout TraceRecorder
  ) throws(StoreError) -> String {
    let text = try name(part.name, field: field, &placemark)
    if part.isCoarse { placemark.coarseFields.append(field.name) }
    if trace.isOn { note(field, text, try store.place(part.id), part.distanceMeters, &trace) }
    return text
  }

  private func note(
    _ field: PlacemarkField, _ value: String, _ place: StoredPlace, _ distanceMeters: Double,
    _ trace: inout TraceRecorder
  ) {
    trace.note(
      TraceEntry(
        field, value: value, rule: "nearest \(place.kind) for its reach of \(Int(place.reachMeters)) m",
        source: place.source, distanceMeters: distanceMeters))
  }
}
