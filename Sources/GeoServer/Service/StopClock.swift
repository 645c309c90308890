import Synchronization

/// The shared deadline for everything that must end when a server stops.
final class StopClock: Sendable {
  private let timeout: Duration
  private let stop = Mutex<ContinuousClock.Instant?>(nil)

  /// Creates a clock that is not started.
  init(timeout: Duration) { self.timeout = timeout }

  /// The deadline. The first call starts the clock.
  func deadline() -> ContinuousClock.Instant {
    stop.withLock { stop in
      let deadline = stop ?? .now + timeout
      stop = deadline
      return deadline
    }
  }

  /// Runs a closure and waits for its end, at most until a second after ``deadline()``.
  ///
  /// - Returns: whether it has ended.
  func ends(_ body: @escaping @Sendable () async -> Void) async -> Bool {
    let deadline = deadline() + .seconds(1)
    let hasEnded = Flag()
    Task {
      await body()
      hasEnded.value.store(true, ordering: .releasing)
    }
    while !hasEnded.value.load(ordering: .acquiring) {
      guard ContinuousClock.now < deadline else { return false }
      await StopClock.pause()
    }
    return true
  }

  /// Sleeps for a moment, even in a canceled task: only the deadline limits the stop.
  static func pause() async {
    await Task.detached { try? await Task.sleep(for: .milliseconds(5)) }.value
  }

  private final class Flag: Sendable {
    let value = Atomic<Bool>(false)
  }
}
