import GeoLocale
import GeoModel
import GeoStore

extension AnswerBuilder {
  /// Fills country, state, county, time zone, and what of the city areas know.
  func fillAreas(_ placemark: inout Placemark, _ trace: inout TraceRecorder) throws(StoreError) {
    try fillCountry(&placemark, &trace)
    placemark.timeZone = hierarchy.timeZone
    if query.detail >= .state, let state = hierarchy.state {
      placemark.administrativeArea = try fill("state", from: state, &placemark, &trace)
      placemark.administrativeAreaCode = state.subdivisionCode
      if placemark.administrativeAreaCode != nil, state.isCoarse { placemark.coarseFields.append("stateCode") }
    }
    if query.detail >= .county, let county = hierarchy.county {
      placemark.subAdministrativeArea = try fill("county", from: county, &placemark, &trace)
    }
    if query.detail >= .city, let city = hierarchy.city {
      placemark.locality = try fill("city", from: city, &placemark, &trace)
    }
    if query.detail >= .suburb {
      if let suburb = hierarchy.suburb { placemark.subLocality = try fill("suburb", from: suburb, &placemark, &trace) }
      if let part = hierarchy.neighborhood {
        placemark.neighborhood = try fill("neighborhood", from: part, &placemark, &trace)
      }
    }
    if hierarchy.digest.isFinerThanCountry, query.detail >= .state { placemark.match = .area }
  }

  // MARK: Country

  private func fillCountry(_ placemark: inout Placemark, _ trace: inout TraceRecorder) throws(StoreError) {
    placemark.isoCountryCode = hierarchy.countryCode
    guard let country = hierarchy.country else {
      placemark.country = hierarchy.countryCode.flatMap { code in
        namer.leadingLanguage.flatMap { CountryNames.name(ofCountry: code, language: $0) }
          ?? CountryNames.localName(ofCountry: code)
      }
      return
    }
    if country.isCoarse {
      // Room for all that follow, at once.
      placemark.coarseFields.reserveCapacity(6)
      placemark.coarseFields.append("country")
      placemark.coarseFields.append("countryCode")
    }
    let choice = try namer.countryName(country)
    placemark.country = choice.text
    if choice.isTransliterated { placemark.transliteratedFields.append("country") }
    placemark.source = country.source
    note("country", choice.text, country, &trace)
  }

  // MARK: Areas

  /// Names a field after an area, which so far is the finest thing known about the point.
  private func fill(
    _ field: String, from area: StoredArea, _ placemark: inout Placemark, _ trace: inout TraceRecorder
  ) throws(StoreError) -> String {
    let text = try name(area.name, field: field, cityTimeZone: area.isCoarse ? area.timeZone : nil, &placemark)
    if area.isCoarse { placemark.coarseFields.append(field) }
    placemark.source = area.source
    note(field, text, area, &trace)
    return text
  }

  private func note(_ field: String, _ value: String, _ area: StoredArea, _ trace: inout TraceRecorder) {
    trace.note(
      TraceEntry(
        field: field, value: value,
        rule: area.isCoarse
          ? "coarse boundary contains the point" : "boundary contains the point (\(area.describedLevel))",
        source: area.source, distanceMeters: 0))
  }

  // MARK: Settlements

  /// Fills city, suburb and neighborhood from the settlements around where areas do not know them.
  ///
  /// 1. Where a municipality contains the point it is the city, unless the house's own address names a settlement within it:
  ///    mail goes to Nendeln, not to Eschen. `areas` still lists the municipality.
  /// 2. Elsewhere the address of the house says the city, or that of the street's nearest house, then the settlements around.
  ///
  /// - Returns: the settlement that became the city, when no area is.
  func fillSettlements(
    _ placemark: inout Placemark, _ facts: AddressFacts, _ trace: inout TraceRecorder
  ) throws(StoreError) -> Settlement? {
    guard query.detail >= .city else { return nil }
    var city: Settlement?
    var cityName = hierarchy.digest.city?.name
    if let municipality = hierarchy.digest.city {
      if let named = facts.city, !municipality.isCoarse {
        city = try engine.settlements.part(of: municipality, named: named)
      }
    } else {
      let named = try namedCity(facts)
      city = try engine.settlements.city(named: named)
      if let named, let found = city, try givesWay(found, to: named) { city = nil }
      if city == nil, let named {
        try fillCity(&placemark, named: named, facts, &trace)
        cityName = named
      }
    }
    if let city {
      try fillCity(&placemark, from: city, &trace)
      cityName = city.place.name
    }
    if query.detail >= .suburb { try fillParts(&placemark, cityName, city?.place.kind, &trace) }
    return city
  }

