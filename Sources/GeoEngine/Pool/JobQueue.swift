import GeoSupport

/// Work waiting for a thread, first in first out. Threads sleep while there is none.
///
/// `@unchecked Sendable`: every access to the state happens between `lock` and `unlock` of its own mutex.
final class JobQueue: @unchecked Sendable {
  typealias Job = @Sendable () -> Void

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [Job] = []
  private var next = 0
  private var isClosed = false

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Adds work and wakes a thread for it. After ``close()`` it still runs as long as a thread is left.
  func add(_ job: @escaping Job) {
    pthread_mutex_lock(mutex)
    jobs.append(job)
    pthread_mutex_unlock(mutex)
    pthread_cond_signal(condition)
  }

  /// The next work, waiting for it; nil when the queue is closed and empty: then the thread ends.
  func take() -> Job? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while next == jobs.count {
      if isClosed { return nil }
      pthread_cond_wait(condition, mutex)
    }
    let job = jobs[next]
    next += 1
    // Taken jobs stay in the array until it is empty or mostly done, so that taking one moves nothing.
    if next == jobs.count || next >= 1_024 {
      jobs.removeFirst(next)
      next = 0
    }
    return job
  }

  /// Lets every thread end once the waiting work is done.
  func close() {
    pthread_mutex_lock(mutex)
    isClosed = true
    pthread_mutex_unlock(mutex)
    pthread_cond_broadcast(condition)
  }
}
