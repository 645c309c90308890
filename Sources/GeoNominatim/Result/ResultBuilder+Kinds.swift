import GeoEngine
import GeoModel
import GeoStore

extension ResultBuilder {
  /// The values of an object without its address.
  static func bare(_ object: KnownObject, _ linked: KnownObject?, _ point: FixedPoint) -> NominatimResult {
    let center = center(of: object, linked, point)
    let tag = object.object.mainTag
    return NominatimResult(
      placeID: object.object.id.rawValue, source: object.object.source, category: tag.key, type: tag.value,
      ranks: object.object.ranks, addressType: "", importance: 0, center: center,
      box: object.isNode ? NodeExtent.box(around: center, tag) : object.box, distanceMeters: 0, name: nil,
      displayName: "", parts: [], countryCode: nil, names: names(of: object, linked),
      extraTags: extraTags(of: object, linked), entrances: nil, shape: nil)
  }

  /// The point that represents an object: the nearest place on a line, a point within an area, or the settlement of a
  /// boundary.
  private static func center(of object: KnownObject, _ linked: KnownObject?, _ point: FixedPoint) -> FixedPoint {
    if let line = object.line { return PlaneGeometry.nearest(to: point, on: line) }
    return linked?.center ?? object.center
  }

  /// The names of an object, and those of its settlement that it lacks.
  private static func names(of object: KnownObject, _ linked: KnownObject?) -> [MapTag] {
    object.object.names.adding(linked?.object.names ?? [])
  }

  /// The other tags of an object with those of its settlement, and the level of a boundary.
  private static func extraTags(of object: KnownObject, _ linked: KnownObject?) -> [MapTag] {
    var tags = object.object.extraTags
    if let linked {
      tags = tags.adding([MapTag(key: "linked_place", value: linked.object.mainTag.value)] + linked.object.extraTags)
    }
    tags = tags.adding(object.boundaryLevel.map { [MapTag(key: "admin_level", value: String($0))] } ?? [])
    // Nominatim's import drops this tag.
    return tags.filter { $0.key != "gnis:feature_id" }
  }

  /// Adds the shape, which is read again if the cache kept only a point.
  func addShape(
    of object: KnownObject, _ result: inout NominatimResult, _ request: NominatimRequest
  ) throws(StoreError) {
    guard request.geometry != nil else { return }
    var shape = object.object.geometry
    if object.isArea { shape = try lookup.shelf.store.object(object.object.id, withGeometry: true).geometry }
    result.shape = ShapeSimplifier.simplify(
      RingOrder.normalized(shape), toleranceDegrees: request.simplificationDegrees)
  }
}

extension [MapTag] {
  /// Appends the tags whose keys are missing.
  fileprivate func adding(_ others: [MapTag]) -> [MapTag] {
    self + others.filter { other in !contains { $0.key == other.key } }
  }
}

// Answers without an object in the store: numbers between houses, countries of the world layer, and everything in a
// store that was imported without objects.

extension ResultBuilder {
  /// This bit separates the ids of numbers between houses from those of objects.
  private static let interpolationBit: Int64 = 1 << 40
  /// This bit separates the ids of houses and streets that are no objects of the store, such as sidewalks with a name.
  /// Below it are three bits for the type and 48 for the id in OpenStreetMap. Programs read numbers of JSON as doubles,
  /// which are exact up to 2^53.
  private static let sourceBit: Int64 = 1 << 51

  /// The id of something that is no object of the store.
  private static func placeID(of source: SourceReference) -> Int64 {
    let type: Int64 =
      switch source.type {
      case .node: 0
      case .way: 1
      case .relation: 2
      case .table: 3
      }
    return sourceBit | type << 48 | source.id & (1 << 48 - 1)
  }

  /// A match of the engine: a number between two houses, or a house or street that is not an object of the store.
  func matched(_ situation: Situation) throws(StoreError) -> NominatimResult {
    var parts: [AddressPart] = []
    let below = try appendHouse(nil, situation, &parts)
    try appendContext(below, nil, situation, &parts)
    finish(&parts, nil, situation)
    var result = ResultBuilder.plain(situation.grounded, parts, situation.request)
    if let interpolation = situation.grounded.interpolation {
      result.placeID = ResultBuilder.interpolationBit | Int64(interpolation.rawValue)
    }
    return result
  }

  /// A country without a boundary in the extract, or the finest area of the world layer within it that the zoom allows.
  func result(_ country: StoredArea, _ situation: Situation) throws(StoreError) -> NominatimResult {
    let store = lookup.engine.reader
    let placemark = situation.grounded.placemark
    let address = placemark?.country.map { [AddressPart(label: "country", name: $0, rank: 4)] } ?? []
    var parts = placemark?.coarseParts.filter { $0.rank <= situation.request.maximumRank } ?? []
    let finest = parts.first
    if let code = placemark?.postalCode, let finest, finest.rank > 12 {
      parts.append(AddressPart(label: "postcode", name: code, rank: 5))
    }
    var result = ResultBuilder.plain(situation.grounded, parts + address, situation.request)
    result.source = nil
    let own = situation.grounded.isSeenElsewhere ? nil : country
    let found: StoredArea? = if let finest { try worldArea(finest, situation) } else { own }
    guard let area = found else { return result }
    // The point should be on the part of the area around the request, not on an island in another ocean.
    let land = InteriorPoint.parts(of: try store.boundary(of: area.id), around: situation.point)
    result.center = InteriorPoint.halfwayUp(land) ?? area.box.middle
    result.box = area.box
    result.shape = situation.request.geometry == nil ? nil : .point(result.center)
    result.names =
      [MapTag(key: "name", value: try store.name(area.name))]
      + (try store.translations(area.name)).map { MapTag(key: "name:" + $0.language, value: $0.text) }
    return result
  }

