import Synchronization

/// A waiting caller, which is resumed exactly once: with a result, or with an error when it is cancelled.
final class Ticket<Value: Sendable>: Sendable {
  private enum State {
    /// The caller does not wait yet.
    case idle
    /// The caller waits.
    case waiting(CheckedContinuation<Value, any Error>)
    /// The caller was resumed with an error, or will be as soon as it waits.
    case cancelled
    case answered
  }

  private let state = Mutex(State.idle)

  /// Makes the caller wait.
  ///
  /// - Returns: false when the caller was cancelled before, so that no work is needed.
  func wait(_ continuation: CheckedContinuation<Value, any Error>, cancelledWith error: any Error) -> Bool {
    let isWaiting = state.withLock { state in
      guard case .idle = state else { return false }
      state = .waiting(continuation)
      return true
    }
    if !isWaiting { continuation.resume(throwing: error) }
    return isWaiting
  }

  /// Whether the work is still wanted.
  var isWanted: Bool {
    state.withLock { if case .waiting = $0 { true } else { false } }
  }

  /// Resumes the caller with a result, unless it was cancelled.
  func answer(_ result: sending Result<Value, any Error>) { takeContinuation(.answered)?.resume(with: result) }

  /// Resumes the caller with an error at once.
  func cancel(with error: any Error) { takeContinuation(.cancelled)?.resume(throwing: error) }

  private func takeContinuation(_ next: State) -> CheckedContinuation<Value, any Error>? {
    state.withLock { state in
      switch state {
      case .waiting(let continuation):
        state = next
        return continuation
      case .idle:
        state = next
        return nil
      case .cancelled, .answered: return nil
      }
    }
  }
}
