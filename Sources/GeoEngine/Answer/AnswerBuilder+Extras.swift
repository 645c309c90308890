import GeoModel
import GeoStore

extension AnswerBuilder {
  /// Fills in the fields that only some queries request.
  func fillExtras(_ placemark: inout Placemark, _ choice: AddressChoice) throws(StoreError) {
    var rows: [CodedArea: MapObject?] = [:]
    for field in query.extraFields.fields {
      switch field {
      case .wikidata: placemark.wikidata = try wikidata(of: placemark.source)
      case .nearby: if placemark.locality == nil, query.detail >= .city { placemark.nearby = try nearbySettlement() }
      case .names: placemark.names = try localNames(choice)
      case .plusCode, .geohash, .mgrs: placemark.setExtraText(field, query.coordinate.gridCode(field))
      default:
        guard let (area, code) = field.areaCode, query.detail >= area.detail else { continue }
        if rows[area] == nil { rows[area] = .some(try object(of: self.area(area)?.source)) }
        placemark.setExtraText(field, rows[area]??.code(code, isState: area == .state))
      }
    }
  }

  /// The names that the same answer has in the languages of the place alone.
  private func localNames(_ choice: AddressChoice) throws(StoreError) -> [PlacemarkField: String] {
    var query = PlacemarkQuery(coordinate: query.coordinate)
    query.detail = self.query.detail
    query.maximumDistanceMeters = self.query.maximumDistanceMeters
    query.needsLines = false
    let local = try AnswerBuilder(
      query: query, policy: policy, engine: engine, tile: tile, hierarchy: hierarchy, seenCountry: seenCountry,
      namer: engine.namers.namer(for: query.languages), projection: projection, rows: nil
    ).placemark(for: choice)
    return PlacemarkField.named.reduce(into: [:]) { names, field in
      if case .text(let name) = field.value(of: local) { names[field] = name }
    }
  }

  private func area(_ role: CodedArea) -> StoredArea? {
    switch role {
    // The map's country has other codes than the one that is seen.
    case .country: seenCountry == nil ? hierarchy.country : nil
    case .state: hierarchy.state
    case .county: hierarchy.county
    case .city: hierarchy.city
    }
  }

  /// The tags of a map object; nil where the store does not keep them.
  func object(of source: SourceReference?) throws(StoreError) -> MapObject? {
    guard let source, store.hasObjects, let id = try store.objects(of: source).first else { return nil }
    return try store.objectRow(id)
  }

  /// The Wikidata item of a map object; nil where the store does not keep its tags.
  private func wikidata(of source: SourceReference?) throws(StoreError) -> String? {
    try object(of: source)?.code(.wikidata, isState: false)
  }

  /// All codes that an area has on the map; nil where there is none.
  func codes(of area: StoredArea) throws(StoreError) -> [String: String]? {
    guard let object = try object(of: area.source) else { return nil }
    let isState = area.kind == .administrative && area.level <= 4
    let codes = AreaCode.allCases.compactMap { code in
      object.code(code, isState: isState).map { (code.rawValue, $0) }
    }
    return codes.isEmpty ? nil : Dictionary(uniqueKeysWithValues: codes)
  }
}

extension MapObject {
  /// A code among the object's tags; nil when it has none. A county's tags also have the code of its state, which is
  /// not returned for the county.
  fileprivate func code(_ code: AreaCode, isState: Bool) -> String? {
    guard code == .fips else { return value(of: code.keys) }
    // A county's code is its state's two digits and three of its own. Some counties are tagged with the three digits
    // alone.
    let state = value(of: ["nist:state_fips"])
    guard let found = value(of: code.keys) else { return isState ? state : nil }
    return found.utf8.count == 3 && state?.utf8.count == 2 ? state! + found : found
  }

  private func value(of keys: [String]) -> String? {
    for key in keys {
      if let tag = extraTags.first(where: { $0.key == key }) ?? names.first(where: { $0.key == key })
        ?? (key == "ISO3166-1" ? address.first { $0.key == "country" } : nil)
      {
        return tag.value
      }
    }
    return nil
  }
}

// A point that no settlement contains is described by a settlement nearby.
extension AnswerBuilder {
  /// The radii of the circles that are searched, in meters. The search ends at the first circle with a settlement of
  /// the country. It also ends at a circle with ``mostSettlements`` others, and at any settlement where the country is
  /// unknown.
  private static let circlesMeters = [10_000.0, 40_000, 160_000, 400_000]
  /// The most settlements whose country is checked.
  private static let mostSettlements = 64

  /// The settlement that a person would name: the nearest in proportion to its size, preferably in the country of the
  /// point; nil when none is within reach.
  private func nearbySettlement() throws(StoreError) -> NearbySettlement? {
    var nearest: TilePlace?
    for meters in AnswerBuilder.circlesMeters {
      let known = try settlements(withinMeters: meters).prefix(AnswerBuilder.mostSettlements)
      if let own = try firstAtHome(known) {
        nearest = own
        break
      }
      nearest = known.first
      if known.count == AnswerBuilder.mostSettlements || nearest != nil && hierarchy.countryCode == nil { break }
    }
    guard let nearest else { return nil }
    let row = try store.place(nearest.id)
    let middle = Coordinate(row.point)
    return NearbySettlement(
      name: try namer.name(row.name, country: row.countryCode).text,
      distanceMeters: Geodesy.distanceMeters(middle, query.coordinate),
      bearingDegrees: Geodesy.bearingDegrees(from: middle, to: query.coordinate), source: row.source)
  }

  /// The settlements in a circle, ordered by distance in proportion to size.
  private func settlements(withinMeters meters: Double) throws(StoreError) -> [TilePlace] {
    let middle = query.coordinate
    var found: [(place: TilePlace, score: Double)] = []
    for box in SearchBoxes(around: projection.origin, radiusMeters: meters) {
      for place in try store.places(in: box, where: \.isNamedFromAfar) {
        let distance = Geodesy.distanceMeters(middle, Coordinate(place.point))
        if distance <= meters { found.append((place, distance / Double(max(1, place.reachMeters)).squareRoot())) }
      }
    }
    return found.sorted { $0.score < $1.score }.map(\.place)
  }

  /// The first settlement in the point's country; nil when there is none.
  private func firstAtHome(_ places: ArraySlice<TilePlace>) throws(StoreError) -> TilePlace? {
    for place in places where try isHome(place) { return place }
    return nil
  }

  private func isHome(_ place: TilePlace) throws(StoreError) -> Bool {
    guard let country = hierarchy.countryCode else { return false }
    let row = try store.place(place.id)
    if let own = row.countryCode { return own == country }
    for id in row.areas where try store.area(id).countryCode == country { return true }
    return false
  }
}

extension TilePlace {
  /// Whether it is a settlement that people use to describe a place nearby: not a single farm or a part of a town.
  fileprivate var isNamedFromAfar: Bool {
    switch kind {
    case .city, .town, .village, .municipality, .hamlet: true
    default: false
    }
  }
}