  /// The area of the world layer that is a part of an address; nil for a city that is only a point there.
  ///
  /// The engine tells only the names of states and counties, so their areas are found by their local names among those
  /// around the point and around its city, which may be just across a border of the world layer.
  private func worldArea(_ part: AddressPart, _ situation: Situation) throws(StoreError) -> StoredArea? {
    let surroundings = situation.grounded.surroundings
    if part.label == "city" {
      return situation.grounded.city == nil && !situation.grounded.isCityFromAddress ? surroundings.city : nil
    }
    var request = situation.request
    request.languages = []
    let filter = LayerFilter(layers: request.layers, maximumRank: request.maximumRank)
    let local = try lookup.engine.grounded(request.query(at: situation.point), filter.policy).placemark
    let name = local?.coarseParts.first { $0.rank == part.rank }?.name
    let levels = AdminLevels.facts(for: surroundings.countryCode).levels(for: part.label == "state" ? .state : .county)
    let store = lookup.engine.reader
    let point = situation.point.withinTheWorld
    let tile = try store.tile(containing: point)
    var ids: [AreaID] = tile.areas(containing: point)
    ids += tile.covering
    if let city = situation.grounded.city { ids += city.areas }
    ids += tile.coarseAlternatives
    for id in ids {
      let area = try store.area(id)
      guard area.isCoarse, area.kind == .administrative, levels.rank(of: Int(area.level)) != nil else { continue }
      if try store.name(area.name) == name { return area }
    }
    return nil
  }

  /// The answer from a store without map objects: one part for each field of the placemark, no tags, and only points as
  /// shapes.
  ///
  /// - Returns: nil when nothing is known at the point, or addresses are not requested.
  func withoutObjects(_ point: FixedPoint, _ request: NominatimRequest) throws(StoreError) -> NominatimResult? {
    guard request.layers.contains(.address) else { return nil }
    let filter = LayerFilter(layers: request.layers, maximumRank: request.maximumRank)
    let grounded = try lookup.engine.grounded(request.query(at: point), filter.policy)
    guard let placemark = grounded.placemark else { return nil }
    func listed(_ fields: [(String, String?, UInt8)]) -> [AddressPart] {
      fields.compactMap { label, name, rank in name.map { AddressPart(label: label, name: $0, rank: rank) } }
    }
    let fine = listed([
      ("house_number", placemark.subThoroughfare, 28), ("road", placemark.thoroughfare, 26),
      ("neighbourhood", placemark.neighborhood, 24), ("suburb", placemark.subLocality, 19),
    ])
    let coarse = listed([("postcode", placemark.postalCode, 5), ("country", placemark.country, 4)])
    let parts = (fine + placemark.coarseParts + coarse).filter { $0.rank <= request.maximumRank }
    return parts.isEmpty ? nil : ResultBuilder.plain(grounded, parts, request)
  }

  /// Converts a placemark to a result.
  private static func plain(
    _ grounded: GroundedPlacemark, _ parts: [AddressPart], _ request: NominatimRequest
  ) -> NominatimResult {
    let (tag, rank, label) = kind(grounded.placemark, parts)
    // A house has a name only if it is mapped with one. Anything coarser is named by the first part of its address.
    let name = rank == 30 ? grounded.placemark?.name : parts.first?.name
    let center = grounded.placemark.map { FixedPoint($0.coordinate) } ?? FixedPoint(x: 0, y: 0)
    let ranks = MapObjectRanks(search: rank, address: rank)
    // Rows of a table, such as census addresses, are not mapped. The way of their street represents them.
    let source = grounded.placemark?.source?.type == .table ? grounded.street : grounded.placemark?.source
    return NominatimResult(
      placeID: rank >= 26 ? grounded.placemark?.source.map(placeID) : nil, source: source, category: tag.key,
      type: tag.value, ranks: ranks,
      addressType: label, importance: importance(ranks), center: center, box: NodeExtent.box(around: center, tag),
      distanceMeters: grounded.placemark?.distanceMeters ?? 0, name: name, displayName: displayName(parts) ?? "",
      parts: parts, countryCode: grounded.countryCode,
      names: name.map { [MapTag(key: "name", value: $0)] } ?? [], extraTags: [], entrances: nil,
      shape: request.geometry == nil ? nil : .point(center))
  }

  /// The main tag that would describe the match, its rank, and its label.
  private static func kind(
    _ placemark: Placemark?, _ parts: [AddressPart]
  ) -> (tag: MapTag, rank: UInt8, label: String) {
    if placemark?.subThoroughfare != nil { return (MapTag(key: "place", value: "house"), 30, "place") }
    if placemark?.thoroughfare != nil { return (MapTag(key: "highway", value: "road"), 26, "road") }
    let part = parts.first { $0.label != "postcode" }
    return part.map { (MapTag(key: "place", value: $0.label), $0.rank, $0.label) }
      ?? (MapTag(key: "place", value: "postcode"), 21, "postcode")
  }
}
