import GeoServer
import GeoSupport
import GeoTestKit
import Logging

#if Map
  import GeoBaseMap
  import GeoMapServer
#endif

/// A server with the socket protocol and HTTP, on sockets in a folder of its own. It lives as long as the process.
struct FuzzServer {
  private let folder = TemporaryFolder()
  private let store: FuzzStore

  /// The paths of its two sockets.
  var linePath: String { folder.file("s") }
  var httpPath: String { folder.file("h") }

  /// Starts a server.
  init() throws {
    signal(SIGPIPE, SIG_IGN)
    store = try FuzzStore()
    let logger = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
    var options = ServerOptions()
    options.workers = 1
    let (path, socket) = (store.path, try ListeningSocket(path: folder.file("s")))
    var guests: [any ServerGuests] = []
    #if Map
      guests.append(
        MapService(options: options, keyPath: socket.keyPath, logger: logger) { try StoreMap(database: path) })
    #endif
    let server = try GeocodeServer(
      options: options, source: StoreSource(path: path), socket: socket, guests: guests, logger: logger)
    var httpOptions = HTTPOptions()
    httpOptions.threads = 1
    // Nothing may wait for these timeouts.
    httpOptions.requestTimeout = .seconds(3600)
    httpOptions.idleTimeout = .seconds(3600)
    // Maps have pages only if there is a port.
    let listeners = try ["unix:" + folder.file("h"), "127.0.0.1:0"].flatMap {
      try HTTPListener.open(HTTPAddress(parsing: $0))
    }
    let face = try HTTPServer(options: httpOptions, listeners: listeners, server: server, logger: logger)
    Task { try await server.run() }
    Task { try await face.run() }
  }

  /// A new connection to one of the sockets.
  func connect(_ path: String) -> RawClient {
    guard let client = RawClient(path: path) else { fatalError("nobody listens on \(path)") }
    return client
  }
}
