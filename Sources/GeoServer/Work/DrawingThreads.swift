import GeoSupport

/// Runs tasks that draw pictures, on threads of their own, as many as there are processors.
///
/// Swift's tasks share one thread for each processor. Pictures that take long would hold all of them, and with them whatever else is a task:
/// the end of the server among it.
final class DrawingThreads: TaskExecutor {
  /// Those of the process.
  static let shared = DrawingThreads()

  private let waiting = Monitor<[UnownedJob]>([])

  private init() {
    for _ in 0..<SystemThread.processorCount {
      SystemThread.start(stackBytes: 8 << 20) {
        while true {
          let job = self.waiting.wait { jobs in jobs.isEmpty ? nil : jobs.removeFirst() }
          job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    waiting.withLock { $0.append(job) }
    waiting.wakeOne()
  }
}
