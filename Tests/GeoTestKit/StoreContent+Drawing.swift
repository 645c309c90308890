import GeoModel
import GeoStore
import GeoStoreWriting

// Builds content by hand: each call adds one record with sensible defaults. Ids of OpenStreetMap objects count up per
// kind unless given.
extension StoreContent {
  /// Adds a street along a line.
  package mutating func street(
    _ name: String, _ line: [FixedPoint], kind: StreetKind = .residential, isArea: Bool = false,
    isReference: Bool = false,
    layer: Int8 = 0, postalCode: String? = nil, id: Int64? = nil
  ) {
    streets.append(
      StreetRecord(
        source: SourceReference(type: .way, id: id ?? Int64(streets.count) + 1), name: names.intern(name),
        isReference: isReference, kind: kind, isArea: isArea, layer: layer,
        postalCode: postalCode.map { names.intern($0) },
        line: addLine(line)))
  }

  /// Adds a house at a point, with the ring of its building if given.
  package mutating func address(
    _ houseNumber: String, street: String? = nil, origin: StreetOrigin = .tag, postalCode: String? = nil,
    city: String? = nil, houseName: String? = nil, at point: FixedPoint, outline: [FixedPoint]? = nil, id: Int64? = nil
  ) {
    let source = SourceReference(type: outline == nil ? .node : .way, id: id ?? Int64(addresses.count) + 1)
    addresses.append(
      AddressRecord(
        source: source, houseNumber: names.intern(houseNumber), houseName: houseName.map { names.intern($0) },
        street: street.map { names.intern($0) }, streetOrigin: street == nil ? .unknown : origin,
        postalCode: postalCode.map { names.intern($0) }, city: city.map { names.intern($0) }, point: point,
        outline: outline.map { addPolygons([[$0]]) }))
  }

  /// Adds interpolated house numbers along a line.
  package mutating func interpolation(
    _ first: String, _ last: String, step: Int32 = 2, street: String?, postalCode: String? = nil, city: String? = nil,
    _ line: [FixedPoint], id: Int64? = nil
  ) {
    interpolations.append(
      InterpolationRecord(
        source: SourceReference(type: .way, id: id ?? Int64(interpolations.count) + 1),
        street: street.map { names.intern($0) }, streetOrigin: street == nil ? .unknown : .tag,
        first: names.intern(first), last: names.intern(last), step: step,
        postalCode: postalCode.map { names.intern($0) }, city: city.map { names.intern($0) },
        line: addLine(line)))
  }

  /// Adds an area of polygons, each an outer ring and its holes.
  package mutating func area(
    _ name: String, level: UInt8, kind: AreaKind = .administrative, placeKind: PlaceKind? = nil,
    countryCode: String? = nil, subdivisionCode: String? = nil, labelPlace: SourceReference? = nil,
    timeZone: String? = nil, isCoarse: Bool = false, polygons: [[[FixedPoint]]], id: Int64? = nil,
    translations: [String: String] = [:]
  ) {
    let source = SourceReference(type: .relation, id: id ?? Int64(areas.count) + 1)
    areas.append(
      AreaRecord(
        source: isCoarse ? nil : source, kind: kind, level: level, name: intern(name, translations),
        placeKind: placeKind,
        countryCode: countryCode.map { names.intern($0) }, subdivisionCode: subdivisionCode.map { names.intern($0) },
        population: 0, labelPlace: labelPlace, timeZone: timeZone.map { names.intern($0) }, isCoarse: isCoarse,
        rings: addPolygons(polygons)))
  }

  /// Adds an area of one ring without holes.
  package mutating func area(
    _ name: String, level: UInt8, kind: AreaKind = .administrative, countryCode: String? = nil,
    subdivisionCode: String? = nil, isCoarse: Bool = false, ring: [FixedPoint], id: Int64? = nil
  ) {
    area(
      name, level: level, kind: kind, countryCode: countryCode, subdivisionCode: subdivisionCode, isCoarse: isCoarse,
      polygons: [[ring]], id: id)
  }

  /// Adds a settlement.
  package mutating func place(
    _ name: String, kind: PlaceKind, reachMeters: Float = 5_000, population: UInt32 = 0, countryCode: String? = nil,
    postalCode: String? = nil, timeZone: String? = nil, isCoarse: Bool = false, at point: FixedPoint, id: Int64? = nil,
    translations: [String: String] = [:]
  ) {
    let source = SourceReference(type: .node, id: id ?? Int64(places.count) + 1)
    places.append(
      PlaceRecord(
        source: isCoarse ? nil : source, kind: kind, name: intern(name, translations), population: population,
        countryCode: countryCode.map { names.intern($0) }, postalCode: postalCode.map { names.intern($0) },
        timeZone: timeZone.map { names.intern($0) },
        isCoarse: isCoarse,
        reachMeters: reachMeters, point: point))
  }

  /// Adds a place of interest.
  package mutating func feature(
    _ name: String, category: String = "amenity=cafe", at point: FixedPoint, outline: [FixedPoint]? = nil,
    id: Int64? = nil
  ) {
    let source = SourceReference(type: outline == nil ? .node : .way, id: id ?? Int64(features.count) + 1)
    features.append(
      FeatureRecord(
        source: source, name: names.intern(name), category: names.intern(category), point: point,
        outline: outline.map { addPolygons([[$0]]) }))
  }

  private mutating func intern(_ name: String, _ translations: [String: String]) -> NameID {
    names.intern(
      NameTable.Name(
        name, translations: translations.map { NameTranslation(language: $0.key, text: $0.value) }))
  }
}
