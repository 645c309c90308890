import GeoSupport
import Logging
import ServiceLifecycle
import Synchronization

/// Has the store updated now and then by the program `geocode-update`, one run after the other. It puts a new store in the place of the old one,
/// which the ``StoreKeeper`` notices.
package struct StoreUpdating: Service {
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
  package init(program: String, store: String, interval: Duration, server: GeocodeServer, logger: Logger) {
    self.program = program
    self.store = store
    self.interval = interval
    condition = server.state.condition
    self.logger = logger
  }

  /// Updates until the server stops; an update that is under way then is stopped, too, and goes on the next time.
  package func run() async throws {
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

  private let process: ChildProcess
  /// The child ends when this is closed: as somebody asks for it, or as the daemon ends, however that happens.
  private let lifeline: Mutex<Int32>
  private let errors: Int32

  init(_ program: String, _ store: String) throws(Failure) {
    guard let input = ChildProcess.pipe() else { throw Failure(message: "no pipe can be made") }
    defer { close(input.reading) }
    guard let output = ChildProcess.pipe() else {
      close(input.writing)
      throw Failure(message: "no pipe can be made")
    }
    defer { close(output.writing) }
    do throws(ChildProcess.Failure) {
      process = try ChildProcess(
        program, [store, "--quiet", "--until-input-ends"],
        [(0, .descriptor(input.reading)), (1, .nothing), (2, .descriptor(output.writing))], independence: .signals)
    } catch {
      close(input.writing)
      close(output.reading)
      throw Failure(message: "\(program) cannot be started: \(error.message)")
    }
    lifeline = Mutex(input.writing)
    errors = output.reading
    // Answers come first.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process.id), 10)
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
    let status = process.end()
    stop()
    let last = String(decoding: said, as: UTF8.self).split(separator: "\n").last ?? ""
    return (status, String(last.hasPrefix("Error: ") ? last.dropFirst(7) : last))
  }
}
