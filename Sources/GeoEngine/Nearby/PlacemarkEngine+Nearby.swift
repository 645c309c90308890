import GeoModel
import GeoStore
import GeoSupport

extension PlacemarkEngine {
  /// So many objects are looked at: a rare thing in a large city is worth so much work, and not more.
  private static let mostObjects = 20_000

  /// What is around a point, the nearest first; empty when there is nothing of the wanted kinds. Of the ways of one street the nearest is
  /// answered. Where there are more than some 20,000 objects around the point, those beyond are not looked at.
  ///
  /// - Throws: ``GeocodingError``; `.invalidQuery` when a radius or limit makes no sense or the store has no map objects, `.serverFailure` when
  ///   the store cannot be read.
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
      // What contains the point is no thing near it, unless somebody asks for borders.
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

  /// A thing whose address is not known yet.
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
  /// Whether an object may be of this kind, by what is known before it is read.
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
    case .settlement: mayBe(sketch) && object.mainTag.key == "place"
    case .tag(let key, let value):
      ([object.mainTag] + object.extraTags + object.names).contains { tag in
        tag.key == key
          && (value == nil || tag.value.split(separator: ";").contains { $0 == value! } || tag.value == value)
      }
    }
  }
}

extension MapObject {
  /// The name in the best of some languages that there is, else as it is on the spot; nil when it has none.
  fileprivate func name(in languages: [String]) -> String? {
    func value(_ key: String) -> String? { names.first { $0.key == key }?.value }
    for language in LanguageList.pairs(languages).first {
      let short = language.split(separator: "-").first.map(String.init) ?? language
      if let name = value("name:\(language)") ?? value("name:\(short)") { return name }
    }
    return value("name") ?? value("brand") ?? value("operator") ?? value("ref") ?? value("addr:housename")
  }
}
