import Synchronization

/// The time that the stop of a server may take, for all who end something then.
final class StopClock: Sendable {
  private let timeout: Duration
  private let stop = Mutex<ContinuousClock.Instant?>(nil)

  /// A clock that nobody has started.
  init(timeout: Duration) { self.timeout = timeout }

  /// When everything must have ended: the time counts from the first call.
  func deadline() -> ContinuousClock.Instant {
    stop.withLock { stop in
      let deadline = stop ?? .now + timeout
      stop = deadline
      return deadline
    }
  }

  /// Waits for the end of something, at most until a second after ``deadline()``.
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

  /// Sleeps for a moment, even in a cancelled task: only the deadline bounds the stop.
  static func pause() async {
    await Task.detached { try? await Task.sleep(for: .milliseconds(5)) }.value
  }

  private final class Flag: Sendable {
    let value = Atomic<Bool>(false)
  }
}
