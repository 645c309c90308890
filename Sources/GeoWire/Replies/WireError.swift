import GeoModel

/// An error on the wire: a JSON-RPC code, a word that says the same, and a sentence for a person.
package struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors. The raw value is `error.data.reason`.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The line is not JSON. (JSON-RPC)
    case parseError
    /// The JSON is not a request. (JSON-RPC)
    case invalidRequest
    /// No such method. (JSON-RPC)
    case methodNotFound
    /// A parameter is missing, of the wrong type or out of range. (JSON-RPC)
    case invalidQuery
    /// A mistake in the server. (JSON-RPC)
    case internalError
    /// The store cannot be read, or the server is stopping.
    case serverFailure
    /// Over a limit: too many requests or clients.
    case loadingThrottled
    /// Nothing is within reach of the data.
    case placemarkNotFound
    /// The geocoder was cancelled.
    case cancelled
    /// Too much time went by.
    case timeout
    /// The client's user may not ask.
    case notAllowed

    /// The number of `error.code`.
    package var code: Int {
      switch self {
      case .parseError: -32700
      case .invalidRequest: -32600
      case .methodNotFound: -32601
      case .invalidQuery: -32602
      case .internalError: -32603
      case .serverFailure: -32000
      case .loadingThrottled: -32001
      case .placemarkNotFound: -32004
      case .cancelled: -32005
      case .timeout: -32006
      case .notAllowed: -32007
      }
    }
  }

  /// The kind of error.
  package var reason: Reason
  /// One sentence for a person: what is wrong with which value and what to do.
  package var message: String
  /// The same as ``message``.
  package var description: String { message }

  /// An error with its sentence.
  package init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }

  /// The wire's form of an engine's error.
  package init(_ error: GeocodingError) {
    self.init(Reason(rawValue: error.code.rawValue) ?? .internalError, error.message)
  }

  /// The error as a client's caller knows it, by MapKit's words.
  package var geocodingError: GeocodingError {
    switch reason {
    case .parseError, .invalidRequest, .methodNotFound, .invalidQuery: GeocodingError(.invalidQuery, message)
    case .internalError: GeocodingError(.serverFailure, message)
    default: GeocodingError(GeocodingError.Code(rawValue: reason.rawValue) ?? .serverFailure, message)
    }
  }
}
