import GeoSupport
import Logging
import ServiceLifecycle
import Synchronization

/// Has the store updated now and then by another program, one run after the other. It puts a new store in the place of the old one, which the
/// ``StoreKeeper`` notices.
package struct StoreUpdating: Service {
  /// A program that updates the store.
  package struct Command: Sendable {
    /// Its path.
    package var program: String
    /// Its arguments.
    package var words: [String]
    /// Whether it ends with 1 when it did what it could and there is more to do.
    package var mayHaveMore = false
    /// Whether it ends by itself when its input does; else it is asked to by SIGTERM.
    package var endsWithInput = false

    /// A program with its arguments.
    package init(program: String, words: [String], mayHaveMore: Bool = false, endsWithInput: Bool = false) {
      (self.program, self.words) = (program, words)
      (self.mayHaveMore, self.endsWithInput) = (mayHaveMore, endsWithInput)
    }
  }

  private let command: @Sendable (_ isFirst: Bool) -> Command?
  private let interval: Duration?
  private let condition: StoreCondition
  private let logger: Logger

  /// Updates of a server's store.
  ///
  /// - Parameters:
  ///   - interval: the time between the end of an update and the beginning of the next; nil to update but once.
  ///   - command: what updates the store now; nil when there is nothing to do.
  package init(
    interval: Duration?, server: GeocodeServer, logger: Logger,
    command: @escaping @Sendable (_ isFirst: Bool) -> Command?
  ) {
    self.command = command
    self.interval = interval
    condition = server.state.condition
    self.logger = logger
  }

  /// Updates until the server stops; an update that is under way then is stopped, too, and goes on the next time.
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
  /// - Returns: whether the server of the changes has more.
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

/// The program that updates a store, as a child of low priority.
private final class UpdateProcess: Sendable {
  /// Why it cannot be started.
  struct Failure: Error { let message: String }

  private let process: ChildProcess
  /// The child ends when this is closed: as somebody asks for it, or as the daemon ends, however that happens.
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
    // Answers come first.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process.id), 10)
  }

  /// Asks it to end.
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

  /// Waits for its end.
  ///
  /// - Returns: the number it ended with, 128 and more for a signal, and the last of what it said.
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
