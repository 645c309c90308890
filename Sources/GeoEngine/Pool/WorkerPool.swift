import GeoModel
import GeoSupport

/// Runs engines on threads: the pool's own threads run jobs in order, and other threads borrow an engine for a moment.
///
/// 1. A thread takes an engine from the ``EngineShelf`` for each job and puts it back afterwards. It prefers the engine
///    that it used before, whose data is in its processor's caches.
/// 2. Other threads borrow an engine with ``withEngine(preferring:_:)``. Threads that answer queries all the time, such
///    as event loops, add an engine each with ``addEngines(_:open:)``, so that they need not wait.
/// 3. ``replaceEngines(open:)`` puts new engines on the shelf. An old one is closed as soon as no thread uses it.
///
/// State that belongs to an engine should be part of the pool's `Engine` type, so that both are replaced together. The
/// pool uses system threads and not tasks: reading a store blocks, and a hop through Swift's executors costs as much as
/// a query.
@usableFromInline package final class WorkerPool<Engine: AnyObject>: Sendable {
  /// Work with an engine, on a thread of the pool.
  @usableFromInline package typealias Job = @Sendable (Engine) -> Void

  /// The number of threads.
  @usableFromInline package let workers: Int
  @usableFromInline let shelf: EngineShelf<Engine>
  @usableFromInline let queue: JobQueue<Job>

  /// Opens an engine for each thread and starts the threads. They end after ``close()``, when all jobs are done.
  ///
  /// - Parameters:
  ///   - workers: the number of threads; 1 or more.
  ///   - open: opens one engine. If it throws, no thread is started.
  @inlinable package init<Failure: Error>(workers: Int, open: () throws(Failure) -> Engine) throws(Failure) {
    self.workers = max(1, workers)
    let shelf = EngineShelf(try WorkerPool.engines(self.workers, open))
    let queue = JobQueue<Job>(threads: self.workers)
    (self.shelf, self.queue) = (shelf, queue)
    for worker in 0..<self.workers {
      // The threads hold the shelf and the queue but not the pool, so that the pool can be deinitialized.
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
  /// - Returns: false when the threads have ended after ``close()``, and the jobs will not run.
  @discardableResult
  @inlinable package func submit(_ jobs: [Job]) -> Bool { queue.add(jobs) }

  /// Runs work on a thread of the pool while a task waits for it.
  ///
  /// - Parameter work: gets the engine, and a function that returns whether the task still waits, for long work. It
  ///   does not run if the task was cancelled before.
  /// - Throws: what the work fails with; ``GeocodingError`` of code `cancelled` as soon as the task is cancelled, or
  ///   when the threads have ended.
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

  /// Lets the threads end when all jobs are done, and waits until they have.
  package func closeAndWait() async {
    await withCheckedContinuation { continuation in queue.close { continuation.resume() } }
  }

  // MARK: Engines

  /// Lends an engine to the calling thread. Waits while all are in use.
  ///
  /// - Parameter number: the engine to take if it is free; nil for any.
  /// - Throws: what the body throws.
  @inlinable package func withEngine<Value, Failure: Error>(
    preferring number: Int? = nil, _ body: (Engine) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let loan = shelf.take(preferring: number)
    defer { shelf.putBack(loan) }
    return try body(loan.engine)
  }

  /// Opens more engines, for threads outside the pool.
  ///
  /// - Returns: their numbers, one for each of those threads to prefer.
  /// - Throws: what `open` throws; no engine is added then.
  package func addEngines<Failure: Error>(
    _ count: Int, open: () throws(Failure) -> Engine
  ) throws(Failure) -> Range<Int> {
    shelf.add(try WorkerPool.engines(count, open))
  }

  /// Opens new engines that replace all the others; each takes over between two jobs. Must not run at the same time as
  /// ``addEngines(_:open:)``.
  ///
  /// - Throws: what `open` throws; all the old engines stay then.
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
