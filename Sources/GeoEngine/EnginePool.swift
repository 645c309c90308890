@_exported public import GeoModel
import GeoStore
// A client that imports only this module sees the types of the pool's properties and errors.
@_exported public import struct GeoStore.StoreError
@_exported public import struct GeoStore.StoreInfo
@_exported public import struct GeoStore.StoreMetadata
import Synchronization

/// Several engines on one store, for callers on any thread: each query runs on a thread of the pool.
///
/// Reading a store blocks, so it stays off the threads that Swift's tasks share. When the pool is deinitialized, its
/// threads finish the submitted work and end. An update renames a new store over the old one; the pool keeps reading
/// the old one until ``reload()``.
public final class EnginePool: ReverseGeocoding, Sendable {
  /// The store's metadata and bounds.
  public var info: StoreInfo { current.withLock { $0 } }
  /// The number of threads, with an engine each.
  public var workers: Int { pool.workers }
  /// The names of the layers of user-defined areas at the time the pool was opened.
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

  /// Opens a store once per worker, with layers of user-defined areas beside it.
  package init(database path: String, layers: [OwnLayer], workers: Int) throws(StoreError) {
    pool = try WorkerPool(workers: workers) { () throws(StoreError) in
      try PlacemarkEngine(database: path, layers: layers)
    }
    current = Mutex(pool.withEngine { $0.info })
    layerNames = pool.withEngine { $0.layerNames }
    (self.path, self.layers) = (path, layers)
  }

  /// Opens the file that is now at the store's path. Each worker switches to it between two queries; no query waits or
  /// fails.
  ///
  /// - Throws: ``StoreError`` that says what is wrong with the file; the pool keeps the old store then.
  public func reload() throws(StoreError) {
    // The lock runs reloads one after the other, so that the last one applies to all workers.
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

  /// Runs the query on a worker's thread; a cancelled task throws `.cancelled`.
  public func placemarks(for query: PlacemarkQuery) async throws(GeocodingError) -> [Placemark] {
    try await run { engine, _ in
      do throws(GeocodingError) { return .success(try engine.placemarks(for: query)) } catch { return .failure(error) }
    }
  }

  /// Runs a batch of queries in order on one worker, without a hop per query. Run several batches at once to use all
  /// workers. A cancelled task throws `.cancelled`, and the rest of its batch is skipped.
  public func placemarks(forEach queries: [PlacemarkQuery]) async throws(GeocodingError) -> [Result<
    [Placemark], GeocodingError
  >] {
    try await run { engine, isWanted in
      var results: [Result<[Placemark], GeocodingError>] = []
      results.reserveCapacity(queries.count)
      for query in queries {
        // Checking the flag takes a lock; one check in 64 queries stops soon enough.
        if results.count & 63 == 63, !isWanted() { break }
        do throws(GeocodingError) { results.append(.success(try engine.placemarks(for: query))) } catch {
          results.append(.failure(error))
        }
      }
      // Fails the whole batch when the store's file changed; otherwise callers would go on and mark every point as
      // failed.
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
  /// Creates the coverage from a store's info.
  public init(_ info: StoreInfo) {
    self.init(extracts: info.metadata.extracts, bounds: info.bounds.map { CoordinateRegion($0) })
  }
}
