import ArgumentParser
import GeoConsole
import GeoServer
import GeoSupport
import Logging
import ServiceLifecycle
import UnixSignals

/// The daemon's command line.
@main struct Geocoded: AsyncParsableCommand {
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

      Every option that says how it serves can be given by the environment: GEOCODED_ and its name in capitals, such as \
      GEOCODED_MAX_CLIENTS; what may be given several times has commas between, a flag is yes or no. \
      GEOCODE_DATABASE names the store for geocode and geocoded alike. The command line wins. --print-config shows what counts.

      Signals: SIGTERM and SIGINT answer what is in flight, remove the socket and end with 0. SIGHUP opens the store and the file of keys anew; \
      a store file that was replaced is noticed within a second by itself. SIGUSR1, SIGUSR2 and SIGALRM do nothing.

      Exit status: 0 stopped by a signal, 64 wrong usage, 65 a damaged store, 66 no store, 69 another program listens there, \
      70 the stop took longer than it may, 73 the socket cannot be made, 74 the system lets it have too few files or too little memory.

      Under systemd it takes over a socket unit's socket and tells when it is ready; see --print-systemd-units.
      """,
    version: ProgramVersion.text)

  // Accepted only to explain the error.
  @Argument(help: .hidden) var words: [String] = []

  @OptionGroup var service: ServiceOptions
  @OptionGroup(title: "HTTP") var face: HTTPFaceOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  @Flag(
    help: """
      Serve in the background: return when clients are answered, and keep the last 8 to 16 MB of messages in files.
      """)
  var detach = false

  @Flag(help: "Stop the daemon that listens on the socket, and return when it has ended.")
  var stop = false

  @Flag(help: "Print what the daemon that listens on the socket answers from, how long and how busy it is, and end.")
  var status = false

  @Option(
    help: ArgumentHelp("Write a line to this open file and close it when clients are answered.", valueName: "number"))
  var readyFd: Int32?

  @Option(help: .hidden) var keptLog: String?

  @Flag(
    help: """
      Print unit files for systemd and end: for the user's manager, with --system for that of the machine. The units have the other options.
      """)
  var printSystemdUnits = false

  @Flag(help: "With --print-systemd-units: a daemon of the whole machine, with a user and limits of its own.")
  var system = false

  @Flag(help: "Print what each option is and where that comes from, as a file for EnvironmentFile=, and end.")
  var printConfig = false

  func validate() throws {
    if let word = words.first {
      let isFile = access(word, F_OK) == 0
      throw ValidationError(
        "unexpected '\(word)'\(isFile ? "; a store is named with --database \(ShellWord.file(word))" : "")")
    }
    guard printSystemdUnits || !system else { throw ValidationError("--system goes with --print-systemd-units") }
    guard [detach, stop, status].count(where: \.self) < 2 else {
      throw ValidationError("--detach, --stop and --status exclude each other")
    }
    guard let readyFd else { return }
    guard !detach else { throw ValidationError("--ready-fd goes without --detach, which waits by itself") }
    guard readyFd > 2, fcntl(readyFd, F_GETFD) >= 0 else {
      throw ValidationError("--ready-fd \(readyFd) is not an open file; for example: geocoded --ready-fd 3 3>ready")
    }
  }

  static func main() async {
    StandardFiles.keepPlaces()
    // First of all: a program that sends SIGHUP need not know whether the daemon is already serving.
    Startup.surviveSignals()
    Interruption.letWritesFail()
    ProcessLimits.guardProcess(prefix: "geocoded: ")
    do {
      try ProcessLimits.demand(megabytes: 256, of: "the daemon")
      var command = try parseAsRoot()
      if let daemon = command as? Geocoded { try await daemon.run() } else { try command.run() }
    } catch { Ending.end(with: error, of: Geocoded.self) }
  }

  func run() async throws {
    var format = LogFormat.text
    do {
      if status {
        var settings = Settings()
        return try write(try StatusReport.text(socket: try Configuration.place(service.socketPath(&settings))))
      }
      if stop {
        var settings = Settings()
        return try write(try Detaching.stop(socket: try Configuration.place(service.socketPath(&settings))) + "\n")
      }
      let configuration = try Configuration(service, face, limits)
      if printConfig { return try write(configuration.settings.text) }
      if printSystemdUnits { return try write(try configuration.units(isSystemWide: system)) }
      if detach { return try write(try Detaching.start(socket: try Configuration.place(configuration.socket)) + "\n") }
      format = configuration.format
      try await serve(configuration)
    } catch {
      Startup.fail(error, format)
    }
  }

  private func serve(_ configuration: Configuration) async throws {
    let log = DaemonLog.open(
      configuration.format, from: configuration.level, to: keptLog.map { LogFile(path: $0) })
    defer { log.flush(waiting: 1000) }
    let logger = Logger(label: DaemonLog.label)
    for name in configuration.settings.unknownVariables {
      logger.warning("no option has this variable; see geocoded --print-config", metadata: ["variable": "\(name)"])
    }
    let (options, httpOptions) = (configuration.server, configuration.http)
    let listeners = try HTTPListener.open(configuration.addresses)
    let (connections, threads) = listeners.isEmpty ? (0, 0) : (httpOptions.connections, httpOptions.threads)
    try Startup.checkLimits(
      clients: options.clients + connections, threads: options.workers + options.eventLoops + threads, logger)
    let database = try configuration.storePath()
    Startup.rememberStop()
    let areas = try configuration.openAreas { logger.warning("\($0)") }
    let notifier = ServiceNotifier(readyDescriptor: readyFd) { Environment[$0] }
    let socket = try configuration.listeningSocket()
    ProcessLimits.guardProcess(prefix: "geocoded: ", leftover: socket.path)
    let server = try GeocodeServer(
      options: options, source: StoreSource(path: database, layers: areas), socket: socket,
      guests: Guests.all(options, store: database, areas: areas, socket, logger), notifier: notifier, logger: logger)
    logger.notice("store opened", metadata: ["database": "\(database)"])
    let http =
      listeners.isEmpty
      ? nil
      : try HTTPServer(
        options: httpOptions, listeners: listeners, server: server, logger: logger,
        accessLog: httpOptions.logsAccess ? Logger(label: DaemonLog.accessLabel) : nil)
    let updating = try configuration.updating(database) {
      StoreUpdating(interval: $0, server: server, logger: logger, command: $1)
    }
    try await run(server, http, updating, notifier, logger, stopTimeout: options.stopTimeout)
  }

  private func run(
    _ server: GeocodeServer, _ http: HTTPServer?, _ updating: StoreUpdating?, _ notifier: ServiceNotifier,
    _ logger: Logger, stopTimeout: Duration
  ) async throws {
    let keeper = StoreKeeper(
      server: server, http: http, notifier: notifier, reloads: await Startup.hangups(), logger: logger)
    // The services stop in the opposite order: the HTTP side needs the pool of the server until its end.
    var services: [ServiceGroupConfiguration.ServiceConfiguration] = [
      .init(service: server, successTerminationBehavior: .gracefullyShutdownGroup)
    ]
    if let http { services.append(.init(service: http, successTerminationBehavior: .gracefullyShutdownGroup)) }
    services.append(.init(service: keeper, successTerminationBehavior: .ignore))
    if let updating { services.append(.init(service: updating, successTerminationBehavior: .ignore)) }
    services.append(.init(service: Startup.EarlyStop(), successTerminationBehavior: .gracefullyShutdownGroup))
    services.append(.init(service: LastResort(timeout: stopTimeout), successTerminationBehavior: .ignore))
    let group = ServiceGroup(
      configuration: .init(services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    try await group.run()
    logger.notice("stopped")
  }

  private func write(_ text: String) throws {
    let output = StandardOutput()
    try output.write(text.utf8)
    try output.flush()
  }
}
