import GeoModel
import GeoStore
import GeoSupport

/// Several engines over one store, for callers on any thread: each query runs on one of its workers' own threads.
///
/// Reading a store blocks, so it stays off the threads that Swift's tasks share. The threads end when the pool does; work
/// that was asked for before is still done.
public final class EnginePool: ReverseGeocoding, Sendable {
  /// What the store says about itself.
  public let info: StoreInfo
  /// How many engines, and threads, there are.
  public let workers: Int
  private let shelf: EngineShelf
  private let queue = JobQueue()

  /// Opens a store once per worker.
  ///
  /// - Parameter workers: number of threads with an engine each; 1 or more.
  /// - Throws: ``StoreError`` that says what is wrong with the file and what to do.
  public init(database path: String, workers: Int) throws(StoreError) {
    var engines: [PlacemarkEngine] = []
    for _ in 0..<max(1, workers) { engines.append(try PlacemarkEngine(database: path)) }
    info = engines[0].info
    self.workers = engines.count
    shelf = EngineShelf(engines)
    for _ in engines { EnginePool.startThread(working: queue) }
  }

  deinit { queue.close() }

  /// Answers on a worker's thread; cancelled tasks throw `.cancelled`.
  public func placemarks(for query: PlacemarkQuery) async throws -> [Placemark] {
    try await run { engine, _ in
      do throws(GeocodingError) { return .success(try engine.placemarks(for: query)) } catch { return .failure(error) }
    }
  }

  /// Answers a batch in order on one worker, without a hop per query: callers run several batches at once to use all workers.
  /// A cancelled task throws `.cancelled`, and the rest of its batch is not worked on.
  public func placemarks(forEach queries: [PlacemarkQuery]) async throws -> [Result<[Placemark], GeocodingError>] {
    try await run { engine, isWanted in
      var results: [Result<[Placemark], GeocodingError>] = []
      results.reserveCapacity(queries.count)
      for query in queries {
        // A look at the flag costs a lock: one in 64 queries is quick enough to stop.
        if results.count & 63 == 63, !isWanted() { break }
        do throws(GeocodingError) { results.append(.success(try engine.placemarks(for: query))) } catch {
          results.append(.failure(error))
        }
      }
      return .success(results)
    }
  }

  /// Lends an engine to the calling thread, for servers whose own threads may block. Waits while all are in use.
  ///
  /// - Throws: what the body throws.
  public func withEngine<Value, Failure: Error>(
    _ body: (PlacemarkEngine) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try shelf.withEngine(body)
  }

  // MARK: Threads

  private func run<Value: Sendable>(
    _ work: @escaping @Sendable (PlacemarkEngine, _ isWanted: () -> Bool) -> Result<Value, any Error>
  ) async throws -> Value {
    let ticket = Ticket<Value>()
    let shelf = shelf
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard ticket.wait(continuation, cancelledWith: GeocodingError(.cancelled)) else { return }
        queue.add {
          guard ticket.isWanted else { return }
          ticket.answer(shelf.withEngine { work($0) { ticket.isWanted } })
        }
      }
    } onCancel: {
      ticket.cancel(with: GeocodingError(.cancelled))
    }
  }

  /// Starts a thread that works until the queue is closed. It holds the queue, not the pool, so that the pool can end.
  private static func startThread(working queue: JobQueue) {
    SystemThread.start { while let job = queue.take() { job() } }
  }
}
