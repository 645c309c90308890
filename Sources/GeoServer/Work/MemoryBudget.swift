import Synchronization

/// Bytes that the server holds for its clients, all together. Who would make it hold too many waits, and so the daemon stays within a
/// bound that does not depend on how many clients there are and what they ask.
///
/// Answers count from the moment a worker has written them until the client's socket has taken them; what clients send counts while
/// it is kept.
final class MemoryBudget: Sendable {
  /// How much is held.
  enum Level: Int, Comparable {
    /// Everybody is worked for.
    case plenty
    /// Half of the budget: only those are worked for who have taken all their answers.
    case short
    /// All of it: nobody is worked for, and who takes nothing of its answers loses its connection after a second.
    case spent

    static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  /// Bytes that each client may send and have kept without being counted.
  static let freeInput = 16 << 10

  private let limit: Int
  private let answers = Atomic<Int>(0)
  private let input = Atomic<Int>(0)
  private let connections = Atomic<Int>(0)
  private let peak = Atomic<Int>(0)

  /// A budget.
  ///
  /// - Parameter limit: bytes of answers that may be held. Input may be a quarter of it.
  init(limit: Int) { self.limit = limit }

  /// How much is held now.
  var level: Level { level(answers.load(ordering: .relaxed)) }

  /// Bytes of answers that are held now.
  var answerBytes: Int { answers.load(ordering: .relaxed) }

  /// Bytes are held from now on; fewer when negative.
  ///
  /// - Returns: the level before and after.
  func hold(_ bytes: Int) -> (old: Level, new: Level) {
    let (old, new) = answers.add(bytes, ordering: .relaxed)
    notePeak()
    return (level(old), level(new))
  }

  /// Takes room for what a client sends, beyond ``freeInput``.
  ///
  /// - Returns: false when there is none: then nothing is taken.
  func reserve(_ bytes: Int) -> Bool {
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
  func release(_ bytes: Int) { input.subtract(bytes, ordering: .relaxed) }

  /// Connections began; fewer when negative.
  func connect(_ change: Int) {
    connections.add(change, ordering: .relaxed)
    notePeak()
  }

  /// Whether much was held since the last call and little of it is now: then free memory should go back to the system.
  func wasRelieved() -> Bool {
    let (now, peak) = (held, peak.load(ordering: .relaxed))
    guard peak >= 1 << 20, now < peak / 4 else { return false }
    self.peak.store(now, ordering: .relaxed)
    return true
  }

  /// Everything that is held. What a connection takes by itself is about 16 KB.
  private var held: Int {
    answers.load(ordering: .relaxed) + input.load(ordering: .relaxed) + connections.load(ordering: .relaxed) << 14
  }

  private func level(_ held: Int) -> Level { held >= limit ? .spent : held >= limit / 2 ? .short : .plenty }

  private func notePeak() {
    let held = held
    if held > peak.load(ordering: .relaxed) { peak.store(held, ordering: .relaxed) }
  }
}
