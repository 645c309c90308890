import ArgumentParser
import GeoServer

/// The limits of the daemon. Each default is that of `ServerOptions`.
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

  @Option(help: "Maps of all clients; beyond it they get loadingThrottled (default: 1024).")
  var maxMaps: Int?

  @Option(help: "Bytes that all maps take with what is on them; beyond it nothing is added (default: 2147483648).")
  var mapMemory: Int?

  @Option(help: "Annotations of a map; beyond it no more are added (default: 1000000).")
  var maxAnnotations: Int?

  @Option(help: "Pages that show one map; beyond it a page is closed with 1013 (default: 64).")
  var maxScreens: Int?

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

  /// The server's options: from the command line, or else from the environment, or else the defaults.
  func serverOptions(workers: Int?, eventLoops: Int?, _ settings: inout Settings) throws -> ServerOptions {
    var options = ServerOptions()
    options.workers = Startup.usualProcessors
    options.eventLoops = Startup.usualEventLoops(processors: Startup.usualProcessors)
    try settings.set(&options.workers, workers, "WORKERS")
    try settings.set(&options.eventLoops, eventLoops, "EVENT_LOOPS")
    try settings.set(&options.maximumLineLength, maxLineBytes, "MAX_LINE_BYTES")
    try settings.set(&options.queriesPerClient, maxInFlight, "MAX_IN_FLIGHT")
    try settings.set(&options.queriesInAll, maxQueue, "MAX_QUEUE")
    try settings.set(&options.answerBytesPerClient, maxUnsentBytes, "MAX_UNSENT_BYTES")
    try settings.set(&options.answerBytesInAll, maxUnsentBytesInAll, "MAX_UNSENT_BYTES_IN_ALL")
    try settings.set(&options.watchesPerClient, maxWatches, "MAX_WATCHES")
    try settings.set(&options.mapsInAll, maxMaps, "MAX_MAPS")
    try settings.set(&options.mapBytesInAll, mapMemory, "MAP_MEMORY")
    try settings.set(&options.annotationsPerMap, maxAnnotations, "MAX_ANNOTATIONS")
    try settings.set(&options.screensPerMap, maxScreens, "MAX_SCREENS")
    try settings.set(&options.clients, maxClients, "MAX_CLIENTS")
    try settings.set(&options.idleTimeout, idleTimeout, "IDLE_TIMEOUT", allowsZero: true)
    try settings.set(&options.lineTimeout, lineTimeout, "LINE_TIMEOUT")
    try settings.set(&options.stallTimeout, stallTimeout, "STALL_TIMEOUT")
    try settings.set(&options.queryTimeout, queryTimeout, "QUERY_TIMEOUT")
    try settings.set(&options.stopTimeout, stopTimeout, "STOP_TIMEOUT")
    try options.validate()
    return options
  }
}
