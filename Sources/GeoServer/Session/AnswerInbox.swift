import Synchronization

/// Collects answers from the workers for the event loop of a client.
///
/// The loop is called once for all answers that arrive before it takes them, and writes them together. A call costs as
/// much as several answers. So the answers of one chunk wait for those of another short chunk that a worker has begun.
final class AnswerInbox: Sendable {
  /// Answers and their destinations.
  typealias Answers = (targets: Session.Submission.Targets, answers: ChunkAnswers)

  private struct State {
    var waiting: [Answers] = []
    /// The number of short chunks that workers are running.
    var underWay = 0
    /// Whether the loop was called and has not taken the answers yet.
    var isCalled = false
  }

  private let state = Mutex(State())

  /// Notes that a worker begins a short chunk, whose answers others may wait for.
  func begin() { state.withLock { $0.underWay += 1 } }

  /// Adds answers.
  ///
  /// - Parameter hasBegun: whether ``begin()`` was called for their chunk.
  /// - Returns: whether the loop must be called.
  func add(_ targets: Session.Submission.Targets, _ answers: ChunkAnswers, hasBegun: Bool) -> Bool {
    state.withLock { state in
      state.waiting.append((targets, answers))
      if hasBegun { state.underWay -= 1 }
      if state.isCalled || state.underWay > 0 && state.waiting.count == 1 { return false }
      state.isCalled = true
      return true
    }
  }

  /// Takes all answers, in their order of arrival.
  func takeAll() -> [Answers] {
    state.withLock { state in
      var all: [Answers] = []
      swap(&all, &state.waiting)
      state.isCalled = false
      return all
    }
  }
}
