/// Anything that turns a coordinate into placemarks: the engine, a client of the daemon, a test double.
public protocol ReverseGeocoding: Sendable {
  /// The placemarks for a query, best first, at most ``PlacemarkQuery/limit``.
  ///
  /// - Returns: one or more placemarks.
  /// - Throws: ``GeocodingError``; `.placemarkNotFound` when nothing is within the reach of the data.
  func placemarks(for query: PlacemarkQuery) async throws(GeocodingError) -> [Placemark]

  /// Answers many queries at once, in their order. The default asks one by one; clients override it with one round trip.
  ///
  /// - Throws: ``GeocodingError``, only for what stops the whole batch, such as a lost connection; each query's own failure is in its
  ///   result.
  func placemarks(forEach queries: [PlacemarkQuery]) async throws(GeocodingError) -> [Result<
    [Placemark], GeocodingError
  >]
}

extension ReverseGeocoding {
  /// The best placemark for a query.
  ///
  /// - Throws: ``GeocodingError``; `.placemarkNotFound` when nothing is within the reach of the data.
  public func placemark(for query: PlacemarkQuery) async throws(GeocodingError) -> Placemark {
    guard let first = try await placemarks(for: query).first else { throw GeocodingError(.placemarkNotFound) }
    return first
  }

  /// The best placemark at a coordinate, with local names and full detail.
  ///
  /// - Throws: ``GeocodingError``; `.placemarkNotFound` when nothing is within the reach of the data.
  public func placemark(at coordinate: Coordinate) async throws(GeocodingError) -> Placemark {
    try await placemark(for: PlacemarkQuery(coordinate: coordinate))
  }

  /// Asks one query after the other.
  public func placemarks(forEach queries: [PlacemarkQuery]) async throws(GeocodingError) -> [Result<
    [Placemark], GeocodingError
  >] {
    var results: [Result<[Placemark], GeocodingError>] = []
    results.reserveCapacity(queries.count)
    for query in queries {
      do throws(GeocodingError) { results.append(.success(try await placemarks(for: query))) } catch {
        results.append(.failure(error))
      }
    }
    return results
  }
}

/// Why a query has no placemark.
public struct GeocodingError: Error, Hashable, Sendable {
  /// The reasons, as in MapKit; the raw value is the `reason` word on the wire.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The query itself is wrong: the caller must change it.
    case invalidQuery
    /// Nothing is within the reach of the data.
    case placemarkNotFound
    /// The query was cancelled.
    case cancelled
    /// No answer came in time.
    case timeout
    /// Too many requests at once: ask again later.
    case loadingThrottled
    /// The store or the server failed; trying again may help.
    case serverFailure
  }

  /// The reason.
  public var code: Code
  /// One sentence for a person that says what to do.
  public var message: String

  /// An error with its own sentence, or the usual one for its code.
  public init(_ code: Code, _ message: String? = nil) {
    self.code = code
    self.message = message ?? code.usualMessage
  }
}

extension GeocodingError: CustomStringConvertible {
  /// The sentence for a person.
  public var description: String { message }
}

extension GeocodingError.Code {
  fileprivate var usualMessage: String {
    switch self {
    case .invalidQuery: "the query is not valid"
    case .placemarkNotFound: "no placemark: nothing is known within reach of this point"
    case .cancelled: "the query was cancelled"
    case .timeout: "no answer came in time"
    case .loadingThrottled: "too many requests at once; try again later"
    case .serverFailure: "the server failed to answer"
    }
  }
}
