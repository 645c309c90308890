import ArgumentParser
import GeoConsole
import GeoServer
import GeoSupport

/// What the daemon bounds. Each default is that of `ServerOptions`.
struct LimitOptions: ParsableArguments {
  @Option(help: "Bytes of a line; longer ones are skipped with an error (default: 1048576).")
  var maxLineBytes: Int?

  @Option(help: "Queries of one client in flight; beyond it the client is not read (default: 1024).")
  var maxInFlight: Int?

  @Option(help: "Queries of all clients in flight; beyond it they get loadingThrottled (default: 100000).")
  var maxQueue: Int?

  @Option(help: "Bytes of answers that a client has not taken; beyond it it is not worked for (default: 2097152).")
  var maxUnsentBytes: Int?

  @Option(
    help: ArgumentHelp(
      """
      Bytes of answers that all clients have not taken; from half of it on only those are worked for who take theirs, beyond it who takes \
      nothing for a second is dropped (default: 134217728).
      """))
  var maxUnsentBytesInAll: Int?

  @Option(help: "Location watches of one client; beyond it it gets loadingThrottled (default: 10000).")
  var maxWatches: Int?

  @Option(help: "Clients at once; beyond it one gets loadingThrottled and is closed (default: 4096).")
  var maxClients: Int?

  @Option(help: "Seconds until a silent client without a watch is closed; 0: never (default: 3600).")
  var idleTimeout: Double?

  @Option(help: "Seconds of silence after half a line until it is dropped with an error (default: 30).")
  var lineTimeout: Double?

  @Option(help: "Seconds until a client that does not read its answers is dropped (default: 30).")
  var stallTimeout: Double?

  @Option(help: "Seconds that a query may wait for a worker before it gets timeout (default: 30).")
  var queryTimeout: Double?

  @Option(help: "Seconds that a stop may take; then it ends what is still under way (default: 10).")
  var stopTimeout: Double?

  /// The server's options: from the command line, else from the environment, else the usual ones.
  func serverOptions(workers: Int?, eventLoops: Int?) throws -> ServerOptions {
    var options = ServerOptions()
    let processors = SystemThread.processorCount
    options.workers = try OptionSource.count(workers, "WORKERS") ?? processors
    options.eventLoops = try OptionSource.count(eventLoops, "EVENT_LOOPS") ?? max(1, processors / 4)
    try OptionSource.set(&options.maximumLineLength, OptionSource.count(maxLineBytes, "MAX_LINE_BYTES"))
    try OptionSource.set(&options.queriesPerClient, OptionSource.count(maxInFlight, "MAX_IN_FLIGHT"))
    try OptionSource.set(&options.queriesInAll, OptionSource.count(maxQueue, "MAX_QUEUE"))
    try OptionSource.set(&options.answerBytesPerClient, OptionSource.count(maxUnsentBytes, "MAX_UNSENT_BYTES"))
    try OptionSource.set(
      &options.answerBytesInAll, OptionSource.count(maxUnsentBytesInAll, "MAX_UNSENT_BYTES_IN_ALL"))
    try OptionSource.set(&options.watchesPerClient, OptionSource.count(maxWatches, "MAX_WATCHES"))
    try OptionSource.set(&options.clients, OptionSource.count(maxClients, "MAX_CLIENTS"))
    try OptionSource.set(&options.idleTimeout, OptionSource.seconds(idleTimeout, "IDLE_TIMEOUT", allowsZero: true))
    try OptionSource.set(&options.lineTimeout, OptionSource.seconds(lineTimeout, "LINE_TIMEOUT"))
    try OptionSource.set(&options.stallTimeout, OptionSource.seconds(stallTimeout, "STALL_TIMEOUT"))
    try OptionSource.set(&options.queryTimeout, OptionSource.seconds(queryTimeout, "QUERY_TIMEOUT"))
    try OptionSource.set(&options.stopTimeout, OptionSource.seconds(stopTimeout, "STOP_TIMEOUT"))
    try options.validate()
    return options
  }
}

