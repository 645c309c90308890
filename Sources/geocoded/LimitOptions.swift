import ArgumentParser
import GeoConsole
import GeoServer

/// What the daemon bounds. Each default is that of `ServerOptions`.
struct LimitOptions: ParsableArguments {
  @Option(help: "Bytes of a line; longer ones are skipped with an error (default: 1048576).")
  var maxLineBytes: Int?

  @Option(help: "Queries of one client in flight; beyond it the client is not read (default: 1024).")
  var maxInFlight: Int?

  @Option(help: "Queries of all clients in flight; beyond it they get loadingThrottled (default: 100000).")
  var maxQueue: Int?

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

  @Option(help: "Seconds that a stop waits for clients to take their answers (default: 10).")
  var stopTimeout: Double?

  /// The server's options: from the command line, else from the environment, else the usual ones.
  func serverOptions(workers: Int?, eventLoops: Int?) throws -> ServerOptions {
    var options = ServerOptions()
    let processors = Startup.processorCount
    options.workers = try OptionSource.count(workers, "WORKERS") ?? processors
    options.eventLoops = try OptionSource.count(eventLoops, "EVENT_LOOPS") ?? max(1, processors / 4)
    try OptionSource.set(&options.maximumLineLength, OptionSource.count(maxLineBytes, "MAX_LINE_BYTES"))
    try OptionSource.set(&options.queriesPerClient, OptionSource.count(maxInFlight, "MAX_IN_FLIGHT"))
    try OptionSource.set(&options.queriesInAll, OptionSource.count(maxQueue, "MAX_QUEUE"))
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
