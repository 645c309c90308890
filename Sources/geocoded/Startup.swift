import GeoConsole
import GeoModel
import GeoServer
import GeoStore
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
    let program =
      executablePath.prefix(through: executablePath.lastIndex(of: "/") ?? executablePath.startIndex) + "geocode-update"
    guard access(String(program), X_OK) == 0 else {
      throw ProgramFailure(
        .noInput, "--update-every needs \(program), which is not there; build it with 'bash install.sh' in the sources")
    }
    return String(program)
  }

  /// Compares what the system lets this process have with what it needs. Each client is an open file; the usual soft limit of 1,024 files would
  /// refuse them early. Where not even the hard limit is enough, the log says so: later nobody could tell why clients are not let in.
  ///
  /// - Throws: ``ProgramFailure`` when it could not even start.
  static func checkLimits(clients: Int, threads: Int, _ logger: Logger) throws(ProgramFailure) {
    let wanted = UInt64(clients + 256)
    let limits = ProcessLimits.current(wantedFiles: wanted)
    // A thread that reads sockets has three files, one that answers the store; the allocator sets 64 MB of addresses aside for each.
    let needed = ProcessLimits(
      files: UInt64(24 + 4 * threads), memoryBytes: UInt64(64 + 16 * threads) << 20,
      addressBytes: UInt64(256 + 96 * threads) << 20)
    try limits.check(covers: needed, of: "the daemon with \(threads) threads")
    ProcessLimits.guardProcess(prefix: "geocoded: ")
    guard limits.files < wanted else { return }
    logger.warning(
      """
      this process may open fewer files than --max-clients and --max-http-connections need: later clients will wait; \
      raise ulimit -n (LimitNOFILE= in a unit) or lower them
      """, metadata: ["files": "\(limits.files)", "needed": "\(wanted)"])
  }

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
    case .text: StandardError.writeLine("geocoded: \(failure.message)")
    case .json:
      let line = format.line(.critical, DaemonLog.label, failure.message, [:]).dropLast()
      StandardError.writeLine(String(decoding: line, as: UTF8.self))
    }
    exit(failure.status.rawValue)
  }

  private static func programFailure(_ error: any Error) -> ProgramFailure {
    switch error {
    case let failure as ProgramFailure: failure
    case let server as ServerError: ProgramFailure(status(of: server.code), server.message)
    case let store as StoreError: ProgramFailure(status(of: store.code), store.message)
    default: ProgramFailure(.internalError, "\(error)")
    }
  }

  private static func status(of code: ServerError.Code) -> ExitStatus {
    switch code {
    case .addressInUse: .unavailable
    case .cannotListen: .cannotCreate
    case .badOption, .badActivation: .usage
    }
  }

  private static func status(of code: StoreError.Code) -> ExitStatus {
    switch code {
    case .missing, .unreadable: .noInput
    case .foreign, .outdated, .damaged: .badData
    case .unwritable: .cannotCreate
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
      StandardError.writeLine("geocoded: the stop took longer than --stop-timeout; what was under way is given up")
      _exit(ExitStatus.internalError.rawValue)
    }
  }
}

/// Asks the command line program beside this one for the default store.
///
/// `geocode prepare` makes the store if need be, with progress on standard error, and prints its path. So there is one
/// default store and one way to make it, and the daemon need not carry the importer.
enum DefaultStoreRequest {
  /// The path of the default store.
  ///
  /// - Throws: ``ProgramFailure`` when there is no `geocode` to ask, or it fails (it has said why itself).
  static func path() throws(ProgramFailure) -> String {
    let own = Startup.executablePath
    let program = (own.lastIndex(of: "/").map { String(own[...$0]) } ?? "./") + "geocode"
    guard access(program, X_OK) == 0 else {
      throw ProgramFailure(
        .noInput, "no store: name one with --database FILE (there is no \(program) that could prepare the default one)")
    }
    let (status, output) = try run(program)
    let path = output.split(separator: "\n").last.map(String.init) ?? ""
    guard status == 0, path.hasPrefix("/") else {
      throw ProgramFailure(.noInput, "no store: '\(program) prepare' failed; name a store with --database FILE")
    }
    return path
  }

  /// Runs `geocode prepare` and gives its exit status and what it printed.
  private static func run(_ program: String) throws(ProgramFailure) -> (status: Int32, output: String) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw ProgramFailure(.internalError, "no pipe can be made") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addclose(&actions, ends[1])
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup("prepare"), nil]
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    let code = posix_spawn(&child, program, &actions, nil, &arguments, environ)
    close(ends[1])
    defer { close(ends[0]) }
    guard code == 0 else {
      throw ProgramFailure(.noInput, "\(program) cannot be run: \(String(cString: strerror(code)))")
    }
    let output = readAll(ends[0])
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return (status, output)
  }

  static func readAll(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count > 0 { bytes.append(contentsOf: chunk[..<count]) } else if count == 0 || errno != EINTR { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
