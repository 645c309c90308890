import GeoModel
import GeoStore
import GeoSupport

extension PlacemarkEngine {
  /// The most objects that a query examines: enough for a rare thing in a large city, and a limit on the work.
  private static let mostObjects = 20_000

  /// The things around a point, nearest first; empty when there is nothing of the wanted kinds. Of a street's ways only
  /// the nearest is returned. Only the nearest 20,000 or so objects are examined.
  ///
  /// - Throws: ``GeocodingError``; `.invalidQuery` when a radius or limit is out of range or the store has no map
  ///   objects, `.serverFailure` when the store cannot be read.
  public func nearby(_ query: NearbyQuery) throws(GeocodingError) -> [NearbyThing] {
    try query.check()
    guard store.hasObjects else { throw PlacemarkEngine.noObjects }
    do {
      let things = try things(query)
      try store.confirm()
      return things
    } catch { throw GeocodingError(.serverFailure, store.reason(of: error).message) }
  }

  private func things(_ query: NearbyQuery) throws(StoreError) -> [NearbyThing] {
    let point = FixedPoint(query.coordinate)
    let projection = LocalProjection(origin: point)
    var things: [NearbyThing] = []
    var streets: Set<String?> = []
    let isCoarse = !query.kinds.isEmpty && query.kinds.allSatisfy { $0 == .settlement }
    try store.objects(
      nearestTo: point, withinMeters: query.radiusMeters, ranks: isCoarse ? 4...25 : 4...30,
      atMost: PlacemarkEngine.mostObjects, where: { _ in true },
      meters: { sketch in query.kinds.isEmpty && !sketch.hasName && !sketch.hasHouseNumber ? nil : sketch.distanceMeters
      }
    ) { (sketch) throws(StoreError) in
      if !query.kinds.isEmpty, !query.kinds.contains(where: { $0.mayBe(sketch) }) { return true }
      let object = try store.object(sketch.id, withGeometry: false)
      guard query.kinds.isEmpty || query.kinds.contains(where: { $0.matches(object, sketch) }) else { return true }
      // A boundary is not a thing near the point, unless the query asks for it by kind.
      if query.kinds.isEmpty, object.mainTag.key == "boundary" { return true }
      let thing = thing(object, sketch, projection, query)
      if object.mainTag.key == "highway", thing.name != nil, !streets.insert(thing.name).inserted { return true }
      things.append(thing)
      return things.count < query.limit
    }
    for index in things.indices {
      var asked = PlacemarkQuery(coordinate: things[index].coordinate)
      asked.languages = query.languages
      things[index].formattedAddress = (try? placemarks(for: asked))?.first?.formattedAddress ?? []
    }
    return things
  }

  /// The thing, still without its address.
  private func thing(
    _ object: MapObject, _ sketch: MapObjectSketch, _ projection: LocalProjection, _ query: NearbyQuery
  ) -> NearbyThing {
    let way = projection.project(sketch.nearest)
    let degrees = atan2(way.x, way.y) * 180 / .pi
    return NearbyThing(
      coordinate: Coordinate(object.centroid), name: object.name(in: query.languages),
      kind: "\(object.mainTag.key)=\(object.mainTag.value)", distanceMeters: sketch.distanceMeters,
      bearingDegrees: sketch.distanceMeters == 0 ? nil : degrees < 0 ? degrees + 360 : degrees, source: object.source,
      formattedAddress: [])
  }
}

extension NearbyKind {
  /// The values of `place` where people live, of any size; the others are squares, fields, islands and houses.
  private static let settlements: Set<String> = [
    "city", "town", "village", "hamlet", "isolated_dwelling", "borough", "suburb", "quarter", "neighbourhood",
  ]

  /// Whether an object may be of this kind, judging by its sketch alone.
  fileprivate func mayBe(_ sketch: MapObjectSketch) -> Bool {
    switch self {
    case .street: sketch.hasName && (26..<28).contains(sketch.ranks.address)
    case .house: sketch.hasHouseNumber
    case .settlement: sketch.hasName && (13...25).contains(sketch.ranks.search)
    case .tag: true
    }
  }

  /// Whether an object is of this kind.
  fileprivate func matches(_ object: MapObject, _ sketch: MapObjectSketch) -> Bool {
    switch self {
    case .street: mayBe(sketch) && object.mainTag.key == "highway"
    case .house: mayBe(sketch)
    case .settlement:
      mayBe(sketch) && object.mainTag.key == "place" && NearbyKind.settlements.contains(object.mainTag.value)
    case .tag(let key, let value):
      ([object.mainTag] + object.extraTags + object.names).contains { tag in
        tag.key == key
          && (value == nil || tag.value.split(separator: ";").contains { $0 == value! } || tag.value == value)
      }
    }
  }
}

extension MapObject {
  /// The name in the first of the languages that has one, else the local name; nil when there is none.
  fileprivate func name(in languages: [String]) -> String? {
    func value(_ key: String) -> String? { names.first { $0.key == key }?.value }
    for language in LanguageList.pairs(languages).first {
      let short = language.split(separator: "-").first.map(String.init) ?? language
      if let name = value("name:\(language)") ?? value("name:\(short)") { return name }
    }
    return value("name") ?? value("brand") ?? value("operator") ?? value("ref") ?? value("addr:housename")
  }
}
