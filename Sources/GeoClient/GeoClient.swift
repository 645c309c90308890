@_exported public import GeoModel
import GeoSupport
@_exported public import GeoWire
import Synchronization

/// Asks a running `geocoded` over its Unix socket.
///
/// ```swift
/// let client = GeoClient()
/// let placemark = try await client.placemark(at: Coordinate(latitude: 47.1410, longitude: 9.5209))
/// print(placemark.formattedAddress.joined(separator: ", "))
/// ```
///
/// One client is one connection, made at the first call and made again when the daemon was restarted; calls that were open
/// then are asked again. Any number of tasks may use a client at once: their requests share the connection, and answers may
/// come in any order. Errors are ``GeocodingError``s: `serverFailure` when no daemon listens, `timeout` when it does not answer,
/// `cancelled` when the task was cancelled.
public final class GeoClient: ReverseGeocoding, Sendable {
  /// How a client behaves. Each field has a sane value already.
  public struct Options: Hashable, Sendable {
    /// Where the daemon listens.
    public var socketPath: String
    /// How long a call waits for its answer.
    public var timeout = Duration.seconds(30)
    /// How long calls wait for a daemon that was there and went away, such as for a restart. Calls of a client that has never
    /// reached a daemon fail at once.
    public var reconnectTimeout = Duration.seconds(3)

    /// The usual options for a daemon at a path.
    public init(socketPath: String) { self.socketPath = socketPath }
  }

  /// Where the daemon listens unless told otherwise: `GEOCODED_SOCKET`, else `geocoded.sock` in `XDG_RUNTIME_DIR`, else in
  /// `geocode` below the user's state folder; nil when the environment has none of them and no home.
  public static var defaultSocketPath: String? {
    SocketPath.path { name in getenv(name).map { String(cString: $0) } }
  }

  package let connection: ClientConnection

  /// The client that is shared by everybody in this process who asks the daemon at a path, so that many ``ReverseGeocoder``s need one
  /// connection. It lives as long as the process; closing it closes it for all.
  public static func shared(socketPath: String? = nil) -> GeoClient {
    let path = socketPath ?? usualSocketPath
    return clients.withLock { clients in
      if let known = clients[path] { return known }
      let client = GeoClient(socketPath: path)
      clients[path] = client
      return client
    }
  }

  private static let clients = Mutex<[String: GeoClient]>([:])
  private static var usualSocketPath: String { defaultSocketPath ?? "/run/geocoded.sock" }

  /// A client of the daemon at the default path. Nothing is connected yet.
  public convenience init() { self.init(socketPath: GeoClient.usualSocketPath) }

  /// A client of the daemon at a path. Nothing is connected yet.
  public convenience init(socketPath: String) { self.init(options: Options(socketPath: socketPath)) }

  /// A client with its own timeouts. Nothing is connected yet.
  public init(options: Options) { connection = ClientConnection(options: options) }

  deinit { connection.close() }

  /// Ends the connection. Open calls and all later ones fail with `cancelled`, watches end.
  public func close() { connection.close() }

  /// The placemarks for a query, best first.
  ///
  /// - Throws: ``GeocodingError``; `placemarkNotFound` when nothing is within reach of the data.
  public func placemarks(for query: PlacemarkQuery) async throws(GeocodingError) -> [Placemark] {
    let result = try await connection.call("reverseGeocode") {
      $0.queryMembers(query)
    } _: {
      $0.placemarks.mapError(\.geocodingError)
    }
    return try result.get()
  }

  /// What is around a point, the nearest first; empty when there is nothing of the wanted kinds.
  ///
  /// - Throws: ``GeocodingError``; `invalidQuery` when a radius or limit makes no sense or the daemon's store has no map objects.
  public func nearby(_ query: NearbyQuery) async throws(GeocodingError) -> [NearbyThing] {
    try await connection.call("nearby") {
      $0.nearbyMembers(query)
    } _: {
      NearbyThing.list($0)
    }
  }

  /// What the daemon says about itself and its data.
  ///
  /// - Throws: ``GeocodingError`` when no daemon answers.
  public func serverInfo() async throws(GeocodingError) -> ServerInfo {
    try await connection.call("server.info", nil) { ServerInfo($0) }
  }

  /// Does nothing but go there and back.
  ///
  /// - Throws: ``GeocodingError`` when no daemon answers.
  public func ping() async throws(GeocodingError) {
    let _: Bool = try await connection.call("server.ping", nil) { $0.isObject }
  }
}
