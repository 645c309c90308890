import GeoStore
import Synchronization

/// How the store that is served is, for probes, figures and the log. Any thread may ask.
final class StoreCondition: Sendable {
  private struct State {
    var health: StoreHealth?
    /// Damaged pages of stores that were served before.
    var earlierDamage = 0
    var failedReloads = 0
    var updates = Updates()
  }

  /// What became of updates of the store since the start.
  struct Updates {
    /// Those after which it was up to date, or more to come.
    var successes = 0
    /// Those that failed.
    var failures = 0
  }

  private let state: Mutex<State>

  /// The condition of a store; nil where there is none.
  init(_ health: StoreHealth?) { state = Mutex(State(health: health)) }

  /// Another store, or the same one opened again, is served from now on.
  func update(_ health: StoreHealth?) {
    state.withLock { state in
      state.earlierDamage += state.health?.damagedPages ?? 0
      state.health = health
    }
  }

  /// A new store could not be opened.
  func noteFailedReload() { state.withLock { $0.failedReloads += 1 } }

  /// How often a new store could not be opened since the start.
  var failedReloads: Int { state.withLock { $0.failedReloads } }

  /// An update of the store has ended.
  func noteUpdate(failed: Bool) {
    state.withLock { if failed { $0.updates.failures += 1 } else { $0.updates.successes += 1 } }
  }

  /// What became of updates since the start.
  var updates: Updates { state.withLock { $0.updates } }

  /// The store that is served.
  var health: StoreHealth? { state.withLock { $0.health } }

  /// Pages that were found damaged since the start, of all stores.
  var damageTotal: Int { state.withLock { $0.earlierDamage + ($0.health?.damagedPages ?? 0) } }

  /// Whether somebody has overwritten the store or cut it short, so that nothing is answered until it is opened again.
  var isLost: Bool { health?.isChanged ?? false }

  /// Damaged pages of the store that is served: answers that need them fail, all others are right.
  var damagedPages: Int { health?.damagedPages ?? 0 }
}

extension HTTPState {
  /// The answer to `/readyz`.
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