/// Where and how the daemon answers HTTP.
struct HTTPFaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Answer HTTP there, too: 127.0.0.1:8080, [::1]:8080, localhost:8080, :8080 (this machine), *:8080 (every network) or unix:/path. \
      May be given several times.
      """, valueName: "address"))
  var http: [String] = []

  @Option(help: ArgumentHelp("Threads that answer HTTP (default: one per processor).", valueName: "count"))
  var httpThreads: Int?

  @Option(
    help: ArgumentHelp(
      "Requests must bring one of the keys in this file, one a line; read again on SIGHUP.", valueName: "file"),
    completion: .file())
  var apiKeys: String?

  @Option(
    help: ArgumentHelp(
      """
      A name under which a daemon on 127.0.0.1 or ::1 may be asked besides localhost, such as that of a proxy's site; others get 403, \
      so that no page from elsewhere reads answers in a browser. May be given several times; *: any name.
      """, valueName: "name"))
  var allowHost: [String] = []

  @Option(
    help: ArgumentHelp(
      "Coordinates that one key, or one address, may ask for: 5/s, 100/m, 10000/h; beyond it 429.", valueName: "limit"))
  var rateLimit: String?

  @Flag(help: "Do not log each request.")
  var noAccessLog = false

  @Option(help: "Connections at once; beyond it 503 (default: 4096).")
  var maxHTTPConnections: Int?

  @Option(help: "Bytes of a request's address; beyond it 414 (default: 8192).")
  var maxURLBytes: Int?

  @Option(help: "Bytes of a request's header fields; beyond it 431 (default: 16384).")
  var maxHeaderBytes: Int?

  @Option(help: "Bytes of a request's body; beyond it 413 (default: 2097152).")
  var maxBodyBytes: Int?

  @Option(help: "Seconds that a connection may rest between requests (default: 75).")
  var keepAliveTimeout: Double?

  @Option(help: "Seconds that a request may take to arrive; beyond it 408 (default: 20).")
  var requestTimeout: Double?

  /// The addresses that are asked for, bound at once; nothing when HTTP is not asked for.
  func listeners() throws -> [HTTPListener] {
    try OptionSource.list(http, "HTTP").map { try HTTPAddress(parsing: $0) }.flatMap { try HTTPListener.open($0) }
  }

  /// The options: from the command line, else from the environment, else the usual ones.
  func options(_ limits: ServerOptions) throws -> HTTPOptions {
    var options = HTTPOptions()
    options.threads = try OptionSource.count(httpThreads, "HTTP_THREADS") ?? SystemThread.processorCount
    options.stallTimeout = limits.stallTimeout
    options.keyFile = apiKeys ?? Environment["GEOCODED_API_KEYS"]
    options.rateLimit = try (rateLimit ?? Environment["GEOCODED_RATE_LIMIT"]).map { try RateLimit(parsing: $0) }
    options.allowedHosts = OptionSource.list(allowHost, "ALLOW_HOST")
    options.logsAccess = !noAccessLog && Environment["GEOCODED_NO_ACCESS_LOG"] == nil
    try OptionSource.set(&options.connections, OptionSource.count(maxHTTPConnections, "MAX_HTTP_CONNECTIONS"))
    try OptionSource.set(&options.maximumURLLength, OptionSource.count(maxURLBytes, "MAX_URL_BYTES"))
    try OptionSource.set(&options.maximumHeaderLength, OptionSource.count(maxHeaderBytes, "MAX_HEADER_BYTES"))
    try OptionSource.set(&options.maximumBodyLength, OptionSource.count(maxBodyBytes, "MAX_BODY_BYTES"))
    try OptionSource.set(&options.idleTimeout, OptionSource.seconds(keepAliveTimeout, "KEEP_ALIVE_TIMEOUT"))
    try OptionSource.set(&options.requestTimeout, OptionSource.seconds(requestTimeout, "REQUEST_TIMEOUT"))
    try options.validate()
    return options
  }
}
