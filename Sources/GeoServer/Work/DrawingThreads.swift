import GeoSupport
import NIOCore

/// Runs tasks that draw pictures, on threads of their own, as many as there are processors.
///
/// Swift's tasks share one thread for each processor. Pictures that take long would hold all of them, and with them whatever else is a task:
/// the end of the server among it.
final class DrawingThreads: TaskExecutor {
  /// Those of the process.
  static let shared = DrawingThreads(SystemThread.processorCount)

  private let waiting = Monitor<[UnownedJob]>([])
  private let seats: [WorkSeat]

  init(_ count: Int) {
    seats = (0..<count).map { _ in WorkSeat() }
    for seat in seats {
      SystemThread.start(stackBytes: 8 << 20) {
        while true {
          let job = self.waiting.wait { jobs in jobs.isEmpty ? nil : jobs.removeFirst() }
          seat.begin(at: .now())
          job.runSynchronously(on: self.asUnownedTaskExecutor())
          seat.leave()
        }
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    waiting.withLock { $0.append(job) }
    waiting.wakeOne()
  }

  /// When what is asked for now must be drawn: a picture may wait and take as long as a query may wait.
  static func deadline(_ options: ServerOptions) -> ContinuousClock.Instant { .now + options.queryTimeout }

  /// How many threads there are, and how many of them do not come back from a picture: they have been at it for twice as long as it may
  /// take with all its waiting.
  func state(_ options: ServerOptions) -> (all: Int, stuck: Int) {
    let now = NIODeadline.now()
    return (seats.count, seats.count { $0.isStuck(at: now, limit: options.queryTimeout * 2) })
  }
}
