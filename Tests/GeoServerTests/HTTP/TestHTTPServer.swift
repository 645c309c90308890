import GeoServer
import GeoWire
import Logging
import Synchronization

/// Runs a server with HTTP on a free port and on a Unix socket during a test.
struct TestHTTPServer: Sendable {
  let folder: String
  let port: Int
  let world: SampleWorld
  let server: GeocodeServer
  let http: HTTPServer
  /// The log of requests.
  let log: LogBook

  /// The path of the Unix socket.
  var path: String { folder + "/h" }

  /// Runs a body beside a server, on a thread that may block. Then stops the server and waits for its end.
  static func run(
    source: (any EngineSource)? = nil, limits: ServerOptions = ServerOptions(),
    _ configure: (inout HTTPOptions) throws -> Void = { _ in },
    _ body: @escaping @Sendable (TestHTTPServer) throws -> Void
  ) async throws {
    try await withServer(source: source, limits: limits, configure) { server throws in
      try await onThread { try body(server) }
    }
  }

  /// The same for an asynchronous body.
  static func withServer(
    source: (any EngineSource)? = nil, limits: ServerOptions = ServerOptions(),
    _ configure: (inout HTTPOptions) throws -> Void = { _ in },
    _ body: @Sendable (TestHTTPServer) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      var options = HTTPOptions()
      try configure(&options)
      let server = try make(folder, source, limits, options)
      // HTTP ends first, as in the daemon: its connections depend on the other server.
      try await running([server.server.run]) {
        try await running([server.http.run]) { try await body(server) }
      }
    }
  }

  private static func make(
    _ folder: String, _ source: (any EngineSource)?, _ limits: ServerOptions, _ options: HTTPOptions
  ) throws -> TestHTTPServer {
    let world = SampleWorld()
    let log = LogBook()
    let listeners =
      try HTTPListener.open(HTTPAddress(parsing: "127.0.0.1:0"))
      + HTTPListener.open(HTTPAddress(parsing: "unix:\(folder)/h"))
    let server = try GeocodeServer.withMaps(
      options: limits, source: source ?? world, socket: try ListeningSocket(path: folder + "/s"))
    let http = try HTTPServer(
      options: options, listeners: listeners, server: server, logger: quietLogger,
      accessLog: Logger(label: "access") { _ in LogBookHandler(book: log) })
    let port = Int(listeners[0].name.split(separator: ":").last!)!
    return TestHTTPServer(folder: folder, port: port, world: world, server: server, http: http, log: log)
  }

  /// Runs a body on a thread that may block, beside a task that constantly checks for a new store.
  func withKeeper(_ body: @escaping @Sendable () throws -> Void) async throws {
    let (reloads, continuation) = AsyncStream.makeStream(of: Void.self)
    let keeper = StoreKeeper(
      server: server, http: http, interval: .milliseconds(10), notifier: ServiceNotifier { _ in nil },
      reloads: reloads, logger: quietLogger)
    try await running([keeper.run]) {
      defer { continuation.finish() }
      try await onThread { try body() }
    }
  }

  func connect() throws -> HTTPClient { try HTTPClient(port: port) }

  /// Sends a request over a connection of its own.
  func ask(
    _ target: String, method: String = "GET", fields: [String] = [], body: String? = nil
  ) throws -> HTTPClient.Answer {
    try connect().ask(target, method: method, fields: fields, body: body)
  }
}

/// The logged lines.
final class LogBook: Sendable {
  let lines = Mutex<[Logger.Metadata]>([])
  /// The message of each line.
  let messages = Mutex<[String]>([])
}

struct LogBookHandler: LogHandler {
  let book: LogBook
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  init(book: LogBook) { self.book = book }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    book.lines.withLock { $0.append(event.metadata ?? [:]) }
    book.messages.withLock { $0.append("\(event.message)") }
  }
}
