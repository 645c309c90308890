import Synchronization

/// Answers on their way from the workers to the event loop of a client. The loop is called for the first of them only: when it comes to that,
/// it takes all that have come meanwhile, and writes them at once.
final class AnswerInbox: Sendable {
  /// Answers and where they go.
  typealias Answers = (targets: Session.Submission.Targets, answers: ChunkAnswers)

  private let waiting = Mutex<[Answers]>([])

  /// Puts answers in.
  ///
  /// - Returns: whether the loop must be called.
  func add(_ targets: Session.Submission.Targets, _ answers: ChunkAnswers) -> Bool {
    waiting.withLock { waiting in
      waiting.append((targets, answers))
      return waiting.count == 1
    }
  }

  /// Takes all out, in the order in which they came.
  func takeAll() -> [Answers] {
    waiting.withLock { waiting in
      var all: [Answers] = []
      swap(&all, &waiting)
      return all
    }
  }
}
