/// A value that one thread at a time may use, and that threads can wait for to change.
///
/// For values that nobody waits for, `Synchronization.Mutex` is enough; it has no condition to wait on, hence this one use of the
/// system's own. `@unchecked Sendable`: the value is only reached between lock and unlock.
@usableFromInline package final class Monitor<Value>: @unchecked Sendable {
  @usableFromInline let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  @usableFromInline let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  @usableFromInline var value: Value

  /// Takes a value into custody.
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

  /// Runs a body that may read and change the value. It must be short and must not lock again. Who waits is woken by
  /// ``wakeOne()`` or ``wakeAll()``, after this.
  @inlinable package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Waits until a body returns a result, which it is asked for at once and each time that the monitor wakes the thread.
  ///
  /// - Parameter body: nil means: not yet. Runs under the lock.
  @inlinable package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      pthread_cond_wait(condition, mutex)
    }
  }

  /// Lets one waiting thread look again.
  @inlinable package func wakeOne() { pthread_cond_signal(condition) }

  /// Lets all waiting threads look again.
  @inlinable package func wakeAll() { pthread_cond_broadcast(condition) }
}
