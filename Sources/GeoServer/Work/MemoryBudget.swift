import Synchronization

/// The bytes that the server holds for all its clients together. Clients that need too many wait. So the daemon's
/// memory is limited, however many clients there are and whatever they request.
///
/// Responses count from when a worker has written them until the client's socket has taken them. Clients' input counts
/// as long as it is kept.
package final class MemoryBudget: Sendable {
  /// How full the budget is.
  package enum Level: Int, Comparable {
    /// All clients are served.
    case plenty
    /// From half of the budget on, until less than three eighths are held: only clients that have read all their
    /// responses are served.
    case short
    /// From the whole budget on, until an eighth of it is free: no client is served, and one that reads nothing for a
    /// second is disconnected.
    case spent

    package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  /// The input bytes that may be kept for each client without being counted.
  package static let freeInput = 16 << 10

  private let limit: Int
  private let current = Atomic<Int>(Level.plenty.rawValue)
  private let answers = Atomic<Int>(0)
  private let input = Atomic<Int>(0)
  private let connections = Atomic<Int>(0)
  private let peak = Atomic<Int>(0)

  /// Creates a budget.
  ///
  /// - Parameter limit: the maximum bytes of responses. Input may take a quarter of it in addition.
  package init(limit: Int) { self.limit = limit }

  /// How full the budget is now.
  package var level: Level { Level(rawValue: current.load(ordering: .sequentiallyConsistent)) ?? .spent }

  /// The response bytes held now.
  package var answerBytes: Int { answers.load(ordering: .relaxed) }

  /// Adds held bytes; negative to release them.
  ///
  /// - Returns: whether the level rose, and whether it fell. Both may be true: other threads may have seen the level in
  ///   between.
  package func hold(_ bytes: Int) -> (rose: Bool, fell: Bool) {
    answers.add(bytes, ordering: .sequentiallyConsistent)
    notePeak()
    var (rose, fell) = (false, false)
    while true {
      // Checks again after each change: another thread may have held or released bytes in between, and its call may be
      // the last one for long.
      let old = level
      let new = level(holding: answers.load(ordering: .sequentiallyConsistent), from: old)
      guard old != new else { return (rose, fell) }
      let change = current.compareExchange(
        expected: old.rawValue, desired: new.rawValue, ordering: .sequentiallyConsistent)
      guard change.exchanged else { continue }
      if new > old { rose = true } else { fell = true }
    }
  }

  /// Reserves memory for a client's input, beyond ``freeInput``.
  ///
  /// - Returns: false if there is none, and nothing is reserved.
  package func reserve(_ bytes: Int) -> Bool {
    guard bytes > 0 else { return true }
    let new = input.add(bytes, ordering: .relaxed).newValue
    guard new <= limit / 4 else {
      release(bytes)
      return false
    }
    notePeak()
    return true
  }

  /// Releases reserved memory.
  package func release(_ bytes: Int) { input.subtract(bytes, ordering: .relaxed) }

  /// Notes new connections; negative for closed ones.
  package func connect(_ change: Int) {
    connections.add(change, ordering: .relaxed)
    notePeak()
  }

  /// Whether memory use has dropped from a peak since the last call, so that free memory should return to the system.
  package func wasRelieved() -> Bool {
    let (now, peak) = (held, peak.load(ordering: .relaxed))
    guard peak >= 1 << 20, now < peak / 4 else { return false }
    self.peak.store(now, ordering: .relaxed)
    return true
  }

  /// All held bytes. A connection itself takes about 16 KB.
  private var held: Int {
    answers.load(ordering: .relaxed) + input.load(ordering: .relaxed) + connections.load(ordering: .relaxed) << 14
  }

  /// The next level.
  ///
  /// A level is left at fewer bytes than it is entered; otherwise each response at its edge would change it twice, and
  /// affect all clients.
  private func level(holding bytes: Int, from level: Level) -> Level {
    let margin = limit / 8
    if bytes >= limit - (level == .spent ? margin : 0) { return .spent }
    return bytes >= limit / 2 - (level >= .short ? margin : 0) ? .short : .plenty
  }

  private func notePeak() {
    let held = held
    if held > peak.load(ordering: .relaxed) { peak.store(held, ordering: .relaxed) }
  }
}
