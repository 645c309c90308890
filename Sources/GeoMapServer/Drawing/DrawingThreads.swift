import GeoServer
import GeoSupport
import NIOCore
import Synchronization

/// Runs drawing tasks on separate threads, one for each processor.
///
/// Swift's tasks share one thread for each processor. Slow pictures would block all of them, and with them all other
/// tasks, such as the shutdown of the server.
final class DrawingThreads: TaskExecutor {
  /// The process's threads for tiles of the store's map. These tiles contain nothing made by clients, so each is quick
  /// to draw, and none waits for a picture.
  static let tiles = DrawingThreads(SystemThread.processorCount)
  /// The process's threads for pictures with content made by clients.
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

  /// The deadline of a drawing that is requested now: a picture may take as long, including all waiting, as a query may
  /// wait.
  static func deadline(_ options: ServerOptions) -> ContinuousClock.Instant { .now + options.queryTimeout }

  /// The number of threads, and how many of them are stuck. A stuck thread has worked on a picture for twice the time
  /// that the picture may take, including all waiting.
  func state(_ options: ServerOptions) -> (all: Int, stuck: Int) {
    let now = NIODeadline.now()
    return (seats.count, seats.count { $0.isStuck(at: now, limit: options.queryTimeout * 2) })
  }
}

/// The queue of drawings for a group of threads: those that wait and those under way.
final class DrawingLine: Sendable {
  /// The maximum number of drawings that wait or are under way.
  static let limit = 64

  let threads: DrawingThreads
  private let count = Atomic<Int>(0)

  /// The number of drawings that wait or are under way now.
  var length: Int { count.load(ordering: .relaxed) }

  init(_ threads: DrawingThreads) { self.threads = threads }

  /// Adds a drawing to the queue; ``leave()`` must follow.
  ///
  /// Called before the drawing waits for a thread.
  ///
  /// - Throws: ``MapTiles/Failure/busy``.
  func enter() throws(MapTiles.Failure) {
    guard count.add(1, ordering: .relaxed).newValue <= DrawingLine.limit else {
      leave()
      throw .busy
    }
  }

  /// Removes a finished drawing.
  func leave() { count.subtract(1, ordering: .relaxed) }
}
