import NIOCore

/// Decides whether a client is alone on the server and sends one query after the other. Its event loop may then answer
/// at once: passing a query to another thread and the answer back takes several times as long as answering. Pure: the
/// caller passes the time.
///
/// The client must first have sent some queries with quick answers, because all other clients of the loop wait while a
/// slow query is answered.
struct SoloPace {
  /// The number of quick answers in a row that are required.
  static let proof = 8

  /// The maximum duration of a quick answer, including the way to another thread and back.
  private let quick: TimeAmount
  private var shown = 0
  private var asked: NIODeadline?

  /// Creates the state of a new client.
  init(quick: TimeAmount) { self.quick = quick }

  /// Notes a query of the client.
  ///
  /// - Parameter isAlone: whether this is a single query while nothing else, of this or another client, is under way.
  /// - Returns: whether the event loop may answer.
  mutating func ask(isAlone: Bool, at now: NIODeadline) -> Bool {
    asked = isAlone ? now : nil
    if !isAlone { shown = 0 }
    return shown == SoloPace.proof
  }

  /// Notes the answer to the query.
  mutating func answered(at now: NIODeadline) {
    guard let asked else { return }
    self.asked = nil
    shown = now - asked <= quick ? min(shown + 1, SoloPace.proof) : 0
  }
}
