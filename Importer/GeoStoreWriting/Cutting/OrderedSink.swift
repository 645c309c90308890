import GeoSupport

/// Passes on the results of several threads in order, one at a time.
///
/// A result waits until its turn comes. The thread that delivers the missing one passes on all results that waited for
/// it.
final class OrderedSink<Output: Sendable>: Sendable {
  private struct State {
    var next = 0
    var waiting: [Int: Output] = [:]
    /// The most results that may wait while nothing is passed on; nil once results are passed on.
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

  /// Makes a sink.
  ///
  /// - Parameters:
  ///   - held: nil to pass on results from the beginning. A number holds them until ``passOn()``; once this many wait,
  ///     further threads block.
  ///   - body: called with the results in order, never concurrently, on the threads that deliver them.
  init(holding held: Int? = nil, _ body: @escaping @Sendable (Output) -> Void) {
    state = Monitor(State(held: held))
    self.body = body
  }

  /// Delivers a result.
  ///
  /// Blocks while another one is passed on, and while the most results are held.
  func deliver(_ output: Output, at position: Int) {
    state.wait { state -> Void? in
      if state.mustWait { return nil }
      state.waiting[position] = output
      state.passOn(to: body)
      return ()
    }
  }

  /// Passes on the held results, and from now on all others.
  func passOn() {
    state.withLock { state in
      state.held = nil
      state.passOn(to: body)
    }
    state.wakeAll()
  }
}