  private func fillParts(
    _ placemark: inout Placemark, _ city: NameID?, _ kind: PlaceKind?, _ trace: inout TraceRecorder
  ) throws(StoreError) {
    if !hierarchy.digest.hasSuburb, let part = try engine.settlements.suburb(city: city, kind: kind) {
      placemark.subLocality = try fill("suburb", from: part, &placemark, &trace)
    }
    if !hierarchy.digest.hasNeighborhood, let part = try engine.settlements.neighborhood(city: city) {
      placemark.neighborhood = try fill("neighborhood", from: part, &placemark, &trace)
    }
    if placemark.subLocality == placemark.locality { placemark.subLocality = nil }
    if placemark.neighborhood == placemark.subLocality { placemark.neighborhood = nil }
  }

  /// Whether an address that names another city knows better than a settlement: only a town near its own middle is surer.
  private func givesWay(_ settlement: Settlement, to named: NameID) throws(StoreError) -> Bool {
    let kind = settlement.place.kind
    let isSure = (kind == .city || kind == .town) && settlement.score <= 0.5 && !settlement.place.isCoarse
    if isSure { return false }
    return try !engine.settlementNames.isSame(named, as: settlement.place.name)
  }

  /// `addr:city` of the house, or of the nearest house of a street that is answered without one.
  private func namedCity(_ facts: AddressFacts) throws(StoreError) -> NameID? {
    if let city = facts.city { return city }
    guard let street = facts.street, facts.isPostalCodeOfStreet, query.detail >= .street else { return nil }
    guard let house = try nearestHouse(on: street) else { return nil }
    return try store.address(house.id).city
  }

  private func fillCity(
    _ placemark: inout Placemark, from city: Settlement, _ trace: inout TraceRecorder
  ) throws(StoreError) {
    let place = city.place
    let text = try name(place.name, field: "city", cityTimeZone: place.isCoarse ? place.timeZone : nil, &placemark)
    placemark.locality = text
    if place.isCoarse { placemark.coarseFields.append("city") }
    note("city", text, place, city.distanceMeters, &trace)
    if placemark.timeZone == nil { placemark.timeZone = city.place.timeZone }
    guard placemark.match == .country || (placemark.match == .area && placemark.thoroughfare == nil) else { return }
    placemark.match = .area
    // A settlement beyond the asked distance still names the city, but it is not what was matched.
    guard city.distanceMeters <= query.maximumDistanceMeters ?? .infinity else { return }
    placemark.source = city.place.source
    placemark.coordinate = Coordinate(city.place.point)
    placemark.distanceMeters = city.distanceMeters
  }

  private func fillCity(
    _ placemark: inout Placemark, named city: NameID, _ facts: AddressFacts, _ trace: inout TraceRecorder
  ) throws(StoreError) {
    let text = try name(city, field: "city", &placemark)
    placemark.locality = text
    trace.note(
      TraceEntry(
        field: "city", value: text, rule: "addr:city of the \(facts.city == nil ? "street's nearest house" : "house")",
        source: facts.source))
  }

  /// Names a field after a part of the city.
  private func fill(
    _ field: String, from part: SettlementPart, _ placemark: inout Placemark, _ trace: inout TraceRecorder
  ) throws(StoreError) -> String {
    let text = try name(part.name, field: field, &placemark)
    if trace.isOn { note(field, text, try store.place(part.id), part.distanceMeters, &trace) }
    return text
  }

  private func note(
    _ field: String, _ value: String, _ place: StoredPlace, _ distanceMeters: Double, _ trace: inout TraceRecorder
  ) {
    trace.note(
      TraceEntry(
        field: field, value: value, rule: "nearest \(place.kind) for its reach of \(Int(place.reachMeters)) m",
        source: place.source, distanceMeters: distanceMeters))
  }

  // MARK: Coarse borders

  /// Says how far the nearest border is that may lie elsewhere in truth.
  func fillCoarseBorder(_ placemark: inout Placemark) throws(StoreError) {
    try fillCoarseBorder(of: hierarchy.digest.coarseCountry, &placemark)
    if query.detail >= .state { try fillCoarseBorder(of: hierarchy.digest.coarseState, &placemark) }
  }

  private func fillCoarseBorder(of area: AreaID?, _ placemark: inout Placemark) throws(StoreError) {
    guard let area, let meters = try engine.borders.distanceMeters(to: area, from: projection) else { return }
    placemark.coarseBorderDistanceMeters = min(placemark.coarseBorderDistanceMeters ?? .infinity, meters)
  }
}

extension StoredArea {
  /// Its level or kind, for a person to read.
  var describedLevel: String { level > 0 ? "admin_level \(level)" : "\(placeKind.map { "\($0)" } ?? "\(kind)")" }
}
