import GeoModel
import GeoStore

/// Several engines over one store, for callers on any thread: each query runs on one of its workers' own threads.
public final class EnginePool: ReverseGeocoding, Sendable {
  /// What the store says about itself.
  public let info: StoreInfo

  /// Opens a store once per worker.
  ///
  /// - Parameter workers: number of threads with an engine each; 1 or more.
  /// - Throws: ``StoreError`` that says what is wrong with the file and what to do.
  public init(database path: String, workers: Int) throws(StoreError) { fatalError("not written yet") }

  /// Answers on a worker's thread; cancelled tasks throw `.cancelled`.
  public func placemarks(for query: PlacemarkQuery) async throws -> [Placemark] { fatalError("not written yet") }

  /// Answers a batch in order on one worker, without a hop per query: callers run several batches at once to use all workers.
  public func placemarks(forEach queries: [PlacemarkQuery]) async throws -> [Result<[Placemark], GeocodingError>] {
    fatalError("not written yet")
  }
}
