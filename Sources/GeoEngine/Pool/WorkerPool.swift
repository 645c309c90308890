import GeoModel
import GeoSupport

/// The one way to run engines on threads: the pool's own threads do jobs, first come first served, and other threads borrow an
/// engine for a moment.
///
/// 1. A thread takes an engine from the ``EngineShelf`` for each job and puts it back afterwards. It prefers the one that it had
///    before, whose caches its processor knows.
/// 2. Other threads borrow with ``withEngine(preferring:_:)``. Those that answer all the time, such as event loops, bring
///    engines of their own by ``addEngines(_:open:)`` and never wait.
/// 3. ``replaceEngines(open:)`` puts new engines on the shelf. An old one is closed as soon as nobody uses it.
///
/// What a face keeps beside an engine belongs to the `Engine` of its pool, so that both are replaced together. Threads of the system
/// and no tasks: reading a store blocks, and a hop through Swift's executors costs as much as an answer.
@usableFromInline package final class WorkerPool<Engine: AnyObject>: Sendable {
  /// Something to do with an engine, on a thread of the pool.
  @usableFromInline package typealias Job = @Sendable (Engine) -> Void

  /// How many threads the pool has.
  @usableFromInline package let workers: Int
  @usableFromInline let shelf: EngineShelf<Engine>
  @usableFromInline let queue: JobQueue<Job>

  /// Opens an engine for each thread and starts the threads. They end after ``close()``, when all jobs are done.
  ///
  /// - Parameters:
  ///   - workers: the number of threads; 1 or more.
  ///   - open: opens one engine. What it throws is thrown, and no thread is started.
  @inlinable package init<Failure: Error>(workers: Int, open: () throws(Failure) -> Engine) throws(Failure) {
    self.workers = max(1, workers)
    let shelf = EngineShelf(try WorkerPool.engines(self.workers, open))
    let queue = JobQueue<Job>(threads: self.workers)
    (self.shelf, self.queue) = (shelf, queue)
    for worker in 0..<self.workers {
      // The threads hold shelf and queue and not the pool, so that the pool can end.
      SystemThread.start {
        queue.work { job in
          let loan = shelf.take(preferring: worker)
          job(loan.engine)
          shelf.putBack(loan)
        }
      }
    }
  }

  // MARK: Jobs

  /// Hands jobs to the threads.
  ///
  /// - Returns: false when the threads have ended after ``close()``: then the jobs are not done.
  @discardableResult
  @inlinable package func submit(_ jobs: [Job]) -> Bool { queue.add(jobs) }

  /// Does work on a thread of the pool while a task waits for it.
  ///
  /// - Parameter work: gets the engine and a look at whether anybody still waits, for work that takes long. It is not done at all
  ///   when the task was cancelled before.
  /// - Throws: what the work fails with; ``GeocodingError`` of code `cancelled` as soon as the task is cancelled.
  package func run<Value: Sendable>(
    _ work: @escaping @Sendable (Engine, _ isWanted: () -> Bool) -> Result<Value, any Error>
  ) async throws -> Value {
    let ticket = Ticket<Value>()
    let cancelled = GeocodingError(.cancelled)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard ticket.wait(continuation, cancelledWith: cancelled) else { return }
        let isTaken = submit([
          { engine in
            guard ticket.isWanted else { return }
            ticket.answer(work(engine) { ticket.isWanted })
          }
        ])
        if !isTaken { ticket.cancel(with: cancelled) }
      }
    } onCancel: {
      ticket.cancel(with: cancelled)
    }
  }

  /// Lets the threads end when all jobs are done.
  @inlinable package func close() { queue.close() }

  /// The same, and waits until they have ended.
  package func closeAndWait() async {
    await withCheckedContinuation { continuation in queue.close { continuation.resume() } }
  }

  // MARK: Engines

  /// Lends an engine to the calling thread. Waits while all are in use.
  ///
  /// - Parameter number: the engine to take if it is free; nil: any.
  /// - Throws: what the body throws.
  @inlinable package func withEngine<Value, Failure: Error>(
    preferring number: Int? = nil, _ body: (Engine) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let loan = shelf.take(preferring: number)
    defer { shelf.putBack(loan) }
    return try body(loan.engine)
  }

  /// Opens more engines, for threads that are not the pool's.
  ///
  /// - Returns: their numbers, one for each of those threads to prefer.
  /// - Throws: what `open` throws; then there are no more engines than before.
  package func addEngines<Failure: Error>(
    _ count: Int, open: () throws(Failure) -> Engine
  ) throws(Failure) -> Range<Int> {
    shelf.add(try WorkerPool.engines(count, open))
  }

  /// Opens new engines in the place of all there are; each takes over between two jobs. Must not run beside
  /// ``addEngines(_:open:)``.
  ///
  /// - Throws: what `open` throws; then all the old engines stay.
  package func replaceEngines<Failure: Error>(open: () throws(Failure) -> Engine) throws(Failure) {
    shelf.replace(with: try WorkerPool.engines(shelf.count, open))
  }

  @inlinable static func engines<Failure: Error>(
    _ count: Int, _ open: () throws(Failure) -> Engine
  ) throws(Failure) -> [Engine] {
    var engines: [Engine] = []
    for _ in 0..<count { engines.append(try open()) }
    return engines
  }
}
