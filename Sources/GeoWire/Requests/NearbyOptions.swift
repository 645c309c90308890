import GeoModel

extension QueryOptionSource {
  /// Reads a query for nearby objects, with the options `languages`, `radiusMeters` and `limit`.
  ///
  /// - Parameter kinds: the requested kinds as users write them.
  /// - Throws: ``WireError`` of reason `invalidQuery` that names the option.
  package func nearby(_ coordinate: Coordinate, kinds: [String]) throws(WireError) -> NearbyQuery {
    var query = NearbyQuery(coordinate: coordinate)
    query.languages = try languages("languages") ?? []
    // A value that is not a number counts as out of range, so that every wrong radius gets the same message.
    if let radius = option("radiusMeters") { query.radiusMeters = radius.number ?? .nan }
    if let value = option("limit") {
      guard let limit = value.integer, (1...NearbyQuery.mostThings).contains(limit) else {
        throw WireError(
          .invalidQuery, "\(label("limit")) must be a whole number from 1 to \(NearbyQuery.mostThings)")
      }
      query.limit = limit
    }
    guard kinds.count <= NearbyQuery.mostKinds else {
      throw WireError(.invalidQuery, "\(label("kinds")) may be \(NearbyQuery.mostKinds) at most")
    }
    for text in kinds {
      guard let kind = NearbyKind(text) else {
        throw WireError(
          .invalidQuery, "\(label("kinds")) must be street, house, settlement, or a tag such as amenity=fuel")
      }
      query.kinds.append(kind)
    }
    do throws(GeocodingError) { try query.check() } catch { throw WireError(error) }
    return query
  }
}

extension RequestParameters {
  /// Reads `coordinate`, `kinds` and the other options of `nearby`.
  func nearby() throws(WireError) -> NearbyQuery {
    var kinds: [String] = []
    if let value = value("kinds") {
      guard let texts = value.strings else {
        throw WireError(.invalidQuery, "'kinds' must be an array of texts such as \"amenity=fuel\"")
      }
      kinds = texts
    }
    return try nearby(try coordinate("coordinate"), kinds: kinds)
  }
}

extension JSONWriter {
  /// Writes the members of `nearby`.
  package mutating func nearbyMembers(_ query: NearbyQuery) {
    key("coordinate")
    exactCoordinate(query.coordinate)
    if !query.kinds.isEmpty { member("kinds", query.kinds.map(\.description)) }
    member("radiusMeters", number: query.radiusMeters)
    member("limit", query.limit)
    member("languages", query.languages)
  }
}

extension NearbyThing {
  /// Reads an object as a client gets it; nil if a required member is missing.
  package init?(_ node: JSONNode) {
    guard let coordinate = Coordinate(node.member("coordinate")), let kind = node.member("kind")?.string,
      let meters = node.member("distanceMeters")?.double, (0...ProtocolLimits.distanceMeters).contains(meters),
      let source = SourceReference(node.member("source"))
    else { return nil }
    self.init(
      coordinate: coordinate, name: node.member("name")?.string, kind: kind, distanceMeters: meters,
      bearingDegrees: node.member("bearingDegrees")?.double.flatMap { (0...360).contains($0) ? $0 : nil },
      source: source,
      formattedAddress: node.member("formattedAddress")?.strings ?? [])
  }

  /// Reads the objects in a result of `nearby`; nil if it is invalid.
  package static func list(_ result: JSONNode) -> [NearbyThing]? {
    guard let things = result.member("things"), things.isArray else { return nil }
    return things.elements.compactMap { NearbyThing($0) }
  }
}
