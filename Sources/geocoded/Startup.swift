import GeoConsole
import GeoModel
import GeoServer
import GeoSupport
import Logging
import ServiceLifecycle
import Synchronization
import UnixSignals

/// What the daemon does with its process before it serves.
enum Startup {
  /// The path of this program.
  static var executablePath: String { ProgramFile.path ?? "/usr/local/bin/geocoded" }

  /// The program that updates stores, beside this one.
  ///
  /// - Throws: ``ProgramFailure`` when it is not there.
  static func updateProgram() throws(ProgramFailure) -> String {
    let program = FileFolder.folder(of: executablePath) + "/geocode-update"
    guard access(program, X_OK) == 0 else {
      throw ProgramFailure(
        .noInput, "--update-every needs \(program), which is not there; build it with 'bash install.sh' in the sources")
    }
    return program
  }

  /// What brings changes to a store; nil when the program is not there.
  static func updateCommand(_ store: String) -> StoreUpdating.Command? {
    (try? updateProgram()).map {
      StoreUpdating.Command(
        program: $0, words: [store, "--quiet", "--until-input-ends"], mayHaveMore: true, endsWithInput: true)
    }
  }

  /// Compares what the system lets this process have with what it needs. Each client is an open file; the usual soft limit of 1,024 files would
  /// refuse them early. Where not even the hard limit is enough, the log says so: later nobody could tell why clients are not let in.
  ///
  /// - Throws: ``ProgramFailure`` when it could not even start.
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

  /// What the daemon needs at least. A thread that reads sockets has three files, one that answers the store; the allocator sets 64 MB of
  /// addresses aside for each, and for each of those that all tasks share and those that draw tiles, as many as there are processors each.
  private static func needed(threads: Int) -> ProcessLimits {
    ProcessLimits(
      files: UInt64(24 + 4 * threads), memoryBytes: UInt64(64 + 16 * threads) << 20,
      addressBytes: UInt64(256 + 96 * (threads + 2 * Processors.allowed)) << 20)
  }

  /// For how many processors there are threads if nobody says: for all that this process may use, or fewer where its memory is short.
  static let usualProcessors = ProcessLimits.current(wantedFiles: 0).usualThreads(processors: Processors.usable) {
    needed(threads: 2 * $0 + usualEventLoops(processors: $0))
  }

  /// How many threads read and write sockets if nobody says.
  static func usualEventLoops(processors: Int) -> Int { max(1, processors / 4) }

  /// Whether SIGHUP came before anybody listened to it.
  private static let hasMissedHangup = Atomic<Bool>(false)

  /// Has the signals whose usual effect is the end of the process do nothing from now on. A SIGHUP is remembered for ``hangups()``.
  /// Handlers, as programs that are started inherit what is ignored.
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

  /// Whether SIGTERM or SIGINT came before anybody listened to it.
  private static let hasMissedStop = Atomic<Bool>(false)

  /// Has SIGTERM and SIGINT be remembered for an ``EarlyStop`` from now on: what was made, such as the socket, is then removed. The second one of
  /// them ends the process at once.
  static func rememberStop() {
    // Made now: a signal handler must not be the first to ask for it.
    _ = hasMissedStop.load(ordering: .relaxed)
    for number in [SIGTERM, SIGINT] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in Startup.hasMissedStop.store(true, ordering: .relaxed) }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_RESTART
      sigaction(number, &action, nil)
    }
  }

  /// Ends the daemon where it was asked to end before it listened to that. Its services are begun when signals are listened to.
  struct EarlyStop: Service {
    /// Waits for the stop, unless it is due.
    func run() async throws {
      if !hasMissedStop.load(ordering: .relaxed) { try? await gracefulShutdown() }
    }
  }

  /// An element for every SIGHUP since ``surviveSignals()``.
  static func hangups() async -> AsyncStream<Void> {
    let signals = await UnixSignalsSequence(trapping: .sighup)
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    if hasMissedHangup.load(ordering: .relaxed) { continuation.yield() }
    // Ends with the process: signals come as long as it lives.
    Task {
      for await _ in signals { continuation.yield() }
      continuation.finish()
    }
    return stream
  }

  /// Says on standard error why the daemon cannot serve, and ends.
  static func fail(_ error: any Error, _ format: LogFormat) -> Never {
    let failure = programFailure(error)
    switch format {
    // Without a message the program that was asked for the default store has said why.
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

/// Ends the process when a stop takes longer than it may, whatever holds it up: a disk that does not answer, for instance.
struct LastResort: Service {
  /// How long a stop may take.
  let timeout: Duration

  /// Waits for the stop, and sets the clock.
  func run() async throws {
    try? await gracefulShutdown()
    let seconds = timeout + .seconds(2)
    SystemThread.start {
      let deadline = ContinuousClock.now + seconds
      while ContinuousClock.now < deadline { usleep(50_000) }
      // Nobody may read what is said.
      SystemThread.start {
        StandardError.writeLine("geocoded: the stop took longer than --stop-timeout; what was under way is given up")
      }
      usleep(100_000)
      _exit(ExitStatus.internalError.rawValue)
    }
  }
}
