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
    options.workers = try count(workers, "WORKERS") ?? processors
    options.eventLoops = try count(eventLoops, "EVENT_LOOPS") ?? max(1, processors / 4)
    try set(&options.maximumLineLength, count(maxLineBytes, "MAX_LINE_BYTES"))
    try set(&options.queriesPerClient, count(maxInFlight, "MAX_IN_FLIGHT"))
    try set(&options.queriesInAll, count(maxQueue, "MAX_QUEUE"))
    try set(&options.watchesPerClient, count(maxWatches, "MAX_WATCHES"))
    try set(&options.clients, count(maxClients, "MAX_CLIENTS"))
    try set(&options.idleTimeout, seconds(idleTimeout, "IDLE_TIMEOUT", allowsZero: true))
    try set(&options.lineTimeout, seconds(lineTimeout, "LINE_TIMEOUT"))
    try set(&options.stallTimeout, seconds(stallTimeout, "STALL_TIMEOUT"))
    try set(&options.queryTimeout, seconds(queryTimeout, "QUERY_TIMEOUT"))
    try set(&options.stopTimeout, seconds(stopTimeout, "STOP_TIMEOUT"))
    try options.validate()
    return options
  }

  private func set<Value>(_ field: inout Value, _ value: @autoclosure () throws -> Value?) rethrows {
    if let value = try value() { field = value }
  }

  private func count(_ option: Int?, _ variable: String) throws(ProgramFailure) -> Int? {
    if let option { return option }
    guard let text = Environment["GEOCODED_" + variable] else { return nil }
    guard let value = Int(text) else {
      throw ProgramFailure(.usage, "GEOCODED_\(variable) is '\(text)', which is no whole number")
    }
    return value
  }

  private func seconds(
    _ option: Double?, _ variable: String, allowsZero: Bool = false
  ) throws(ProgramFailure) -> Duration? {
    let text = option == nil ? Environment["GEOCODED_" + variable] : nil
    guard let value = option ?? text.flatMap(Double.init) else {
      if let text { throw ProgramFailure(.usage, "GEOCODED_\(variable) is '\(text)', which is no number of seconds") }
      return nil
    }
    guard value.isFinite, value <= 1e8, allowsZero ? value >= 0 : value >= 0.01 else {
      throw ProgramFailure(.usage, "\(value) seconds make no sense as \(variable.lowercased())")
    }
    return .seconds(value)
  }
}
