import GeoSupport
import GeoWire
import Logging
import ServiceLifecycle
import Synchronization

/// Notices that the store was replaced, or that somebody asks for it (SIGHUP), and has all engines opened again.
///
/// Requests under way end with the old engine, and the next ones get a new one, so none is lost. A new store that cannot be opened leaves
/// the old one in service. It is tried again now and then, as the reason may pass: a permission, or the process has no descriptor left. But
/// where somebody copied over the file or cut it short, the old store is gone, and the file is tried at each look until it is whole.
package struct StoreKeeper: Service {
  private let source: any EngineSource
  private let server: ServerState
  private let http: HTTPServer?
  private let interval: Duration
  /// How many looks after a store that could not be opened it is tried again, and without a file at its path somebody is told.
  private static let patience = 10
  /// What the log says of a file that is gone: nobody would notice before the next start, which fails.
  private static let absence: StaticString =
    "the store's file is gone; answers go on from what was opened, but the next start finds none: put a store there"
  private let notifier: ServiceNotifier
  private let logger: Logger
  private let reloads: AsyncStream<Void>
  private let seen: SeenStore

  /// A keeper for a server.
  ///
  /// - Parameters:
  ///   - http: the HTTP side, which has a file of keys to read anew; nil when there is none.
  ///   - interval: how often the file is looked at.
  ///   - reloads: each element asks for the store to be opened again, whether it has changed or not.
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

  /// Looks until the server stops.
  package func run() async throws {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.obeySignals() }
      group.addTask { await self.watchFile() }
      group.addTask {
        await StoreChecking(condition: self.server.condition, logger: self.logger).run { await self.rest() }
      }
    }
  }

  /// Why the store is opened again, in the words of the log.
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
      // Nothing at the path: somebody is just renaming, or removed the file. The old one is still open.
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

  /// Waits for the next look; false when the server stops.
  private func rest() async -> Bool {
    do {
      try await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) }
      return !Task.isShuttingDownGracefully && !Task.isCancelled
    } catch { return false }
  }

  /// Opening reads the file, so it happens on a thread that may block.
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

  /// Says that a store cannot be used, once for each cause where it is tried many times.
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

/// What is known of the file at the store's path.
private final class SeenStore: Sendable {
  /// The fingerprint of the store that the engines have open.
  let fingerprint: Mutex<String?>
  /// Why it could not be opened the last time; nil when it could.
  let failure = Mutex<String?>(nil)
  init(_ fingerprint: String?) { self.fingerprint = Mutex(fingerprint) }
}
