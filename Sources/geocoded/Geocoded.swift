import ArgumentParser
import GeoConsole
import GeoModel
import GeoServer
import Logging
import ServiceLifecycle
import UnixSignals

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The daemon's command line.
@main struct Geocoded: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geocoded",
    abstract: "Answer where coordinates are, for many clients at once, over a Unix socket.",
    discussion: """
      Keeps a store open and answers requests that come as lines: JSON-RPC 2.0 requests, or a latitude and a longitude.

        geocoded --database places.sqlite &
        echo 47.1410 9.5209 | nc -N -U "$XDG_RUNTIME_DIR/geocoded.sock"

      Without --database it serves the default store, which 'geocode prepare' makes.

      Every option can be given by the environment: GEOCODED_ and its name in capitals, such as GEOCODED_MAX_CLIENTS. \
      GEOCODE_DATABASE names the store for geocode and geocoded alike. The command line wins.

      Signals: SIGTERM and SIGINT answer what is in flight, remove the socket and end with 0. SIGHUP opens the store anew; \
      a store file that was replaced is noticed within a second by itself.

      Exit status: 0 stopped by a signal, 64 wrong usage, 65 a damaged store, 66 no store, 69 another one listens there, \
      73 the socket cannot be made.

      Under systemd it takes over a socket unit's socket and tells when it is ready; see --print-systemd-units.
      """,
    version: productVersion)

  @OptionGroup var service: ServiceOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  @Flag(help: "Print unit files for systemd and end.")
  var printSystemdUnits = false

  func run() async throws {
    if printSystemdUnits { return try printUnits() }
    do {
      try await serve()
    } catch {
      Startup.fail(error)
    }
  }

  private func serve() async throws {
    Interruption.ignoreBrokenPipes()
    let level = try service.level()
    LoggingSystem.bootstrap { label in
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = level
      return handler
    }
    let logger = Logger(label: "geocoded")
    let options = try limits.serverOptions(workers: service.workers, eventLoops: service.eventLoops)
    Startup.raiseFileLimit(clients: options.clients)
    let database = try service.storePath()
    let notifier = ServiceNotifier { Environment[$0] }
    let server = try GeocodeServer(
      options: options, source: StoreSource(path: database), socket: try service.listeningSocket(), notifier: notifier,
      logger: logger)
    logger.notice("store opened", metadata: ["database": "\(database)"])
    try await run(server, notifier, logger)
  }

  private func run(_ server: GeocodeServer, _ notifier: ServiceNotifier, _ logger: Logger) async throws {
    let keeper = StoreKeeper(server: server, notifier: notifier, reloads: await Startup.hangups(), logger: logger)
    let group = ServiceGroup(
      configuration: .init(
        services: [
          .init(service: server, successTerminationBehavior: .gracefullyShutdownGroup),
          .init(service: keeper, successTerminationBehavior: .ignore),
        ],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    try await group.run()
    logger.notice("stopped")
  }

  private func printUnits() throws {
    let output = StandardOutput()
    let units = SystemdUnits.text(executable: Startup.executablePath, database: service.namedDatabase)
    try output.write(units.utf8)
    try output.flush()
  }
}
