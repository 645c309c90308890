@_exported public import GeoModel
import GeoSupport
@_exported public import GeoWire
import Synchronization

/// Sends queries to a running `geocoded` over its Unix socket.
///
/// ```swift
/// let client = GeoClient()
/// let placemark = try await client.placemark(at: Coordinate(latitude: 47.1410, longitude: 9.5209))
/// print(placemark.formattedAddress.joined(separator: ", "))
/// ```
///
/// One client is one connection. It is made at the first call and again after a restart of the daemon, which then gets
/// the open calls once more. Any number of tasks may use a client at once. Their requests share the connection, and
/// responses may come in any order. Errors are ``GeocodingError``s: `serverFailure` when no daemon listens, `timeout`
/// when it does not respond, `cancelled` when the task was canceled.
public final class GeoClient: ReverseGeocoding, Sendable {
  /// The options of a client; every field has a reasonable default.
  public struct Options: Hashable, Sendable {
    /// The path of the daemon's socket.
    public var socketPath: String
    /// How long a call waits for its response.
    public var timeout = Duration.seconds(30)
    /// How long calls wait for a daemon that was there and went away, for example to restart. Calls of a client that
    /// has never reached a daemon fail at once.
    public var reconnectTimeout = Duration.seconds(3)

    /// The default options for a daemon at a path.
    public init(socketPath: String) { self.socketPath = socketPath }
  }

  /// The default path of the daemon's socket: `GEOCODED_SOCKET`, or else `geocoded.sock` in `XDG_RUNTIME_DIR`, or else
  /// in `geocode` below the user's state folder. Nil if the environment has none of them and no home folder.
  public static var defaultSocketPath: String? {
    SocketPath.path { name in getenv(name).map { String(cString: $0) } }
  }

  package let connection: ClientConnection

  /// The client that this process shares for a socket path, so that many ``ReverseGeocoder``s need one connection. It
  /// lives as long as the process; closing it closes it for all.
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

  /// Creates a client of the daemon at the default path. It does not connect yet.
  public convenience init() { self.init(socketPath: GeoClient.usualSocketPath) }

  /// Creates a client of the daemon at a path. It does not connect yet.
  public convenience init(socketPath: String) { self.init(options: Options(socketPath: socketPath)) }

  /// Creates a client with its own timeouts. It does not connect yet.
  public init(options: Options) { connection = ClientConnection(options: options) }

  deinit { connection.close() }

  /// Closes the connection. Open and later calls fail with `cancelled`, and watches end.
  public func close() { connection.close() }

  /// The placemarks for a query, best first.
  ///
  /// - Throws: ``GeocodingError``; `placemarkNotFound` when the data has nothing within reach.
  public func placemarks(for query: PlacemarkQuery) async throws(GeocodingError) -> [Placemark] {
    let result = try await connection.call("reverseGeocode") {
      $0.queryMembers(query)
    } _: {
      $0.placemarks.mapError(\.geocodingError)
    }
    return try result.get()
  }

  /// The objects around a point, nearest first; empty if there are none of the requested kinds.
  ///
  /// - Throws: ``GeocodingError``; `invalidQuery` when a radius or limit is invalid or the daemon's store has no map
  ///   objects.
  public func nearby(_ query: NearbyQuery) async throws(GeocodingError) -> [NearbyThing] {
    try await connection.call("nearby") {
      $0.nearbyMembers(query)
    } _: {
      NearbyThing.list($0)
    }
  }

  /// The daemon's information about itself and its data.
  ///
  /// - Throws: ``GeocodingError`` when no daemon responds.
  public func serverInfo() async throws(GeocodingError) -> ServerInfo {
    try await connection.call("server.info", nil) { ServerInfo($0) }
  }

  /// Makes a round trip to the daemon without any work.
  ///
  /// - Throws: ``GeocodingError`` when no daemon responds.
  public func ping() async throws(GeocodingError) {
    let _: Bool = try await connection.call("server.ping", nil) { $0.isObject }
  }
}
