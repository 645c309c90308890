import GeoModel
import GeoStore

/// Answers queries from one store on one thread. Not thread-safe: one per worker; ``EnginePool`` holds several.
public final class PlacemarkEngine {
  private let store: StoreReader

  /// Opens the store of an engine.
  ///
  /// - Throws: ``StoreError`` that says what is wrong with the file and what to do.
  public init(database path: String) throws(StoreError) { store = try StoreReader(path: path) }

  /// What the store says about itself.
  public var info: StoreInfo { store.info }

  /// The placemarks for a query, nearest first by kind, at most its limit.
  ///
  /// - Throws: ``GeocodingError``; `.placemarkNotFound` when nothing is within the reach of the data, `.serverFailure` when
  ///   the store cannot be read.
  public func placemarks(for query: PlacemarkQuery) throws(GeocodingError) -> [Placemark] { fatalError("not written yet") }
}
