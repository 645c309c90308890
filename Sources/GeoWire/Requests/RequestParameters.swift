import GeoModel

/// Reads and checks the `params` of a request. A member that is `null` counts as absent.
package struct RequestParameters: QueryOptionSource {
  let node: JSONNode?

  /// The parameters of an object, or none.
  init(_ node: JSONNode?) throws(WireError) {
    if let node, !node.isObject, !node.isNull {
      throw WireError(.invalidQuery, "'params' must be an object with named members")
    }
    self.node = node
  }

  /// A member as an option.
  package func option(_ name: StaticString) -> QueryOptionValue? { value(name).map { .json($0) } }

  func value(_ name: StaticString) -> JSONNode? {
    guard let value = node?.member(name), !value.isNull else { return nil }
    return value
  }

  /// The number of a geocoder or watch.
  func handle(_ name: StaticString) throws(WireError) -> Int {
    guard let value = value(name)?.integer else { throw WireError(.invalidQuery, "'\(name)' must be a whole number") }
    return value
  }

  func coordinate(_ name: StaticString) throws(WireError) -> Coordinate {
    guard let value = value(name) else {
      throw WireError(.invalidQuery, "'\(name)' is missing: {\"latitude\":…,\"longitude\":…}")
    }
    return try RequestParameters.coordinate(value)
  }

  /// Reads `{"latitude":…,"longitude":…}`.
  package static func coordinate(_ node: JSONNode) throws(WireError) -> Coordinate {
    try coordinate(node.member("latitude")?.double, node.member("longitude")?.double)
  }

  fileprivate static let unequalLengths = WireError(
    .invalidQuery, "'latitudes' and 'longitudes' must have as many numbers")

  /// The coordinate of two numbers, if both are given.
  static func coordinate(_ latitude: Double?, _ longitude: Double?) throws(WireError) -> Coordinate {
    guard let latitude, let longitude else {
      throw WireError(.invalidQuery, "a coordinate is {\"latitude\":…,\"longitude\":…} with numbers in degrees")
    }
    do throws(CoordinateError) {
      return try Coordinate(latitude: latitude, longitude: longitude)
    } catch { throw WireError(.invalidQuery, error.description) }
  }
}

extension RequestParameters {
  /// Reads `coordinate` and the options.
  func query() throws(WireError) -> WireQuery {
    var query = PlacemarkQuery(coordinate: try coordinate("coordinate"))
    // Most queries have only a coordinate, so the search for options is skipped.
    if node?.hasOneMember == true { return WireQuery(query: query) }
    let isList = try readOptions(into: &query)
    return WireQuery(query: query, isList: isList)
  }

  /// Reads `coordinates`, or `latitudes` and `longitudes`, and the options. A bad coordinate fails alone.
  func batch() throws(WireError) -> WireBatch {
    var template = PlacemarkQuery(coordinate: Coordinate(FixedPoint(x: 0, y: 0)))
    let isList = try readOptions(into: &template)
    var batch = WireBatch(queries: [], form: isList ? .list : .placemark)
    if let fields = try fields(template, isList: isList) {
      batch.form = .row(fields)
      template.extraFields = PlacemarkFieldSet(fields)
      if template.road == nil, fields.contains(where: \.isOfRoad) { template.road = RoadQuery() }
    }
    func add(_ read: () throws(WireError) -> Coordinate) throws(WireError) {
      guard batch.queries.count < ProtocolLimits.batchCoordinates else {
        throw WireError(
          .invalidQuery, "a batch may have \(ProtocolLimits.batchCoordinates) coordinates at most; send several")
      }
      do throws(WireError) {
        template.coordinate = try read()
        batch.queries.append(.success(template))
      } catch { batch.queries.append(.failure(error)) }
    }
    if let latitudes = value("latitudes"), let longitudes = value("longitudes"), value("coordinates") == nil {
      guard latitudes.isArray, longitudes.isArray else {
        throw WireError(.invalidQuery, "'latitudes' and 'longitudes' must be arrays of numbers")
      }
      var others = longitudes.elements
      for latitude in latitudes.elements {
        guard let longitude = others.next() else { throw RequestParameters.unequalLengths }
        try add { () throws(WireError) in try RequestParameters.coordinate(latitude.double, longitude.double) }
      }
      guard others.next() == nil else { throw RequestParameters.unequalLengths }
    } else {
      guard let coordinates = value("coordinates"), coordinates.isArray else {
        throw WireError(.invalidQuery, "'coordinates' must be an array of {\"latitude\":…,\"longitude\":…}")
      }
      for element in coordinates.elements {
        try add { () throws(WireError) in try RequestParameters.coordinate(element) }
      }
    }
    guard batch.queries.count * template.weight <= ProtocolLimits.batchPlacemarks else {
      throw WireError(
        .invalidQuery,
        "a batch may ask for \(ProtocolLimits.batchPlacemarks) placemarks (with 'overlay' a hundredth of that); send several"
      )
    }
    return batch
  }

  /// Reads the callbacks of `server.subscribe`.
  func serverCallbacks() throws(WireError) -> Set<ServerCallback> {
    guard let names = value("callbacks")?.strings else {
      throw WireError(.invalidQuery, "'callbacks' must be an array of names such as 'didReloadStore'")
    }
    var callbacks: Set<ServerCallback> = []
    for name in names {
      guard let callback = ServerCallback(rawValue: name) else {
        throw WireError(
          .invalidQuery, "there is no callback '\(name.prefix(60))'; names come without 'server.', as 'didReloadStore'")
      }
      callbacks.insert(callback)
    }
    return callbacks
  }

  /// Reads `fields`, which reduces the answers of a batch to rows; nil if it is missing.
  private func fields(_ template: PlacemarkQuery, isList: Bool) throws(WireError) -> [PlacemarkField]? {
    guard let value = value("fields") else { return nil }
    guard let names = value.strings, (1...ProtocolLimits.fields).contains(names.count) else {
      throw WireError(
        .invalidQuery, "'fields' must be an array of 1 to \(ProtocolLimits.fields) names, such as \"city\"")
    }
    guard !isList, !template.includesAreas, !template.includesTrace, !template.includesOverlay, template.layers == .none
    else {
      throw WireError(
        .invalidQuery,
        "'fields' goes without 'limit', 'areas', 'layers', 'explain' and 'overlay', whose answers have no row")
    }
    var fields: [PlacemarkField] = []
    for name in names {
      guard let field = PlacemarkField(name: name) else {
        let known = PlacemarkField.allCases.map(\.name).joined(separator: ", ")
        throw WireError(.invalidQuery, "'fields': there is no '\(name.prefix(60))'; there are \(known)")
      }
      fields.append(field)
    }
    return fields
  }

  /// Reads a position for a watch.
  func fix() throws(WireError) -> WireFix {
    WireFix(
      watch: try handle("watch"), coordinate: try coordinate("coordinate"),
      accuracyMeters: try number("accuracyMeters", in: 0...ProtocolLimits.accuracyMeters),
      timestamp: try number("timestamp", in: -1e12...1e12),
      bearingDegrees: try number("bearingDegrees", in: 0...360),
      speedMetersPerSecond: try number("speedMetersPerSecond", in: 0...ProtocolLimits.speedMetersPerSecond))
  }
}

extension WireBatch {
  /// Reads `coordinates` and the options of an object, as in the `params` of `reverseGeocodeBatch`.
  ///
  /// - Throws: ``WireError`` that names the invalid member. A bad coordinate is not an error of the batch.
  package init(parameters node: JSONNode) throws(WireError) {
    self = try RequestParameters(node).batch()
  }
}
