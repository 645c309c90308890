import Synchronization

/// How many clients a server has, and how much they wait for; it says when that is too much.
final class ServerCounts: Sendable {
  private let options: ServerOptions
  private let budget: MemoryBudget
  private let clients = Atomic<Int>(0)
  private let admissions = Atomic<Int>(0)
  private let refusals = Atomic<Int>(0)
  private let tasks = Atomic<Int>(0)
  private let watches = Atomic<Int>(0)

  /// Nobody yet.
  ///
  /// - Parameter budget: is told of each client.
  init(options: ServerOptions, budget: MemoryBudget) {
    self.options = options
    self.budget = budget
  }

  /// Queries that wait for the pool or run there, and positions of watches.
  var waitingTasks: Int { tasks.load(ordering: .relaxed) }

  /// So many more queries wait; fewer when negative.
  func count(_ change: Int) { tasks.add(change, ordering: .relaxed) }

  /// Whether so much waits that new queries are refused.
  var isOverloaded: Bool { waitingTasks >= options.queriesInAll }

  /// Counts a watch in; false when there are too many of all clients.
  func admitWatch() -> Bool {
    if watches.add(1, ordering: .relaxed).newValue <= options.watchesInAll { return true }
    dismissWatches(1)
    return false
  }

  /// Counts watches out.
  func dismissWatches(_ count: Int) { watches.subtract(count, ordering: .relaxed) }

  /// Counts a client in; false when there are too many already.
  func admitClient() -> Bool {
    budget.connect(1)
    if clients.add(1, ordering: .relaxed).newValue <= options.clients {
      admissions.add(1, ordering: .relaxed)
      return true
    }
    refusals.add(1, ordering: .relaxed)
    dismissClient()
    return false
  }

  /// Counts a client out.
  func dismissClient() {
    clients.subtract(1, ordering: .relaxed)
    budget.connect(-1)
  }

  /// Clients that are connected.
  var clientCount: Int { clients.load(ordering: .relaxed) }

  /// Clients that were counted in since the start, and those that were not as there were too many.
  var clientTotals: (admitted: Int, refused: Int) {
    (admissions.load(ordering: .relaxed), refusals.load(ordering: .relaxed))
  }
}
