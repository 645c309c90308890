/// A value that one thread at a time may use, and whose changes threads can wait for.
///
/// `Synchronization.Mutex` is enough for values without waiting threads. It has no condition variable, so this type
/// uses the system's. `@unchecked Sendable`: the value is only accessed between lock and unlock.
@usableFromInline package final class Monitor<Value>: @unchecked Sendable {
  @usableFromInline let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  @usableFromInline let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  @usableFromInline var value: Value

  /// Creates a monitor of a value.
  @inlinable package init(_ value: sending Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  @inlinable deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs a body that may read and change the value. It must be short and must not lock again. Call ``wakeOne()`` or
  /// ``wakeAll()`` afterwards to wake waiting threads.
  @inlinable package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Waits until a body returns a result. The body runs at once, and again each time that the monitor wakes the thread.
  ///
  /// - Parameter body: returns nil to wait further. Runs under the lock.
  @inlinable package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      pthread_cond_wait(condition, mutex)
    }
  }

  /// Wakes one waiting thread to check again.
  @inlinable package func wakeOne() { pthread_cond_signal(condition) }

  /// Wakes all waiting threads to check again.
  @inlinable package func wakeAll() { pthread_cond_broadcast(condition) }
}
