import GeoConsole
import GeoModel
import GeoServer
import GeoSupport
import Logging
import ServiceLifecycle
import Synchronization
import UnixSignals

/// The preparations of the process before the daemon serves.
enum Startup {
  /// The path of this program.
  static var executablePath: String { ProgramFile.path ?? "/usr/local/bin/geocoded" }

  /// The path of the program that updates stores, beside this one.
  ///
  /// - Throws: ``ProgramFailure`` if it is missing.
  static func updateProgram() throws(ProgramFailure) -> String {
    let program = FileFolder.folder(of: executablePath) + "/geocode-update"
    guard access(program, X_OK) == 0 else {
      throw ProgramFailure(
        .noInput, "--update-every needs \(program), which is not there; build it with 'bash install.sh' in the sources")
    }
    return program
  }

  /// The command that applies changes to a store; nil if the program is missing.
  static func updateCommand(_ store: String) -> StoreUpdating.Command? {
    (try? updateProgram()).map {
      StoreUpdating.Command(
        program: $0, words: [store, "--quiet", "--until-input-ends"], mayHaveMore: true, endsWithInput: true)
    }
  }

  /// Compares the process's limits with the needs of the daemon. Each client is an open file, and the usual soft limit
  /// of 1,024 files would refuse clients early. If even the hard limit is too low, the log says so now, because later
  /// the cause would be hard to find.
  ///
  /// - Throws: ``ProgramFailure`` if the limits are too low even to start.
  static func checkLimits(clients: Int, threads: Int, _ logger: Logger) throws(ProgramFailure) {
    let wanted = UInt64(clients + 256)
    let limits = ProcessLimits.current(wantedFiles: wanted)
    try limits.check(covers: needed(threads: threads), of: "the daemon with \(threads) threads")
    guard limits.files < wanted else { return }
    logger.warning(
      """
      this process may open fewer files than --max-clients and --max-http-connections need: later clients will wait; \
      raise ulimit -n (LimitNOFILE= in a unit) or lower them
      """, metadata: ["files": "\(limits.files)", "needed": "\(wanted)"])
  }

  /// The minimum needs of the daemon.
  ///
  /// A thread that reads sockets has three files, and one that answers has the store. The allocator reserves 64 MB of
  /// addresses for each thread. The threads that all tasks share and those that draw tiles are counted too, each as
  /// many as there are processors.
  private static func needed(threads: Int) -> ProcessLimits {
    ProcessLimits(
      files: UInt64(24 + 4 * threads), memoryBytes: UInt64(64 + 16 * threads) << 20,
      addressBytes: UInt64(256 + 96 * (threads + 2 * Processors.allowed)) << 20)
  }

  /// The default number of processors to create threads for: all that this process may use, or fewer if its memory is
  /// short.
  static let usualProcessors = ProcessLimits.current(wantedFiles: 0).usualThreads(processors: Processors.usable) {
    needed(threads: 2 * $0 + usualEventLoops(processors: $0))
  }

  /// The default number of threads that read and write sockets.
  static func usualEventLoops(processors: Int) -> Int { max(1, processors / 4) }

  /// Whether SIGHUP came before the daemon listened for it.
  private static let hasMissedHangup = Atomic<Bool>(false)

  /// Keeps SIGHUP, SIGUSR1, SIGUSR2 and SIGALRM from ending the process, from now on.
  ///
  /// A SIGHUP is remembered for ``hangups()``. The signals get handlers and are not ignored, because child processes
  /// inherit ignored signals.
  static func surviveSignals() {
    _ = hasMissedHangup.load(ordering: .relaxed)
    for number in [SIGHUP, SIGUSR1, SIGUSR2, SIGALRM] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        if number == SIGHUP { Startup.hasMissedHangup.store(true, ordering: .relaxed) }
      }
      action.sa_flags = SA_RESTART
      sigaction(number, &action, nil)
    }
  }

  /// Whether SIGTERM or SIGINT came before the daemon listened for it.
  private static let hasMissedStop = Atomic<Bool>(false)

  /// Remembers SIGTERM and SIGINT for an ``EarlyStop`` from now on, so that things already created, such as the socket,
  /// are removed. The same signal a second time ends the process at once.
  static func rememberStop() {
    // Initialized here: a signal handler must not be the first to access it.
    _ = hasMissedStop.load(ordering: .relaxed)
    for number in [SIGTERM, SIGINT] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in Startup.hasMissedStop.store(true, ordering: .relaxed) }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_RESTART
      sigaction(number, &action, nil)
    }
  }

  /// Stops the daemon if a stop was requested before it listened for signals. The service group listens before it
  /// starts its services.
  struct EarlyStop: Service {
    /// Waits for the stop, unless it was already requested.
    func run() async throws {
      if !hasMissedStop.load(ordering: .relaxed) { try? await gracefulShutdown() }
    }
  }

  /// Returns a stream with an element for each SIGHUP since ``surviveSignals()``; several that were not taken yet count
  /// as one.
  static func hangups() async -> AsyncStream<Void> {
    let signals = await UnixSignalsSequence(trapping: .sighup)
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    if hasMissedHangup.load(ordering: .relaxed) { continuation.yield() }
    // Runs until the process ends, because signals may come at any time.
    Task {
      for await _ in signals { continuation.yield() }
      continuation.finish()
    }
    return stream
  }

  /// Prints on standard error why the daemon cannot serve, and exits.
  static func fail(_ error: any Error, _ format: LogFormat) -> Never {
    let failure = programFailure(error)
    switch format {
    // Without a message, the program that prepares the default store has printed one.
    case .text:
      guard !failure.message.isEmpty else { break }
      StandardError.writeLine("\(JournalPriority.mark(.critical))geocoded: \(failure.message)")
    case .json:
      let message = failure.message.isEmpty ? "there is no default store" : failure.message
      let line = format.line(.critical, DaemonLog.label, message, [:]).dropLast()
      StandardError.writeLine(String(decoding: line, as: UTF8.self))
    }
    exit(failure.status.rawValue)
  }

  private static func programFailure(_ error: any Error) -> ProgramFailure {
    if let server = error as? ServerError { return ProgramFailure(status(of: server.code), server.message) }
    return ProgramFailure(known: error) ?? ProgramFailure(.internalError, "\(error)")
  }

  private static func status(of code: ServerError.Code) -> ExitStatus {
    switch code {
    case .addressInUse: .unavailable
    case .cannotListen: .cannotCreate
    case .badOption, .badActivation: .usage
    }
  }
}

/// Ends the process when a stop takes too long for any reason, such as a disk that does not respond.
struct LastResort: Service {
  /// The time limit of a stop.
  let timeout: Duration

  /// Waits for the stop, and starts the timer.
  func run() async throws {
    try? await gracefulShutdown()
    let seconds = timeout + .seconds(2)
    SystemThread.start {
      let deadline = ContinuousClock.now + seconds
      while ContinuousClock.now < deadline { usleep(50_000) }
      // Standard error may be blocked.
      SystemThread.start {
        StandardError.writeLine("geocoded: the stop took longer than --stop-timeout; what was under way is given up")
      }
      usleep(100_000)
      _exit(ExitStatus.internalError.rawValue)
    }
  }
}
