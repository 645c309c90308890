import GeoSupport

/// Runs an actor on a thread of its own, which may block on a pipe or a disk without delaying other work.
///
/// Swift's own pool has one thread per processor. A thread of the pool that waited in `read` could not look up answers.
final class ThreadExecutor: SerialExecutor {
  private struct Queue: Sendable {
    var jobs: [(UnownedJob, UnownedSerialExecutor)] = []
    var isClosed = false
  }

  private let queue: Monitor<Queue>

  init() {
    let queue = Monitor(Queue())
    self.queue = queue
    SystemThread.start {
      while let jobs = queue.wait(for: ThreadExecutor.next) {
        for (job, executor) in jobs { job.runSynchronously(on: executor) }
      }
    }
  }

  /// The last job may hold the last reference to the actor, so this can run on the thread itself, which then ends.
  deinit {
    queue.withLock { $0.isClosed = true }
    queue.wakeOne()
  }

  /// The waiting jobs, or nil inside when there will be no more; nil when the thread has to wait.
  private static func next(_ queue: inout Queue) -> [(UnownedJob, UnownedSerialExecutor)]?? {
    if queue.jobs.isEmpty { return queue.isClosed ? .some(nil) : nil }
    defer { queue.jobs.removeAll() }
    return queue.jobs
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.withLock { $0.jobs.append((job, asUnownedSerialExecutor())) }
    queue.wakeOne()
  }
}
