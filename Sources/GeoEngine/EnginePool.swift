@_exported public import GeoModel
import GeoStore
// What the pool says about its store, and throws, is known to who imports this module alone.
@_exported public import struct GeoStore.StoreError
@_exported public import struct GeoStore.StoreInfo
@_exported public import struct GeoStore.StoreMetadata
import Synchronization

/// Several engines over one store, for callers on any thread: each query runs on a thread of the pool.
///
/// Reading a store blocks, so it stays off the threads that Swift's tasks share. The threads end when the pool does; work
/// that was asked for before is still done. A store that another one is renamed over, as updates do, is read on until ``reload()``.
public final class EnginePool: ReverseGeocoding, Sendable {
  /// What the store says about itself.
  public var info: StoreInfo { current.withLock { $0 } }
  /// How many engines, and threads, there are.
  public var workers: Int { pool.workers }
  /// The names of the layers of one's own areas that there were when it was opened.
  package let layerNames: [String]
  private let path: String
  private let layers: [OwnLayer]
  private let current: Mutex<StoreInfo>
  private let pool: WorkerPool<PlacemarkEngine>

  /// Opens a store once per worker.
  ///
  /// - Parameter workers: number of threads with an engine each; 1 or more.
  /// - Throws: ``StoreError`` that says what is wrong with the file and what to do.
  public convenience init(database path: String, workers: Int) throws(StoreError) {
    try self.init(database: path, layers: [], workers: workers)
  }

  /// The same, with layers of one's own areas beside the store.
  package init(database path: String, layers: [OwnLayer], workers: Int) throws(StoreError) {
    pool = try WorkerPool(workers: workers) { () throws(StoreError) in
      try PlacemarkEngine(database: path, layers: layers)
    }
    current = Mutex(pool.withEngine { $0.info })
    layerNames = pool.withEngine { $0.layerNames }
    (self.path, self.layers) = (path, layers)
  }

  /// Opens what is at the path of the store by now. Each worker takes it up between two queries; no query waits or fails.
  ///
  /// - Throws: ``StoreError`` that says what is wrong with the file; then all goes on with the old store.
  public func reload() throws(StoreError) {
    // One after the other, so that the last one counts for all workers.
    try current.withLock { info throws(StoreError) in
      var opened = info
      try pool.replaceEngines { () throws(StoreError) in
        let engine = try PlacemarkEngine(database: path, layers: layers)
        opened = engine.info
        return engine
      }
      info = opened
    }
  }

  deinit { pool.close() }

  /// Answers on a worker's thread; cancelled tasks throw `.cancelled`.
  public func placemarks(for query: PlacemarkQuery) async throws(GeocodingError) -> [Placemark] {
    try await run { engine, _ in
      do throws(GeocodingError) { return .success(try engine.placemarks(for: query)) } catch { return .failure(error) }
    }
  }

  /// Answers a batch in order on one worker, without a hop per query: callers run several batches at once to use all workers.
  /// A cancelled task throws `.cancelled`, and the rest of its batch is not worked on.
  public func placemarks(forEach queries: [PlacemarkQuery]) async throws(GeocodingError) -> [Result<
    [Placemark], GeocodingError
  >] {
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
      // Who goes on with the next batch would mark every point of it as failed.
      if case .failure(let error)? = results.last, error.code == .serverFailure, engine.health.isChanged {
        return .failure(error)
      }
      return .success(results)
    }
  }

  private func run<Value: Sendable>(
    _ work: @escaping @Sendable (PlacemarkEngine, _ isWanted: () -> Bool) -> Result<Value, any Error>
  ) async throws(GeocodingError) -> Value {
    do { return try await pool.run(work) } catch {
      throw error as? GeocodingError ?? GeocodingError(.serverFailure, "\(error)")
    }
  }

  /// Lends an engine to the calling thread, for servers whose own threads may block. Waits while all are in use.
  ///
  /// - Throws: what the body throws.
  public func withEngine<Value, Failure: Error>(
    _ body: (PlacemarkEngine) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try pool.withEngine(body)
  }
}

extension StoreCoverage {
  /// What a store says about itself.
  public init(_ info: StoreInfo) {
    self.init(extracts: info.metadata.extracts, bounds: info.bounds.map { CoordinateRegion($0) })
  }
}
