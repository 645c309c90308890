import GeoModel

extension RequestParameters {
  /// `coordinate` and the options.
  func query() throws(WireError) -> WireQuery {
    var query = PlacemarkQuery(coordinate: try coordinate("coordinate"))
    let isList = try readOptions(into: &query)
    return WireQuery(query: query, isList: isList)
  }

  /// `coordinates` and the options. One bad coordinate fails alone.
  func batch() throws(WireError) -> WireBatch {
    guard let coordinates = value("coordinates"), coordinates.isArray else {
      throw WireError(.invalidQuery, "'coordinates' must be an array of {\"latitude\":…,\"longitude\":…}")
    }
    var template = PlacemarkQuery(coordinate: Coordinate(FixedPoint(x: 0, y: 0)))
    let isList = try readOptions(into: &template)
    var batch = WireBatch(queries: [], isList: isList, languages: template.languages)
    for element in coordinates.elements {
      guard batch.queries.count < ProtocolLimits.batchCoordinates else {
        throw WireError(
          .invalidQuery, "'coordinates' may hold \(ProtocolLimits.batchCoordinates) at most; send several")
      }
      do throws(WireError) {
        template.coordinate = try RequestParameters.coordinate(element)
        batch.queries.append(.success(template))
      } catch { batch.queries.append(.failure(error)) }
    }
    guard batch.queries.count * template.limit * (template.includesOverlay ? 100 : 1) <= ProtocolLimits.batchPlacemarks
    else {
      throw WireError(
        .invalidQuery,
        "a batch may ask for \(ProtocolLimits.batchPlacemarks) placemarks (with 'overlay' a hundredth of that); send several"
      )
    }
    return batch
  }

  /// The options of a watch, and the accuracy of fixes that do not say theirs.
  func watchOptions() throws(WireError) -> WireWatchOptions {
    var template = PlacemarkQuery(coordinate: Coordinate(FixedPoint(x: 0, y: 0)))
    _ = try readOptions(into: &template)
    var options = WireWatchOptions(template: template)
    if let accuracy = try number("accuracyMeters", in: 0...100_000) { options.accuracyMeters = accuracy }
    return options
  }

  /// A position for a watch.
  func fix() throws(WireError) -> WireFix {
    WireFix(
      watch: try handle("watch"), coordinate: try coordinate("coordinate"),
      accuracyMeters: try number("accuracyMeters", in: 0...100_000),
      timestamp: try number("timestamp", in: -1e12...1e12))
  }

  /// Reads the options that every query has; gives whether `limit` is among them.
  private func readOptions(into query: inout PlacemarkQuery) throws(WireError) -> Bool {
    if let languages = value("languages") { query.languages = try RequestParameters.languages(languages) }
    if let detail = value("detail") { query.detail = try RequestParameters.detail(detail) }
    query.maximumDistanceMeters = try number("maximumDistanceMeters", in: 0...ProtocolLimits.distanceMeters)
    query.includesAreas = try flag("areas")
    query.includesTrace = try flag("explain")
    query.includesOverlay = try flag("overlay")
    guard let limit = value("limit") else { return false }
    guard let count = limit.integer, (1...ProtocolLimits.placemarkLimit).contains(count) else {
      throw WireError(.invalidQuery, "'limit' must be a whole number from 1 to \(ProtocolLimits.placemarkLimit)")
    }
    query.limit = count
    return true
  }

  private static func languages(_ node: JSONNode) throws(WireError) -> [String] {
    guard let languages = node.strings, languages.count <= ProtocolLimits.languages,
      languages.allSatisfy({ $0.utf8.count <= 35 })
    else {
      throw WireError(
        .invalidQuery, "'languages' must be an array of up to \(ProtocolLimits.languages) language tags, such as \"de\""
      )
    }
    return languages
  }

  private static func detail(_ node: JSONNode) throws(WireError) -> PlacemarkDetail {
    guard let detail = node.string.flatMap(PlacemarkDetail.init(rawValue:)) else {
      let words = PlacemarkDetail.allCases.map(\.rawValue).joined(separator: ", ")
      throw WireError(.invalidQuery, "'detail' must be one of \(words)")
    }
    return detail
  }
}
