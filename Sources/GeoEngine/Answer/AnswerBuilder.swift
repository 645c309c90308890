import GeoLocale
import GeoModel
import GeoStore

/// Builds the placemarks for one query. The areas of the point are the same for all of them; the house or street
/// differs.
struct AnswerBuilder {
  let query: PlacemarkQuery
  let policy: GeographyPolicy
  let engine: PlacemarkEngine
  /// The tile that contains the point.
  let tile: Tile
  let hierarchy: Hierarchy
  /// ISO 3166-1 alpha-2 of the country in which the query's ``PlacemarkQuery/worldview`` sees the point; nil where that
  /// is the country of the map.
  let seenCountry: String?
  let namer: Namer
  let projection: LocalProjection
  /// Collects the rows behind the placemark; nil when the caller does not want them.
  let rows: GroundedPlacemark?

  var store: StoreReader { engine.store }
  var search: CandidateSearch { engine.search }
  /// The names of all cities in the addresses of houses around; nil when they are unknown.
  var citiesAround: TileNames? { engine.usesCitiesOfTiles ? tile.cities : nil }

  /// The placemark for a house, a street or only the areas. It is valid if it ``isKnown(_:)``.
  func placemark(for choice: AddressChoice) throws(StoreError) -> Placemark {
    var trace = TraceRecorder(isOn: query.includesTrace)
    var placemark = try areaFields(&trace)
    try fill(&placemark, choice, &trace)
    return placemark
  }

  /// Adds the fields that depend on the point, its house or its street.
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
    // Callers that want rows write their own lines.
    if rows == nil, query.needsLines { engine.layouts.fill(&placemark, houseName: facts.houseName) }
    if query.includesAreas { placemark.areas = try listedAreas() }
    if query.includesOverlay { placemark.overlay = try overlay(for: placemark, choice) }
    if query.layers != .none { placemark.layers = try engine.layers(query.layers, at: query.coordinate) }
    if !query.extraFields.isEmpty { try fillExtras(&placemark, choice) }
    if trace.isOn { placemark.trace = trace.entries }
  }

  /// Whether the point is out at sea, without city and postal code: beyond the extract's coastline and far from every
  /// street and house. A point nearer to them is in a harbor, on a pier or bridge, or off a beach.
  private func isAtSea(_ choice: AddressChoice) throws(StoreError) -> Bool {
    guard hierarchy.digest.isBeyondCoastline, query.detail >= .city else { return false }
    let address = query.detail >= .street ? choice : try engine.chooseAddress(self)
    guard address.rule == .none, address.interpolation == nil else { return false }
    try search.complete(withinMeters: Reach.harbor, in: store)
    return search.houses.isEmpty && (search.bestStreet?.distanceMeters ?? .infinity) > Reach.harbor
  }

  /// A placemark with the fields from the areas around the point, usually from the cache.
  private func areaFields(_ trace: inout TraceRecorder) throws(StoreError) -> Placemark {
    if trace.isOn { return try makeAreaFields(&trace) }
    if let known = hierarchy.fields.fields(namer: namer.number, detail: query.detail, country: seenCountry) {
      var placemark = known.placemark
      placemark.coordinate = query.coordinate
      return consume placemark
    }
    let placemark = try makeAreaFields(&trace)
    hierarchy.fields.insert(
      AreaFields(placemark, namer: namer.number, detail: query.detail, country: seenCountry))
    return placemark
  }

  private func makeAreaFields(_ trace: inout TraceRecorder) throws(StoreError) -> Placemark {
    var placemark = Placemark(coordinate: query.coordinate, distanceMeters: 0, match: .country, source: nil)
    try fillAreas(&placemark, &trace)
    try fillWater(&placemark, &trace)
    return placemark
  }

  /// Whether a placemark has any information. Where the data does not reach, not even the country is known.
  func isKnown(_ placemark: Placemark) -> Bool {
    placemark.isoCountryCode != nil || placemark.country != nil || placemark.thoroughfare != nil
      || placemark.locality != nil || placemark.inlandWater != nil || placemark.ocean != nil
      || placemark.administrativeArea != nil || placemark.subThoroughfare != nil || hierarchy.digest.isFinerThanCountry
  }

  /// Picks a name and notes when it had to be transliterated.
  ///
  /// - Parameter timeZone: the time zone of a city or state of the coarse layer; nil for everything else.
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

/// The facts of the matched house or street for fields that areas leave empty.
struct AddressFacts {
  /// Its postal code; nil when it has none.
  var postalCode: NameID?
  /// The rule behind ``postalCode``, for a trace.
  var postalRule = ""
  /// Whether ``postalCode`` is the street's, which counts less than a postal area.
  var isPostalCodeOfStreet = false
  /// `addr:city` of the house; nil when it has none.
  var city: NameID?
  /// The street of the address; nil when there is none.
  var street: NameID?
  /// The nearest way of that street, if no other street is nearer.
  var way: StreetID?
  /// The displayed name of a house without a number.
  var houseName: String?
  /// The matched object.
  var source: SourceReference?
}

/// Collects the trace of a placemark. Costs nothing unless the query wants one.
struct TraceRecorder {
  /// The trace so far; nil when the query wants none.
  private(set) var entries: [TraceEntry]?

  /// A recorder for a query.
  init(isOn: Bool) { entries = isOn ? [] : nil }

  /// Whether the query wants a trace, for which runner-ups are kept, for instance.
  var isOn: Bool { entries != nil }

  /// Records the reason for a field's value. The entry is only evaluated for a trace.
  @inline(__always) mutating func note(_ entry: @autoclosure () -> TraceEntry) {
    if entries != nil { entries!.append(entry()) }
  }
}
