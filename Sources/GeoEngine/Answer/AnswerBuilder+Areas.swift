import GeoLocale
import GeoModel
import GeoStore

extension AnswerBuilder {
  /// Fills in country, state, county, time zone, and the city and its parts as far as areas give them. A coarse city is
  /// filled in later, after houses and settlements.
  func fillAreas(_ placemark: inout Placemark, _ trace: inout TraceRecorder) throws(StoreError) {
    try fillCountry(&placemark, &trace)
    placemark.timeZone = hierarchy.timeZone
    if query.detail >= .state, let state = hierarchy.state {
      placemark.administrativeArea = try fill(.state, from: state, &placemark, &trace)
    }
    if query.detail >= .state, let area = hierarchy.state ?? hierarchy.county ?? hierarchy.city,
      let code = stateCode(of: area)
    {
      placemark.administrativeAreaCode = code
      if area.isCoarse { placemark.coarseFields.append(PlacemarkField.stateCode.name) }
    }
    if query.detail >= .county, let county = hierarchy.county {
      placemark.subAdministrativeArea = try fill(.county, from: county, &placemark, &trace)
    }
    if !hierarchy.digest.isBeyondCoastline { try fillCityAreas(&placemark, &trace) }
    if hierarchy.digest.isFinerThanCountry, query.detail >= .state { placemark.match = .area }
  }

  /// The ISO 3166-2 code of an area; nil where it has none, or one of another country than the query's worldview sees.
  func stateCode(of area: StoredArea) -> String? {
    guard let seenCountry, let code = area.subdivisionCode else { return area.subdivisionCode }
    return code.hasPrefix(seenCountry + "-") ? code : nil
  }

  /// Fills in the city and its parts from areas.
  func fillCityAreas(_ placemark: inout Placemark, _ trace: inout TraceRecorder) throws(StoreError) {
    if query.detail >= .city, let city = hierarchy.city, !city.isCoarse {
      placemark.locality = try fill(.city, from: city, &placemark, &trace)
    }
    if query.detail >= .suburb {
      if let suburb = hierarchy.suburb { placemark.subLocality = try fill(.suburb, from: suburb, &placemark, &trace) }
      if let part = hierarchy.neighborhood {
        placemark.neighborhood = try fill(.neighborhood, from: part, &placemark, &trace)
      }
    }
  }

  // MARK: Country

  private func fillCountry(_ placemark: inout Placemark, _ trace: inout TraceRecorder) throws(StoreError) {
    if let seenCountry { return try fill(seenCountry, &placemark, &trace) }
    placemark.isoCountryCode = hierarchy.countryCode
    let code = hierarchy.countryCode
    let choice = try namer.countryName(
      hierarchy.country?.name, code: hierarchy.country == nil ? code : hierarchy.country?.countryCode)
    placemark.country = choice?.text
    guard let country = hierarchy.country, let choice else { return }
    if country.isCoarse {
      // Allocates room at once for all coarse fields that may follow.
      placemark.coarseFields.reserveCapacity(6)
      placemark.coarseFields.append(PlacemarkField.country.name)
      placemark.coarseFields.append(PlacemarkField.countryCode.name)
    }
    if choice.isTransliterated { placemark.transliteratedFields.append(PlacemarkField.country.name) }
    placemark.source = country.source
    note(.country, choice.text, country, &trace)
  }

  /// Fills in the country that the query's worldview sees. It is as coarse as the border of the map's country.
  private func fill(
    _ seenCountry: String, _ placemark: inout Placemark, _ trace: inout TraceRecorder
  ) throws(StoreError) {
    placemark.isoCountryCode = seenCountry
    let choice = try namer.countryName(nil, code: seenCountry)
    placemark.country = choice?.text
    if hierarchy.country?.isCoarse == true {
      if choice != nil { placemark.coarseFields.append(PlacemarkField.country.name) }
      placemark.coarseFields.append(PlacemarkField.countryCode.name)
    }
    if choice?.isTransliterated == true { placemark.transliteratedFields.append(PlacemarkField.country.name) }
    trace.note(TraceEntry(.country, value: choice?.text, rule: "disputed area in the asked worldview"))
  }

  // MARK: Areas

  /// Names a field after an area. The area becomes the placemark's source unless a matched object is the source.
  func fill(
    _ field: PlacemarkField, from area: StoredArea, _ placemark: inout Placemark, _ trace: inout TraceRecorder
  ) throws(StoreError) -> String {
    let timeZone = field == .state ? hierarchy.timeZone : area.timeZone
    let text = try name(area.name, field: field, timeZone: area.isCoarse ? timeZone : nil, &placemark)
    if area.isCoarse { placemark.coarseFields.append(field.name) }
    if placemark.match == .country || placemark.match == .area { placemark.source = area.source }
    note(field, text, area, &trace)
    return text
  }

  private func note(_ field: PlacemarkField, _ value: String, _ area: StoredArea, _ trace: inout TraceRecorder) {
    trace.note(
      TraceEntry(
        field, value: value,
        rule: area.isCoarse
          ? "coarse boundary contains the point" : "boundary contains the point (\(area.describedLevel))",
        source: area.source, distanceMeters: 0))
  }

