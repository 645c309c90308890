/// The options of a server, with the consequence of exceeding each limit.
package struct ServerOptions: Hashable, Sendable {
  /// The number of threads that answer queries, each with its own connection to the store. 1 or more.
  package var workers = 2
  /// The number of threads that read and write sockets. One handles about 100,000 requests a second.
  package var eventLoops = 1
  /// The maximum length of a line in bytes. A longer one is skipped and gets `invalidRequest`.
  package var maximumLineLength = 1 << 20
  /// The maximum number of waiting or running queries of one client; each coordinate of a batch counts. Beyond it the
  /// client's requests are not read until some are answered. A single batch may exceed it.
  package var queriesPerClient = 1024
  /// The maximum number of waiting or running queries of all clients. Beyond it a request gets `loadingThrottled`.
  package var queriesInAll = 100_000
  /// The maximum unread response bytes of one client. Beyond it none of its queries run until it has read some.
  package var answerBytesPerClient = 2 << 20
  /// The maximum unread response bytes of all clients. From half of it on, only clients that have read all their
  /// responses are served. Beyond it no client is, and one that reads nothing for a second is dropped. Long lines and
  /// bodies may take a quarter of it in addition.
  package var answerBytesInAll = 128 << 20
  /// The maximum memory in bytes for drawing pictures and tiles. A picture waits until there is room. One that needs
  /// more than seven eighths of it is refused.
  package var drawingBytesInAll = 224 << 20
  /// The maximum number of location watches of all clients. Beyond it `locationWatch.start` gets `loadingThrottled`.
  package var watchesInAll = 30_000
  /// The maximum number of location watches of one client. Beyond it `locationWatch.start` gets `loadingThrottled`.
  package var watchesPerClient = 10_000
  /// The maximum number of maps of all clients. Beyond it `mapView.open` gets `loadingThrottled`.
  package var mapsInAll = 1_024
  /// The maximum number of open maps of one client. Beyond it `mapView.open` gets `loadingThrottled`.
  package var mapsPerClient = 64
  /// The maximum number of annotations of one map. Beyond it `mapView.addAnnotations` gets `loadingThrottled` and adds
  /// nothing.
  package var annotationsPerMap = 1_000_000
  /// The maximum memory in bytes of all maps and their contents. Beyond it a request that would add something gets
  /// `loadingThrottled` and adds nothing.
  package var mapBytesInAll = 2 << 30
  /// The maximum number of annotations of all maps, each counted as 160 bytes or more.
  ///
  /// Beyond it `mapView.addAnnotations` gets `loadingThrottled`.
  package var annotationsInAll = 20_000_000
  /// The maximum number of pages that show one map.
  ///
  /// Beyond it a page's WebSocket is closed with 1013 (try again later).
  package var screensPerMap = 64
  /// The maximum number of overlays of one map. Beyond it `mapView.addOverlays` gets `loadingThrottled` and adds
  /// nothing.
  package var overlaysPerMap = 10_000
  /// The maximum number of vertices in the overlays of one map. Beyond it `mapView.addOverlays` gets
  /// `loadingThrottled`.
  package var verticesPerMap = 5_000_000
  /// The maximum number of clients. Beyond it a client gets `loadingThrottled` and its connection is closed.
  package var clients = 4096
  /// The users who may use the socket; nil for everybody who can open it. Others get `notAllowed`, and their connection
  /// is closed.
  package var allowedPeers: AllowedPeers?
  /// How long a client may send nothing before it gets `timeout` and is closed; zero for no limit.
  ///
  /// A client that has a watch, a map or a running query may be silent for longer.
  package var idleTimeout = Duration.seconds(3600)
  /// How long a client may pause within a line before the line gets `timeout` and is dropped.
  package var lineTimeout = Duration.seconds(30)
  /// How long a client may read nothing of what was written before it is dropped.
  package var stallTimeout = Duration.seconds(30)
  /// How long a query may wait for a worker before it gets `timeout`.
  package var queryTimeout = Duration.seconds(30)
  /// How long a stop waits for requests in flight, and for clients to read their responses.
  package var stopTimeout = Duration.seconds(10)
  /// The unwritten bytes of one client beyond which its requests are not read.
  package var outputHighWatermark = 256 << 10

  /// The maximum duration of a quick answer, including the way to a worker and back.
  ///
  /// After several quick answers in a row, the event loop itself answers a client that is alone.
  var quickAnswer = Duration.milliseconds(2)

  /// The default options, with two workers.
  package init() {}

  /// Checks the fields that have a range of valid values.
  ///
  /// - Throws: ``ServerError`` of code `badOption` that names the field, in the words of the daemon where it has an
  ///   option for it.
  package func validate() throws(ServerError) {
    try ServerOptions.check(workers, "--workers", 1...1024)
    try ServerOptions.check(eventLoops, "--event-loops", 1...1024)
    try ServerOptions.check(maximumLineLength, "--max-line-bytes", 256...(1 << 30))
    try ServerOptions.check(queriesPerClient, "--max-in-flight", 1...10_000_000)
    try ServerOptions.check(queriesInAll, "--max-queue", 1...100_000_000)
    try ServerOptions.check(watchesPerClient, "--max-watches", 0...10_000_000)
    try ServerOptions.check(answerBytesPerClient, "--max-unsent-bytes", 4096...(1 << 40))
    try ServerOptions.check(answerBytesInAll, "--max-unsent-bytes-in-all", 1 << 16...(1 << 40))
    try ServerOptions.check(drawingBytesInAll, "bytes of drawing", 1 << 20...(1 << 40))
    try ServerOptions.check(mapsInAll, "--max-maps", 0...100_000)
    try ServerOptions.check(mapsPerClient, "maps per client", 0...100_000)
    try ServerOptions.check(mapBytesInAll, "--map-memory", 0...(1 << 50))
    try ServerOptions.check(annotationsPerMap, "--max-annotations", 0...100_000_000)
    try ServerOptions.check(annotationsInAll, "annotations in all", 0...1_000_000_000)
    try ServerOptions.check(screensPerMap, "--max-screens", 0...100_000)
    try ServerOptions.check(overlaysPerMap, "overlays per map", 0...1_000_000)
    try ServerOptions.check(verticesPerMap, "vertices per map", 0...1_000_000_000)
    try ServerOptions.check(clients, "--max-clients", 1...1_000_000)
    try ServerOptions.check(outputHighWatermark, "output watermark", 4096...(1 << 30))
  }

  /// Checks one option.
  static func check(_ value: Int, _ name: String, _ range: ClosedRange<Int>) throws(ServerError) {
    guard !range.contains(value) else { return }
    throw ServerError(.badOption, "\(name): \(value) is not between \(range.lowerBound) and \(range.upperBound)")
  }
}

/// The reason why the daemon cannot start. The message says what is wrong and what to do.
package struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  package enum Code: Hashable, Sendable {
    /// Another process listens on the socket's path.
    case addressInUse
    /// The socket cannot be created: its path is too long, its folder is missing, permission is denied, or another file
    /// is in its place.
    case cannotListen
    /// An option has an invalid value.
    case badOption
    /// The sockets from systemd are not the expected ones.
    case badActivation
  }

  /// The kind of failure.
  package var code: Code
  /// One sentence for users.
  package var message: String
  /// The same as ``message``.
  package var description: String { message }

  /// Creates an error with its message.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
