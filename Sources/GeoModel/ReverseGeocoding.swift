/// Anything that turns a coordinate into placemarks: the engine, a client of the daemon, a test double.
public protocol ReverseGeocoding: Sendable {
  /// The placemarks for a query, best first, at most ``PlacemarkQuery/limit``.
  ///
  /// - Returns: one or more placemarks.
  /// - Throws: ``GeocodingError``; `.placemarkNotFound` when nothing is within the reach of the data.
  func placemarks(for query: PlacemarkQuery) async throws -> [Placemark]

  /// Answers many queries at once, in their order. The default asks one by one; clients override it with one round trip.
  ///
  /// - Throws: only what stops the whole batch, such as a lost connection; each query's own failure is in its result.
  func placemarks(forEach queries: [PlacemarkQuery]) async throws -> [Result<[Placemark], GeocodingError>]
}

extension ReverseGeocoding {
  /// The best placemark for a query.
  ///
  /// - Throws: ``GeocodingError``; `.placemarkNotFound` when nothing is within the reach of the data.
  public func placemark(for query: PlacemarkQuery) async throws -> Placemark {
    guard let first = try await placemarks(for: query).first else { throw GeocodingError(.placemarkNotFound) }
    return first
  }

  /// Asks one query after the other.
  public func placemarks(forEach queries: [PlacemarkQuery]) async throws -> [Result<[Placemark], GeocodingError>] {
    var results: [Result<[Placemark], GeocodingError>] = []
    results.reserveCapacity(queries.count)
    for query in queries {
      do { results.append(.success(try await placemarks(for: query))) } catch let error as GeocodingError {
        results.append(.failure(error))
      }
    }
    return results
  }
}
