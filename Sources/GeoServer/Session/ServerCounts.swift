import Synchronization

/// Counts the clients, tasks and watches of a server, and checks their limits.
final class ServerCounts: Sendable {
  private let options: ServerOptions
  private let budget: MemoryBudget
  private let clients = Atomic<Int>(0)
  private let admissions = Atomic<Int>(0)
  private let refusals = Atomic<Int>(0)
  private let tasks = Atomic<Int>(0)
  private let watches = Atomic<Int>(0)

  /// Creates counts of zero.
  ///
  /// - Parameter budget: the budget to which each client is reported.
  init(options: ServerOptions, budget: MemoryBudget) {
    self.options = options
    self.budget = budget
  }

  /// The number of queries that wait for the pool or run there, including positions of watches.
  var waitingTasks: Int { tasks.load(ordering: .relaxed) }

  /// Changes the number of waiting queries; negative to lower it.
  func count(_ change: Int) { tasks.add(change, ordering: .relaxed) }

  /// Whether so many queries wait that new ones are refused.
  var isOverloaded: Bool { waitingTasks >= options.queriesInAll }

  /// Counts a new watch; false if all clients together have too many.
  func admitWatch() -> Bool {
    if watches.add(1, ordering: .relaxed).newValue <= options.watchesInAll { return true }
    dismissWatches(1)
    return false
  }

  /// Removes watches from the count.
  func dismissWatches(_ count: Int) { watches.subtract(count, ordering: .relaxed) }

  /// Counts a new client; false if there are too many already.
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

  /// Removes a client from the count.
  func dismissClient() {
    clients.subtract(1, ordering: .relaxed)
    budget.connect(-1)
  }

  /// The number of connected clients.
  var clientCount: Int { clients.load(ordering: .relaxed) }

  /// The number of clients admitted since the start, and of those refused at the limit.
  var clientTotals: (admitted: Int, refused: Int) {
    (admissions.load(ordering: .relaxed), refusals.load(ordering: .relaxed))
  }
}
