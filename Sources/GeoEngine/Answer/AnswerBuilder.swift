import GeoLocale
import GeoModel
import GeoStore

/// Writes placemarks for one query: the areas of the asked point are the same for all of them, the house or street differs.
struct AnswerBuilder {
  let query: PlacemarkQuery
  let policy: GeographyPolicy
  let engine: PlacemarkEngine
  /// The tile that contains the point.
  let tile: Tile
  let hierarchy: Hierarchy
  let namer: Namer
  let projection: LocalProjection
  /// Takes the rows of the placemark; nil when nobody wants them.
  let rows: GroundedPlacemark?

  var store: StoreReader { engine.store }
  var search: CandidateSearch { engine.search }
  /// The names of all cities that houses around may say; nil when they are not known.
  var citiesAround: TileNames? { engine.usesCitiesOfTiles ? tile.cities : nil }

  /// The placemark for a house, a street or just the areas, which counts if it ``isKnown(_:)``.
  func placemark(for choice: AddressChoice) throws(StoreError) -> Placemark {
    var trace = TraceRecorder(isOn: query.includesTrace)
    var placemark = try areaFields(&trace)
    try fill(&placemark, choice, &trace)
    return placemark
  }

  /// Adds what depends on the point, its house or street to what the areas say.
  private func fill(
    _ placemark: inout Placemark, _ choice: AddressChoice, _ trace: inout TraceRecorder
  ) throws(StoreError) {
    try fillCoarseBorder(&placemark)
    let facts = try fillAddress(&placemark, query.detail == .address ? choice : choice.withoutNumbers, &trace)
    if try isOnCoarseLake(placemark), let lake = hierarchy.coarseLake {
      try fill(lake: lake, &placemark, &trace)
    } else if try !isAtSea(choice) {
      if hierarchy.digest.isBeyondCoastline { try fillCityAreas(&placemark, &trace) }
      let city = try fillSettlements(&placemark, facts, choice, &trace)
      try fillCoastalSea(&placemark, &trace)
      try fillPostalCode(&placemark, facts, city: city, &trace)
    }
    try fillFeatures(&placemark, choice, &trace)
    // Faces that ask for rows write lines of their own.
    if rows == nil, query.needsLines { engine.layouts.fill(&placemark, houseName: facts.houseName) }
    if query.includesAreas { placemark.areas = try listedAreas() }
    if query.includesOverlay { placemark.overlay = try overlay(for: placemark, choice) }
    if query.layers != .none { placemark.layers = try engine.layers(query.layers, at: query.coordinate) }
    if !query.extraFields.isEmpty { try fillExtras(&placemark, choice) }
    if trace.isOn { placemark.trace = trace.entries }
  }

  /// Whether the point is out at sea, where there is neither city nor postal code: beyond the coastline of the extract and far from every street and
  /// house. Nearer to them it is in a harbor, on a pier or bridge, or off a beach.
  private func isAtSea(_ choice: AddressChoice) throws(StoreError) -> Bool {
    guard hierarchy.digest.isBeyondCoastline, query.detail >= .city else { return false }
    let address = query.detail >= .street ? choice : try engine.chooseAddress(self)
    guard address.rule == .none, address.interpolation == nil else { return false }
    try search.complete(withinMeters: Reach.harbor, in: store)
    return search.houses.isEmpty && (search.bestStreet?.distanceMeters ?? .infinity) > Reach.harbor
  }

  /// A placemark with what the areas around the point say, which mostly is known already.
  private func areaFields(_ trace: inout TraceRecorder) throws(StoreError) -> Placemark {
    if trace.isOn { return try makeAreaFields(&trace) }
    if let known = hierarchy.fields.fields(namer: namer.number, detail: query.detail) {
      var placemark = known.placemark
      placemark.coordinate = query.coordinate
      return consume placemark
    }
    let placemark = try makeAreaFields(&trace)
    hierarchy.fields.insert(AreaFields(placemark, namer: namer.number, detail: query.detail))
    return placemark
  }

  private func makeAreaFields(_ trace: inout TraceRecorder) throws(StoreError) -> Placemark {
    var placemark = Placemark(coordinate: query.coordinate, distanceMeters: 0, match: .country, source: nil)
    try fillAreas(&placemark, &trace)
    try fillWater(&placemark, &trace)
    return placemark
  }

  /// Whether a placemark says anything about its place. Where the data do not reach, not even the country is known.
  func isKnown(_ placemark: Placemark) -> Bool {
    placemark.isoCountryCode != nil || placemark.country != nil || placemark.thoroughfare != nil
      || placemark.locality != nil || placemark.inlandWater != nil || placemark.ocean != nil
      || placemark.administrativeArea != nil || placemark.subThoroughfare != nil || hierarchy.digest.isFinerThanCountry
  }

  /// Picks a name and notes when it had to be transliterated.
  ///
  /// - Parameter timeZone: that of a city or state of the coarse layer; nil for everything else.
  func name(
    _ id: NameID, field: PlacemarkField, timeZone: String? = nil, _ placemark: inout Placemark
  ) throws(StoreError) -> String {
    let country = hierarchy.countryCode
    let choice =
      if field == .city || field == .state {
        try namer.regionName(id, timeZone: timeZone, isState: field == .state, country: country)
      } else {
        try namer.name(id, country: country)
      }
    if choice.isTransliterated { placemark.transliteratedFields.append(field.name) }
    return choice.text
  }
}

/// What the matched house or street says about fields that areas may not know.
struct AddressFacts {
  /// Its postal code; nil when it has none.
  var postalCode: NameID?
  /// The rule behind ``postalCode``, for a trace.
  var postalRule = ""
  /// Whether ``postalCode`` is the street's, which counts less than a postal area.
  var isPostalCodeOfStreet = false
  /// `addr:city` of the house; nil when it has none.
  var city: NameID?
  /// The street that is answered; nil when there is none.
  var street: NameID?
  /// The nearest way of that street, if it is the nearest of all.
  var way: StreetID?
  /// What a house without a number is called, as it is shown.
  var houseName: String?
  /// The object itself.
  var source: SourceReference?
}

/// Collects the explanation of an answer. Does nothing, and costs nothing, unless the query asks for it.
struct TraceRecorder {
  /// The explanation so far; nil when nobody asked.
  private(set) var entries: [TraceEntry]?

  /// A recorder for a query.
  init(isOn: Bool) { entries = isOn ? [] : nil }

  /// Whether an explanation is wanted: to keep runner-ups, for instance.
  var isOn: Bool { entries != nil }

  /// Notes why a field has its value. The entry is only made when it is wanted.
  @inline(__always) mutating func note(_ entry: @autoclosure () -> TraceEntry) {
    if entries != nil { entries!.append(entry()) }
  }
}
