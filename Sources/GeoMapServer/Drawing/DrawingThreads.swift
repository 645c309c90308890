import GeoServer
import GeoSupport
import NIOCore
import Synchronization

/// Runs tasks that draw, on threads of their own, as many as there are processors.
///
/// Swift's tasks share one thread for each processor. Pictures that take long would hold all of them, and with them whatever else is a task:
/// the end of the server among it.
final class DrawingThreads: TaskExecutor {
  /// Those of the process that draw tiles of the store's map. They show what the store has and nothing that a client made, so each takes little
  /// time, and none waits for a picture.
  static let tiles = DrawingThreads(SystemThread.processorCount)
  /// Those that draw what clients made.
  static let pictures = DrawingThreads(SystemThread.processorCount)

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

/// Those who wait for some threads that draw, and those whom they draw for.
final class DrawingLine: Sendable {
  /// How many may draw or wait.
  static let limit = 64

  let threads: DrawingThreads
  private let count = Atomic<Int>(0)

  /// How many draw or wait now.
  var length: Int { count.load(ordering: .relaxed) }

  init(_ threads: DrawingThreads) { self.threads = threads }

  /// Something is to be drawn; ``leave()`` follows. Called before it stands in line for a thread.
  ///
  /// - Throws: ``MapTiles/Failure/busy``.
  func enter() throws(MapTiles.Failure) {
    guard count.add(1, ordering: .relaxed).newValue <= DrawingLine.limit else {
      leave()
      throw .busy
    }
  }

  /// It is drawn.
  func leave() { count.subtract(1, ordering: .relaxed) }
}
