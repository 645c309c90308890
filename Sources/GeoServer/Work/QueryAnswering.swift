import GeoEngine
import GeoModel
import GeoNominatim
import GeoStore
import GeoWire

/// What is asked: an engine that one thread at a time uses.
public protocol QueryAnswering: AnyObject {
  /// The placemarks for a query, best first.
  ///
  /// - Throws: ``GeocodingError``.
  func placemarks(for query: PlacemarkQuery) throws(GeocodingError) -> [Placemark]
}

extension PlacemarkEngine: QueryAnswering {}

/// The data that a server answers from, opened once for each thread that answers.
public protocol EngineSource: Sendable {
  /// Opens one engine. Called before the first request and again after each change of the store.
  ///
  /// - Throws: an error whose description is a sentence for the log.
  func open() throws -> OpenedEngine

  /// Something that differs when the data was replaced, such as the file's identity; nil when it cannot be told now.
  func fingerprint() -> String?
}

/// An engine with what the faces keep beside it. Whoever borrows it from the pool has all of it alone.
public final class OpenedEngine {
  /// The engine.
  public let engine: any QueryAnswering
  /// What `server.info` tells.
  public let info: ServerInfo
  /// Answers Nominatim's interface with the same engine; nil where the engine has no store.
  public let nominatim: NominatimResponder?
  /// What the store says about itself, in its own words; nil where there is none.
  public let store: StoreInfo?

  /// An engine that nobody else uses, and its store's words.
  public init(
    engine: any QueryAnswering, info: ServerInfo, nominatim: NominatimResponder? = nil, store: StoreInfo? = nil
  ) {
    self.engine = engine
    self.info = info
    self.nominatim = nominatim
    self.store = store
  }
}
