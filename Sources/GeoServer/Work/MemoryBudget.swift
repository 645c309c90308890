import Synchronization

/// The bytes that the server holds for all its clients together. A client for which it would hold too many has to wait, so the daemon stays
/// within a bound that does not depend on how many clients there are and what they ask.
///
/// Answers count from the moment when a worker has written them until the client's socket has taken them. What clients send counts as long as
/// it is kept.
package final class MemoryBudget: Sendable {
  /// How much is held.
  package enum Level: Int, Comparable {
    /// Everybody is worked for.
    case plenty
    /// From half of the budget on, until an eighth less: only those are worked for who have taken all their answers.
    case short
    /// All of it, until an eighth is free: nobody is worked for, and who takes nothing of its answers loses its connection after a second.
    case spent

    package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  /// Bytes that each client may send and have kept without being counted.
  package static let freeInput = 16 << 10

  private let limit: Int
  private let current = Atomic<Int>(Level.plenty.rawValue)
  private let answers = Atomic<Int>(0)
  private let input = Atomic<Int>(0)
  private let connections = Atomic<Int>(0)
  private let peak = Atomic<Int>(0)

  /// A budget.
  ///
  /// - Parameter limit: bytes of answers that may be held. Input may be a quarter of it.
  package init(limit: Int) { self.limit = limit }

  /// How much is held now.
  package var level: Level { Level(rawValue: current.load(ordering: .sequentiallyConsistent)) ?? .spent }

  /// Bytes of answers that are held now.
  package var answerBytes: Int { answers.load(ordering: .relaxed) }

  /// Bytes are held from now on; fewer when negative.
  ///
  /// - Returns: whether the level rose and whether it fell, which others may have seen even if it is as before.
  package func hold(_ bytes: Int) -> (rose: Bool, fell: Bool) {
    answers.add(bytes, ordering: .sequentiallyConsistent)
    notePeak()
    var (rose, fell) = (false, false)
    while true {
      // Read again after each change: another thread may have held or given back in between, and may be the last one for long.
      let old = level
      let new = level(holding: answers.load(ordering: .sequentiallyConsistent), from: old)
      guard old != new else { return (rose, fell) }
      let change = current.compareExchange(
        expected: old.rawValue, desired: new.rawValue, ordering: .sequentiallyConsistent)
      guard change.exchanged else { continue }
      if new > old { rose = true } else { fell = true }
    }
  }

  /// Takes room for what a client sends, beyond ``freeInput``.
  ///
  /// - Returns: false when there is none: then nothing is taken.
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

  /// Gives room back.
  package func release(_ bytes: Int) { input.subtract(bytes, ordering: .relaxed) }

  /// Connections began; fewer when negative.
  package func connect(_ change: Int) {
    connections.add(change, ordering: .relaxed)
    notePeak()
  }

  /// Whether much was held since the last call and little of it is now: then free memory should go back to the system.
  package func wasRelieved() -> Bool {
    let (now, peak) = (held, peak.load(ordering: .relaxed))
    guard peak >= 1 << 20, now < peak / 4 else { return false }
    self.peak.store(now, ordering: .relaxed)
    return true
  }

  /// Everything that is held. What a connection takes by itself is about 16 KB.
  private var held: Int {
    answers.load(ordering: .relaxed) + input.load(ordering: .relaxed) + connections.load(ordering: .relaxed) << 14
  }

  /// The next level. One is left later than it was entered, else each answer at its edge would change it twice, and all clients with it.
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
