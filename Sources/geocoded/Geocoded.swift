import ArgumentParser
import GeoConsole
import GeoModel
import GeoServer
import GeoSupport
import Logging
import ServiceLifecycle
import UnixSignals

/// The daemon's command line.
@main struct Geocoded: AsyncParsableCommand {
  /// The name under which requests over HTTP are logged.
  private static let accessLabel = "geocoded.access"

  static let configuration = CommandConfiguration(
    commandName: "geocoded",
    abstract: "Answer where coordinates are, for many clients at once, over a Unix socket and HTTP.",
    discussion: """
      Keeps a store open and answers requests that come as lines: JSON-RPC 2.0 requests, or a latitude and a longitude.

        geocoded --database places.sqlite --detach
        echo 47.1410 9.5209 | nc -N -U "$XDG_RUNTIME_DIR/geocoded.sock"
        geocoded --stop

      With --http it answers HTTP as well, Nominatim's /reverse among it:

        geocoded --database places.sqlite --http 127.0.0.1:8080 --detach
        curl 'http://127.0.0.1:8080/reverse?lat=47.1410&lon=9.5209&format=jsonv2'

      Without --database it serves the default store, which 'geocode prepare' makes.

      Every option can be given by the environment: GEOCODED_ and its name in capitals, such as GEOCODED_MAX_CLIENTS. \
      GEOCODE_DATABASE names the store for geocode and geocoded alike. The command line wins.

      Signals: SIGTERM and SIGINT answer what is in flight, remove the socket and end with 0. SIGHUP opens the store and the file of keys anew; \
      a store file that was replaced is noticed within a second by itself. SIGUSR1, SIGUSR2 and SIGALRM do nothing.

      Exit status: 0 stopped by a signal, 64 wrong usage, 65 a damaged store, 66 no store, 69 another program listens there, \
      70 the stop took longer than it may, 73 the socket cannot be made, 74 the system lets it have too few files or too little memory.

      Under systemd it takes over a socket unit's socket and tells when it is ready; see --print-systemd-units.
      """,
    version: productVersion)

  @OptionGroup var service: ServiceOptions
  @OptionGroup(title: "HTTP") var face: HTTPFaceOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  @Flag(help: "Serve in the background: return when clients are answered, and keep messages in a file.")
  var detach = false

  @Flag(help: "Stop the daemon that listens on the socket, and return when it has ended.")
  var stop = false

  @Option(
    help: ArgumentHelp("Write a line to this open file and close it when clients are answered.", valueName: "number"))
  var readyFd: Int32?

  @Flag(help: "Print unit files for systemd and end.")
  var printSystemdUnits = false

  func validate() throws {
    guard !(detach && stop) else { throw ValidationError("--detach and --stop exclude each other") }
    guard let readyFd else { return }
    guard !detach else { throw ValidationError("--ready-fd goes without --detach, which waits by itself") }
    guard readyFd > 2, fcntl(readyFd, F_GETFD) >= 0 else {
      throw ValidationError("--ready-fd \(readyFd) is no open file; for example: geocoded --ready-fd 3 3>ready")
    }
  }

  static func main() async {
    // Before anything else: whoever asks for a new store need not know whether the daemon has begun to serve the old one.
    Startup.surviveSignals()
    await main(nil)
  }

  func run() async throws {
    if printSystemdUnits { return try printUnits() }
    do {
      if stop { return try say(try Detaching.stop(socket: try service.socketPath())) }
      if detach { return try say(try Detaching.start(socket: try service.socketPath())) }
      try await serve()
    } catch {
      Startup.fail(error)
    }
  }

  private func serve() async throws {
    Interruption.ignoreBrokenPipes()
    let level = try service.level()
    LoggingSystem.bootstrap { label in
      if label == Geocoded.accessLabel { return AccessLogHandler(label: label, writer: .standardError) }
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = level
      return handler
    }
    let logger = Logger(label: "geocoded")
    let options = try limits.serverOptions(workers: service.workers, eventLoops: service.eventLoops)
    let httpOptions = try face.options(options)
    let listeners = try face.listeners()
    let (connections, threads) = listeners.isEmpty ? (0, 0) : (httpOptions.connections, httpOptions.threads)
    try Startup.checkLimits(
      clients: options.clients + connections, threads: options.workers + options.eventLoops + threads, logger)
    let database = try service.storePath()
    let notifier = ServiceNotifier(readyDescriptor: readyFd) { Environment[$0] }
    let server = try GeocodeServer(
      options: options, source: StoreSource(path: database), socket: try service.listeningSocket(), notifier: notifier,
      logger: logger)
    logger.notice("store opened", metadata: ["database": "\(database)"])
    let http =
      listeners.isEmpty
      ? nil
      : try HTTPServer(
        options: httpOptions, listeners: listeners, server: server, logger: logger,
        accessLog: httpOptions.logsAccess ? Logger(label: Geocoded.accessLabel) : nil)
    try await run(server, http, notifier, logger, stopTimeout: options.stopTimeout)
    if http?.logsAccess == true { LineWriter.standardError.flush() }
  }

  private func run(
    _ server: GeocodeServer, _ http: HTTPServer?, _ notifier: ServiceNotifier, _ logger: Logger, stopTimeout: Duration
  ) async throws {
    let keeper = StoreKeeper(
      server: server, http: http, notifier: notifier, reloads: await Startup.hangups(), logger: logger)
    // They stop in the opposite order: the HTTP side needs the pool of the first one to its end.
    var services: [ServiceGroupConfiguration.ServiceConfiguration] = [
      .init(service: server, successTerminationBehavior: .gracefullyShutdownGroup)
    ]
    if let http { services.append(.init(service: http, successTerminationBehavior: .gracefullyShutdownGroup)) }
    services.append(.init(service: keeper, successTerminationBehavior: .ignore))
    services.append(.init(service: LastResort(timeout: stopTimeout), successTerminationBehavior: .ignore))
    let group = ServiceGroup(
      configuration: .init(services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    try await group.run()
    logger.notice("stopped")
  }

  private func say(_ line: String) throws {
    let output = StandardOutput()
    try output.writeLine(line)
    try output.flush()
  }

  private func printUnits() throws {
    let output = StandardOutput()
    let units = SystemdUnits.text(executable: Startup.executablePath, database: service.namedDatabase)
    try output.write(units.utf8)
    try output.flush()
  }
}
