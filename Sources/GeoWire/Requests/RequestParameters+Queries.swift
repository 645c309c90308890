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
    var batch = WireBatch(queries: [], isList: isList)
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

  /// A position for a watch.
  func fix() throws(WireError) -> WireFix {
    WireFix(
      watch: try handle("watch"), coordinate: try coordinate("coordinate"),
      accuracyMeters: try number("accuracyMeters", in: 0...ProtocolLimits.accuracyMeters),
      timestamp: try number("timestamp", in: -1e12...1e12))
  }
}
