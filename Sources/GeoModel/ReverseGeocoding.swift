/// A service that turns a coordinate into placemarks: the engine, a client of the daemon, a test double.
public protocol ReverseGeocoding: Sendable {
  /// The placemarks for a query, best first, at most ``PlacemarkQuery/limit``.
  ///
  /// - Returns: one or more placemarks.
  /// - Throws: ``GeocodingError``; `.placemarkNotFound` when nothing is within the reach of the data.
  func placemarks(for query: PlacemarkQuery) async throws(GeocodingError) -> [Placemark]

  /// Runs many queries at once and returns their results in order. The default runs one after the other; clients
  /// override it with one round trip.
  ///
  /// - Throws: ``GeocodingError``, only for a failure of the whole batch, such as a lost connection. Each query's own
  ///   error is in its result.
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

  /// Runs one query after the other.
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

/// The reason why a query has no placemark.
public struct GeocodingError: Error, Hashable, Sendable {
  /// The reasons, as in MapKit; the raw value is the `reason` word on the wire.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The query is invalid; the caller must change it.
    case invalidQuery
    /// Nothing is within the reach of the data.
    case placemarkNotFound
    /// The query was cancelled.
    case cancelled
    /// No response came in time.
    case timeout
    /// Too many requests at once; try again later.
    case loadingThrottled
    /// The store or the server failed; trying again may help.
    case serverFailure
  }

  /// The reason.
  public var code: Code
  /// A sentence for the user, with advice.
  public var message: String

  /// Creates an error with its own message, or the usual one for its code.
  public init(_ code: Code, _ message: String? = nil) {
    self.code = code
    self.message = message ?? code.usualMessage
  }
}

extension GeocodingError: CustomStringConvertible {
  /// The message.
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
