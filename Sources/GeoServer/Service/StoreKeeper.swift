import GeoSupport
import GeoWire
import Logging
import ServiceLifecycle
import Synchronization

/// Reopens the store in all engines when its file was replaced, or on a signal (SIGHUP).
///
/// Requests under way finish on the old engine, and the next ones use a new one, so none is lost. If a new store cannot
/// be opened, the old one stays in use. The new one is tried again at intervals, because the cause may pass, such as a
/// permission or a lack of file descriptors. If the old file was overwritten or truncated, the old store is unusable.
/// Then the file is tried at each check until it is whole.
package struct StoreKeeper: Service {
  private let source: any EngineSource
  private let server: ServerState
  private let http: HTTPServer?
  private let interval: Duration
  /// The number of checks before a store that failed to open is tried again, and before a missing file is logged.
  private static let patience = 10
  /// The log message for a missing file, which would otherwise show only at the next start, when it fails.
  private static let absence: StaticString =
    "the store's file is gone; answers go on from what was opened, but the next start finds none: put a store there"
  private let notifier: ServiceNotifier
  private let logger: Logger
  private let reloads: AsyncStream<Void>
  private let seen: SeenStore

  /// Creates a keeper for a server.
  ///
  /// - Parameters:
  ///   - http: the HTTP side, whose key file is read again too; nil if there is none.
  ///   - interval: the time between checks of the file.
  ///   - reloads: each element reopens the store, whether it has changed or not.
  package init(
    server: GeocodeServer, http: HTTPServer? = nil, interval: Duration = .seconds(1), notifier: ServiceNotifier,
    reloads: AsyncStream<Void>, logger: Logger
  ) {
    source = server.source
    seen = SeenStore(server.fingerprint)
    self.server = server.state
    self.http = http
    self.interval = interval
    self.notifier = notifier
    self.reloads = reloads
    self.logger = logger
  }

  /// Checks until the server stops.
  package func run() async throws {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.obeySignals() }
      group.addTask { await self.watchFile() }
      group.addTask {
        await StoreChecking(condition: self.server.condition, logger: self.logger).run { await self.rest() }
      }
    }
  }

  /// Why the store is reopened, as the log names it.
  private enum Reason: String {
    case signal = "asked by signal"
    case replaced = "file replaced"
    /// It could not be opened before.
    case again = "tried again"
  }

  private func obeySignals() async {
    for await _ in reloads.cancelOnGracefulShutdown() {
      http?.reload()
      seen.fingerprint.withLock { $0 = source.fingerprint() }
      await reload(.signal)
    }
  }

  private func watchFile() async {
    var (looks, absences) = (0, 0)
    while await rest() {
      // No file at the path: it is being renamed or was removed. The old one is still open.
      guard let now = source.fingerprint() else {
        absences += 1
        if absences == StoreKeeper.patience { logger.warning("\(StoreKeeper.absence)") }
        continue
      }
      absences = 0
      let isNew = seen.fingerprint.withLock { last in
        defer { last = now }
        return last != now
      }
      looks = isNew ? 0 : looks + 1
      let isDue = looks % StoreKeeper.patience == 0 && seen.failure.withLock { $0 != nil }
      if isNew || server.condition.isLost {
        await reload(.replaced)
      } else if isDue {
        await reload(.again)
      }
    }
  }

  /// Waits for the next check; false when the server stops.
  private func rest() async -> Bool {
    do {
      try await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) }
      return !Task.isShuttingDownGracefully && !Task.isCancelled
    } catch { return false }
  }

  /// Opens the store on a thread that may block, because opening reads the file.
  private func reload(_ reason: Reason) async {
    await withCheckedContinuation { continuation in
      SystemThread.start {
        replaceEngines(reason)
        continuation.resume()
      }
    }
  }

  private func replaceEngines(_ reason: Reason) {
    notifier.reloading()
    defer { notifier.ready() }
    do {
      var last: OpenedEngine?
      try server.pool.replaceEngines {
        let opened = try source.open()
        last = opened
        return opened
      }
      if let last { server.update(last) }
      seen.failure.withLock { $0 = nil }
      for fault in last?.faults ?? [] {
        logger.error("areas of one's own cannot be used; those before stay", metadata: ["error": "\(fault)"])
      }
      http?.state.update(dataDate: last?.info.dataDate)
      logger.notice(
        "store reopened", metadata: ["reason": "\(reason.rawValue)", "dataDate": "\(last?.info.dataDate ?? "unknown")"])
    } catch {
      server.condition.noteFailedReload()
      report("\(error)", reason)
    }
  }

  /// Logs that a store cannot be used; when it is tried repeatedly, only once for each cause.
  private func report(_ error: String, _ reason: Reason) {
    let isKnown = seen.failure.withLock { last in
      defer { last = error }
      return last == error
    }
    if isKnown, server.condition.isLost || reason == .again { return }
    let consequence =
      server.condition.isLost
      ? "the old one was overwritten or cut short: nothing is answered until a whole one is there"
      : "the old one stays"
    logger.error(
      "the new store cannot be used; \(consequence)", metadata: ["reason": "\(reason.rawValue)", "error": "\(error)"])
  }
}

/// The last known state of the file at the store's path.
private final class SeenStore: Sendable {
  /// The fingerprint of the file when it was last checked, whether or not the engines could open it.
  let fingerprint: Mutex<String?>
  /// The error of the last attempt to open it; nil if that succeeded.
  let failure = Mutex<String?>(nil)
  init(_ fingerprint: String?) { self.fingerprint = Mutex(fingerprint) }
}
