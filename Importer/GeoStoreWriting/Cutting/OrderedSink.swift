import GeoSupport

/// Passes on the results of several threads in order, one at a time.
///
/// A result whose turn has not come waits; the thread that brings the missing one passes on all that have waited for it.
final class OrderedSink<Output: Sendable>: Sendable {
  private struct State {
    var next = 0
    var waiting: [Int: Output] = [:]
    /// How many results may wait as long as nothing is passed on; nil once everything is.
    var held: Int?

    var mustWait: Bool { held.map { waiting.count >= $0 } ?? false }

    mutating func passOn(to body: (Output) -> Void) {
      while held == nil, let output = waiting.removeValue(forKey: next) {
        body(output)
        next += 1
      }
    }
  }

  private let state: Monitor<State>
  private let body: @Sendable (Output) -> Void

  /// A sink.
  ///
  /// - Parameters:
  ///   - held: nil passes on results from the beginning, a number only after ``passOn()``; when so many wait, who brings more waits, too.
  ///   - body: called with the results in order, never twice at once, on the threads that bring them.
  init(holding held: Int? = nil, _ body: @escaping @Sendable (Output) -> Void) {
    state = Monitor(State(held: held))
    self.body = body
  }

  /// Brings a result; waits while another one is passed on, so that no more of them wait than there are threads.
  func deliver(_ output: Output, at position: Int) {
    state.wait { state -> Void? in
      if state.mustWait { return nil }
      state.waiting[position] = output
      state.passOn(to: body)
      return ()
    }
  }

  /// Passes on what has been held, and from now on everything.
  func passOn() {
    state.withLock { state in
      state.held = nil
      state.passOn(to: body)
    }
    state.wakeAll()
  }
}
