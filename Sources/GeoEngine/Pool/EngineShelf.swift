import GeoSupport

/// Engines that nobody uses right now. Taking one waits until there is one.
///
/// `@unchecked Sendable`: the array is only touched under the mutex, and an engine is on the shelf or with one caller,
/// never both, so two threads never use one engine at once.
final class EngineShelf: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var free: [PlacemarkEngine]

  init(_ engines: [PlacemarkEngine]) {
    free = engines
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs a body with an engine of its own and puts the engine back.
  func withEngine<Result, Failure: Error>(
    _ body: (PlacemarkEngine) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let engine = take()
    defer { putBack(engine) }
    return try body(engine)
  }

  private func take() -> PlacemarkEngine {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while free.isEmpty { pthread_cond_wait(condition, mutex) }
    return free.removeLast()
  }

  private func putBack(_ engine: PlacemarkEngine) {
    pthread_mutex_lock(mutex)
    free.append(engine)
    pthread_mutex_unlock(mutex)
    pthread_cond_signal(condition)
  }
}
