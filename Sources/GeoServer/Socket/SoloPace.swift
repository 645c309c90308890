import NIOCore

/// Tells whether a client has the server to itself and asks one thing after the other. Its event loop may then answer at once: to hand a
/// question to another thread, and the answer back, takes several times as long as the answer. Pure: it is told everything.
///
/// The client must have done so for some questions whose answers were quick, as all other clients of the loop wait for a slow one.
struct SoloPace {
  /// Questions that show it.
  static let proof = 8

  /// How long a quick answer takes at most, with its way to another thread and back.
  private let quick: TimeAmount
  private var shown = 0
  private var asked: NIODeadline?

  /// A client of which nothing is known yet.
  init(quick: TimeAmount) { self.quick = quick }

  /// The client asks.
  ///
  /// - Parameter isAlone: whether this is a single question while nobody else, and nothing else of the client, is under way.
  /// - Returns: whether the event loop may answer.
  mutating func ask(isAlone: Bool, at now: NIODeadline) -> Bool {
    asked = isAlone ? now : nil
    if !isAlone { shown = 0 }
    return shown == SoloPace.proof
  }

  /// An answer is there.
  mutating func answered(at now: NIODeadline) {
    guard let asked else { return }
    self.asked = nil
    shown = now - asked <= quick ? min(shown + 1, SoloPace.proof) : 0
  }
}