  // MARK: Coarse borders

  /// Fills in the distance to the nearest coarse border, which may be inaccurate.
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
  /// Its level or kind, as text for a trace.
  var describedLevel: String { level > 0 ? "admin_level \(level)" : "\(placeKind.map { "\($0)" } ?? "\(kind)")" }
}

extension AnswerBuilder {
  /// The areas in ``Hierarchy/all`` with their names, coarse to fine.
  func listedAreas() throws(StoreError) -> [ContainingArea] {
    var list: [ContainingArea] = []
    for area in hierarchy.all {
      let text =
        area.isCountry
        ? try namer.countryName(area.name, code: area.countryCode)?.text ?? ""
        : try namer.name(area.name, country: hierarchy.countryCode).text
      list.append(
        ContainingArea(
          level: area.level > 0 && area.kind != .postal ? Int(area.level) : nil, kind: area.listedKind, name: text,
          source: area.source, codes: try codes(of: area)))
    }
    return list
  }

  /// Fills in the water on which the point lies.
  func fillWater(_ placemark: inout Placemark, _ trace: inout TraceRecorder) throws(StoreError) {
    if let water = hierarchy.inlandWater {
      let text = try name(water.name, field: .inlandWater, &placemark)
      placemark.inlandWater = text
      trace.note(
        TraceEntry(
          .inlandWater, value: text, rule: "outline contains the point", source: water.source, distanceMeters: 0
        ))
    }
    if let ocean = hierarchy.ocean { try fill(ocean, &placemark, &trace) }
    guard let water = hierarchy.inlandWater ?? hierarchy.ocean else { return }
    placemark.match = .water
    placemark.source = water.source
    placemark.coordinate = query.coordinate
    placemark.distanceMeters = 0
  }

  /// Whether the point lies on a lake of the coarse layer, well away from its shore, where no street or house was
  /// matched, not even that of a bridge.
  ///
  /// The middle of a settlement is on land, whatever the outline of the lake.
  func isOnCoarseLake(_ placemark: Placemark) throws(StoreError) -> Bool {
    guard let lake = hierarchy.digest.coarseLake, placemark.match == .area || placemark.match == .country,
      placemark.thoroughfare == nil, !engine.settlements.isAtMiddle
    else { return false }
    return try engine.borders.distanceMeters(to: lake, from: projection) ?? .infinity >= Reach.lakeShore
  }

  /// Fills in the coarse lake on which the point lies. Removes a coarse county, as coarse county borders run through
  /// the water.
  func fill(lake: StoredArea, _ placemark: inout Placemark, _ trace: inout TraceRecorder) throws(StoreError) {
    if hierarchy.county?.isCoarse == true { placemark.forget(.county, \.subAdministrativeArea) }
    let text = try name(lake.name, field: .inlandWater, &placemark)
    placemark.inlandWater = text
    placemark.coarseFields.append(PlacemarkField.inlandWater.name)
    trace.note(
      TraceEntry(
        .inlandWater, value: text, rule: "coarse outline contains the point", source: lake.source, distanceMeters: 0))
    placemark.match = .water
    placemark.source = lake.source
    placemark.coordinate = query.coordinate
    placemark.distanceMeters = 0
  }

  /// Fills in the coarse sea in which the point lies, even in a country, if the point is far from the coast and has no
  /// city.
  func fillCoastalSea(_ placemark: inout Placemark, _ trace: inout TraceRecorder) throws(StoreError) {
    guard let id = hierarchy.digest.coastalSea, placemark.match == .area || placemark.match == .country,
      placemark.locality == nil, try engine.borders.distanceMeters(to: id, from: projection) == nil,
      let sea = hierarchy.coastalSea
    else { return }
    try fill(sea, &placemark, &trace)
    placemark.match = .water
  }

  private func fill(
    _ ocean: StoredArea, _ placemark: inout Placemark, _ trace: inout TraceRecorder
  ) throws(StoreError) {
    let text = try name(ocean.name, field: .ocean, &placemark)
    // Without the world layer the sea has no name.
    if text.isEmpty { return }
    placemark.ocean = text
    if ocean.isCoarse { placemark.coarseFields.append(PlacemarkField.ocean.name) }
    trace.note(
      TraceEntry(
        .ocean, value: text,
        rule: ocean.isSeaOfCoastlines ? "beyond the coastline" : "outline contains the point", source: ocean.source,
        distanceMeters: 0))
  }
}

extension StoredArea {
  /// The kind under which `areas` lists it.
  fileprivate var listedKind: ContainingArea.Kind {
    if isCoarse { return .world }
    return switch kind {
    case .postal: .postal
    case .place: .place
    default: .administrative
    }
  }
}

extension Placemark {
  /// Removes a field that an area filled.
  fileprivate mutating func forget(_ field: PlacemarkField, _ path: WritableKeyPath<Placemark, String?>) {
    self[keyPath: path] = nil
    coarseFields.removeAll { $0 == field.name }
    transliteratedFields.removeAll { $0 == field.name }
  }
}
