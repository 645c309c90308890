import Synchronization

/// Passes results that several threads make on in their order, one at a time.
///
/// A result whose turn has not come waits; the thread that brings the missing one passes on all that have waited for it.
public final class OrderedSink<Output: Sendable>: Sendable {
  private struct State {
    var next = 0
    var waiting: [Int: Output] = [:]
  }

  private let state = Mutex(State())
  private let body: @Sendable (Output) -> Void

  /// A sink.
  ///
  /// - Parameter body: called with the results in order, never twice at once, on the threads that bring them.
  public init(_ body: @escaping @Sendable (Output) -> Void) { self.body = body }

  /// Brings a result; waits while another one is passed on, so that no more of them wait than there are threads.
  public func deliver(_ output: Output, at position: Int) {
    state.withLock { state in
      state.waiting[position] = output
      while let output = state.waiting.removeValue(forKey: state.next) {
        body(output)
        state.next += 1
      }
    }
  }
}
