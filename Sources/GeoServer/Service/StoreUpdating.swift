import GeoSupport
import Logging
import ServiceLifecycle
import Synchronization

/// Has the store updated now and then by the program `geocode-update`, one run after the other. It puts a new store in the place of the old one,
/// which the ``StoreKeeper`` notices.
public struct StoreUpdating: Service {
  private let program: String
  private let store: String
  private let interval: Duration
  private let condition: StoreCondition
  private let logger: Logger

  /// Updates of a server's store.
  ///
  /// - Parameters:
  ///   - program: the path of `geocode-update`.
  ///   - interval: the time between the end of an update and the beginning of the next.
  public init(program: String, store: String, interval: Duration, server: GeocodeServer, logger: Logger) {
    self.program = program
    self.store = store
    self.interval = interval
    condition = server.state.condition
    self.logger = logger
  }

  /// Updates until the server stops; an update that is under way then is stopped, too, and goes on the next time.
  public func run() async throws {
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      let isMoreToCome = await update()
      guard !isMoreToCome else { continue }
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) }
    }
  }

  /// Runs the program once.
  ///
  /// - Returns: whether the server of the changes has more.
  private func update() async -> Bool {
    let child: UpdateProcess
    do throws(UpdateProcess.Failure) { child = try UpdateProcess(program, store) } catch {
      note(failure: error.message)
      return false
    }
    let (status, said) = await withTaskCancellationOrGracefulShutdownHandler {
      await withCheckedContinuation { continuation in
        SystemThread.start { continuation.resume(returning: child.end()) }
      }
    } onCancelOrGracefulShutdown: {
      child.stop()
    }
    if Task.isShuttingDownGracefully || Task.isCancelled { return false }
    guard status <= 1 else {
      note(failure: said.isEmpty ? "\(program) ended with \(status)" : said)
      return false
    }
    condition.noteUpdate(failed: false)
    logger.debug("store updated", metadata: ["moreToCome": "\(status == 1)"])
    return status == 1
  }

  private func note(failure: String) {
    condition.noteUpdate(failed: true)
    logger.error("the store could not be updated; the old one stays", metadata: ["error": "\(failure)"])
  }
}

/// The program that updates a store, as a child of low priority.
private final class UpdateProcess: Sendable {
  /// Why it cannot be started.
  struct Failure: Error { let message: String }

  private let process: pid_t
  /// The child ends when this is closed: as somebody asks for it, or as the daemon ends, however that happens.
  private let lifeline: Mutex<Int32>
  private let errors: Int32

  init(_ program: String, _ store: String) throws(Failure) {
    var (input, output) = ([Int32](repeating: -1, count: 2), [Int32](repeating: -1, count: 2))
    guard pipe(&input) == 0, pipe(&output) == 0 else {
      for end in input where end >= 0 { close(end) }
      throw Failure(message: "no pipe can be made")
    }
    for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer {
      close(input[0])
      close(output[1])
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input[0], 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output[1], 2)
    var attributes = UpdateProcess.ordinarySignals()
    defer { posix_spawnattr_destroy(&attributes) }
    let texts = [program, store, "--quiet", "--until-input-ends"]
    var words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    let code = posix_spawn(&process, program, &actions, &attributes, &words, environ)
    self.process = process
    lifeline = Mutex(input[1])
    errors = output[0]
    guard code == 0 else {
      close(errors)
      stop()
      throw Failure(message: "\(program) cannot be started: \(systemMessage(code))")
    }
    // Answers come first.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process), 10)
  }

  /// Asks it to end.
  func stop() {
    lifeline.withLock {
      if $0 >= 0 { close($0) }
      $0 = -1
    }
  }

  /// Waits for its end.
  ///
  /// - Returns: the number it ended with, 128 and more for a signal, and the last of what it said.
  func end() -> (status: Int32, said: String) {
    var (said, piece) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    while case let count = read(errors, &piece, piece.count), count != 0 {
      if count > 0 { said = (said + piece[..<count]).suffix(4096) } else if errno != EINTR { break }
    }
    close(errors)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    stop()
    let last = String(decoding: said, as: UTF8.self).split(separator: "\n").last ?? ""
    let text = last.hasPrefix("Error: ") ? last.dropFirst(7) : last
    return (status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F, String(text))
  }

  /// The daemon's own ways with signals are not for its children.
  private static func ordinarySignals() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    return attributes
  }
}
