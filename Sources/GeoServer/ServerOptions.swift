/// How a server works. Each field says what it bounds and what happens beyond it.
package struct ServerOptions: Hashable, Sendable {
  /// Threads that answer queries, each with a connection to the store of its own. 1 or more.
  package var workers = 2
  /// Threads that read and write sockets. One serves some 100,000 requests a second.
  package var eventLoops = 1
  /// Bytes of one line. A longer one is skipped and answered with `invalidRequest`.
  package var maximumLineLength = 1 << 20
  /// Queries of one client that wait or run; each coordinate of a batch counts. Beyond it the client is not read until
  /// some are answered. A single batch may go beyond it alone.
  package var queriesPerClient = 1024
  /// Queries of all clients that wait or run. Beyond it a request is answered with `loadingThrottled`.
  package var queriesInAll = 100_000
  /// Bytes of answers that one client has not taken. Beyond it no more of its queries are worked on until it has.
  package var answerBytesPerClient = 2 << 20
  /// Bytes of answers that all clients together have not taken. From half of it on only those are worked for who have taken all of theirs;
  /// beyond it nobody is, and who takes nothing for a second is dropped. A quarter of it is the room for long lines and bodies.
  package var answerBytesInAll = 128 << 20
  /// Bytes that pictures and tiles take while they are drawn. A picture waits until there is room, and one that needs more than seven eighths
  /// of it is refused.
  package var drawingBytesInAll = 224 << 20
  /// Location watches of all clients. Beyond it `locationWatch.start` is answered with `loadingThrottled`.
  package var watchesInAll = 30_000
  /// Location watches of one client. Beyond it `locationWatch.start` is answered with `loadingThrottled`.
  package var watchesPerClient = 10_000
  /// Maps of all clients. Beyond it `mapView.open` is answered with `loadingThrottled`.
  package var mapsInAll = 1_024
  /// Maps that one client has open. Beyond it `mapView.open` is answered with `loadingThrottled`.
  package var mapsPerClient = 64
  /// Annotations of one map. Beyond it `mapView.addAnnotations` is answered with `loadingThrottled`, and adds nothing.
  package var annotationsPerMap = 1_000_000
  /// Bytes that all maps take with what is on them. Beyond it what would add something is answered with `loadingThrottled`, and adds nothing.
  package var mapBytesInAll = 2 << 30
  /// Annotations of all maps, of some 100 bytes each. Beyond it `mapView.addAnnotations` is answered with `loadingThrottled`.
  package var annotationsInAll = 20_000_000
  /// Pages that show one map. Beyond it one gets 503.
  package var screensPerMap = 64
  /// Overlays of one map. Beyond it `mapView.addOverlays` is answered with `loadingThrottled`, and adds nothing.
  package var overlaysPerMap = 10_000
  /// Places in the overlays of one map. Beyond it `mapView.addOverlays` is answered with `loadingThrottled`.
  package var verticesPerMap = 5_000_000
  /// Clients at once. Beyond it a client gets `loadingThrottled` and its connection is closed.
  package var clients = 4096
  /// Who may ask over the socket; nil: everybody who can open it. Others get `notAllowed`, and their connection is closed.
  package var allowedPeers: AllowedPeers?
  /// A client that asks nothing for so long, and has no watch, is closed with `timeout`. Zero: never.
  package var idleTimeout = Duration.seconds(3600)
  /// Half a line and then nothing for so long: the line is answered with `timeout` and dropped.
  package var lineTimeout = Duration.seconds(30)
  /// A client that takes nothing of what was written for so long is dropped.
  package var stallTimeout = Duration.seconds(30)
  /// A query that waits for a worker for so long is answered with `timeout`.
  package var queryTimeout = Duration.seconds(30)
  /// How long a stop waits for what is in flight, and for clients to take their answers.
  package var stopTimeout = Duration.seconds(10)
  /// Bytes that wait to be written to one client before it is not read any more.
  package var outputHighWatermark = 256 << 10

  /// Who has the server alone and got some answers within such a time, with their way to a worker and back, is answered by the event loop.
  var quickAnswer = Duration.milliseconds(2)

  /// The usual options; two workers.
  package init() {}

  /// Checks that every field makes sense.
  ///
  /// - Throws: ``ServerError`` of code `badOption` that names the field, in the words of the daemon where it has an option for it.
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

/// Why the daemon cannot start. Each sentence says what is wrong and what to do.
package struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  package enum Code: Hashable, Sendable {
    /// Another process answers at the socket's path.
    case addressInUse
    /// The socket cannot be made: path too long, no folder, no permission, something else in its place.
    case cannotListen
    /// An option has a value that makes no sense.
    case badOption
    /// The sockets that systemd handed over are not what was asked for.
    case badActivation
  }

  /// The kind of failure.
  package var code: Code
  /// One sentence for a person.
  package var message: String
  /// The same as ``message``.
  package var description: String { message }

  /// A failure with its sentence.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
