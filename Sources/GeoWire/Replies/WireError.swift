import GeoModel

/// An error on the wire: a JSON-RPC code, a reason as a word, and a message for users.
package struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors. The raw value is `error.data.reason`.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The line is not JSON. (JSON-RPC)
    case parseError
    /// The JSON is not a request. (JSON-RPC)
    case invalidRequest
    /// There is no such method. (JSON-RPC)
    case methodNotFound
    /// A parameter is missing, of the wrong type or out of range. (JSON-RPC)
    case invalidQuery
    /// An internal error of the server. (JSON-RPC)
    case internalError
    /// The store cannot be read, or the server failed in another way.
    case serverFailure
    /// A limit is exceeded, such as that of requests, clients or memory.
    case loadingThrottled
    /// The data has nothing within reach.
    case placemarkNotFound
    /// The geocoder was canceled.
    case cancelled
    /// The time limit has run out.
    case timeout
    /// The client's user may not use the server.
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
  /// One sentence for users: which value is wrong, why, and what to do.
  package var message: String
  /// The same as ``message``.
  package var description: String { message }

  /// Creates an error with its message.
  package init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }

  /// Converts an engine's error.
  package init(_ error: GeocodingError) {
    self.init(Reason(rawValue: error.code.rawValue) ?? .internalError, error.message)
  }

  /// The error for a client's caller, in MapKit's terms.
  package var geocodingError: GeocodingError {
    switch reason {
    case .parseError, .invalidRequest, .methodNotFound, .invalidQuery: GeocodingError(.invalidQuery, message)
    case .internalError: GeocodingError(.serverFailure, message)
    default: GeocodingError(GeocodingError.Code(rawValue: reason.rawValue) ?? .serverFailure, message)
    }
  }
}
