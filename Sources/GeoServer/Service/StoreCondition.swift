import GeoStore
import Synchronization

/// The condition of the current store, for health checks, metrics and the log. Thread-safe.
final class StoreCondition: Sendable {
  private struct State {
    var health: StoreHealth?
    /// The damaged pages of earlier stores.
    var earlierDamage = 0
    var failedReloads = 0
    var updates = Updates()
  }

  /// The outcomes of store updates since the start.
  struct Updates {
    /// The number of successful updates, whether or not more changes follow.
    var successes = 0
    /// The number of failed updates.
    var failures = 0
  }

  private let state: Mutex<State>

  /// The condition of a store; nil if there is none.
  init(_ health: StoreHealth?) { state = Mutex(State(health: health)) }

  /// Notes that another store, or the same one opened again, is now in use.
  func update(_ health: StoreHealth?) {
    state.withLock { state in
      state.earlierDamage += state.health?.damagedPages ?? 0
      state.health = health
    }
  }

  /// Notes that a new store could not be opened.
  func noteFailedReload() { state.withLock { $0.failedReloads += 1 } }

  /// The number of times that a new store could not be opened since the start.
  var failedReloads: Int { state.withLock { $0.failedReloads } }

  /// Notes that an update of the store has ended.
  func noteUpdate(failed: Bool) {
    state.withLock { if failed { $0.updates.failures += 1 } else { $0.updates.successes += 1 } }
  }

  /// The outcomes of updates since the start.
  var updates: Updates { state.withLock { $0.updates } }

  /// The health of the current store.
  var health: StoreHealth? { state.withLock { $0.health } }

  /// The number of damaged pages found since the start, in all stores.
  var damageTotal: Int { state.withLock { $0.earlierDamage + ($0.health?.damagedPages ?? 0) } }

  /// Whether the open store was overwritten or truncated, so that no query is answered until it is opened again.
  var isLost: Bool { health?.isChanged ?? false }

  /// The number of damaged pages of the current store. Answers that need them fail; all others are right.
  var damagedPages: Int { health?.damagedPages ?? 0 }
}

extension HTTPState {
  /// The store that queries are answered from; nil while nothing is answered.
  func readable(_ opened: OpenedEngine) -> StoreInfo? {
    isStopping || server.condition.isLost ? nil : opened.store
  }

  /// The response to `/readyz`.
  var readiness: HTTPReply {
    if isStopping { return .text(status: 503, "stopping\n") }
    let condition = server.condition
    if condition.isLost {
      return .text(status: 503, "store damaged: it was overwritten or cut short; waiting for a whole one\n")
    }
    let damaged = condition.damagedPages
    return .text(damaged == 0 ? "ready\n" : "ready, but pages of the store are damaged: \(damaged)\n")
  }
}
