import GeoSupport
import Logging
import ServiceLifecycle
import Synchronization

/// Updates the store at intervals by running another program. The program replaces the store's file, which the
/// ``StoreKeeper`` notices.
package struct StoreUpdating: Service {
  /// A program that updates the store.
  package struct Command: Sendable {
    /// Its path.
    package var program: String
    /// Its arguments.
    package var words: [String]
    /// Whether exit status 1 means that it succeeded and more changes are available.
    package var mayHaveMore = false
    /// Whether it ends when its standard input closes; otherwise SIGTERM stops it.
    package var endsWithInput = false

    /// Creates a command with its arguments.
    package init(program: String, words: [String], mayHaveMore: Bool = false, endsWithInput: Bool = false) {
      (self.program, self.words) = (program, words)
      (self.mayHaveMore, self.endsWithInput) = (mayHaveMore, endsWithInput)
    }
  }

  private let command: @Sendable (_ isFirst: Bool) -> Command?
  private let interval: Duration?
  private let condition: StoreCondition
  private let logger: Logger

  /// Creates the updates of a server's store.
  ///
  /// - Parameters:
  ///   - interval: the time between the end of an update and the start of the next; nil to update only once.
  ///   - command: returns the program to run now; nil if there is nothing to do.
  package init(
    interval: Duration?, server: GeocodeServer, logger: Logger,
    command: @escaping @Sendable (_ isFirst: Bool) -> Command?
  ) {
    self.command = command
    self.interval = interval
    condition = server.state.condition
    self.logger = logger
  }

  /// Updates until the server stops, or once without an interval.
  ///
  /// A stop also ends an update under way, which continues at the next start.
  package func run() async throws {
    var isFirst = true
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      var isMoreToCome = false
      if let command = command(isFirst) { isMoreToCome = await update(command) }
      isFirst = false
      guard !isMoreToCome else { continue }
      guard let interval else { return }
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) }
    }
  }

  /// Runs the program once.
  ///
  /// - Returns: whether more changes are available.
  private func update(_ command: Command) async -> Bool {
    let child: UpdateProcess
    do throws(UpdateProcess.Failure) { child = try UpdateProcess(command) } catch {
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
    guard status == 0 || status == 1 && command.mayHaveMore else {
      note(failure: said.isEmpty ? "\(command.program) ended with \(status)" : said)
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

/// The running update program, as a child process of low priority.
private final class UpdateProcess: Sendable {
  /// The reason why it cannot be started.
  struct Failure: Error { let message: String }

  private let process: ChildProcess
  /// The write end of the child's input. It is closed to stop the child, and also when the daemon ends for any reason.
  private let lifeline: Mutex<Int32>
  private let errors: Int32
  private let endsWithInput: Bool

  init(_ command: StoreUpdating.Command) throws(Failure) {
    guard let input = ChildProcess.pipe() else { throw Failure(message: "no pipe can be made") }
    defer { close(input.reading) }
    guard let output = ChildProcess.pipe() else {
      close(input.writing)
      throw Failure(message: "no pipe can be made")
    }
    defer { close(output.writing) }
    do throws(ChildProcess.Failure) {
      process = try ChildProcess(
        command.program, command.words,
        [(0, .descriptor(input.reading)), (1, .nothing), (2, .descriptor(output.writing))], independence: .signals)
    } catch {
      close(input.writing)
      close(output.reading)
      throw Failure(message: "\(command.program) cannot be started: \(error.message)")
    }
    endsWithInput = command.endsWithInput
    lifeline = Mutex(input.writing)
    errors = output.reading
    // Lowers its priority, so that queries come first.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process.id), 10)
  }

  /// Stops the program.
  func stop() {
    if !endsWithInput { lifeline.withLock { if $0 >= 0 { kill(process.id, SIGTERM) } } }
    closeLifeline()
  }

  private func closeLifeline() {
    lifeline.withLock {
      if $0 >= 0 { close($0) }
      $0 = -1
    }
  }

  /// Waits for the program to end.
  ///
  /// - Returns: its exit status, or 128 plus the number of the signal that ended it; and its last line of error output.
  func end() -> (status: Int32, said: String) {
    var (said, piece) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    while case let count = read(errors, &piece, piece.count), count != 0 {
      if count > 0 { said = (said + piece[..<count]).suffix(4096) } else if errno != EINTR { break }
    }
    close(errors)
    let status = process.end()
    closeLifeline()
    let last = String(decoding: said, as: UTF8.self).split(separator: "\n").last ?? ""
    return (status, String(last.hasPrefix("Error: ") ? last.dropFirst(7) : last))
  }
}
