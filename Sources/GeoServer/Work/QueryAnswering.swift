import GeoEngine
import GeoModel
import GeoNominatim
import GeoStore
import GeoWire

/// What a worker asks: an engine on the worker's own thread. Not thread-safe.
public protocol QueryAnswering: AnyObject {
  /// The placemarks for a query, best first.
  ///
  /// - Throws: ``GeocodingError``.
  func placemarks(for query: PlacemarkQuery) throws(GeocodingError) -> [Placemark]
}

extension PlacemarkEngine: QueryAnswering {}

/// The data that a server answers from, opened once per worker.
public protocol EngineSource: Sendable {
  /// Opens one engine. Called before the first request and again after each change of the store.
  ///
  /// - Throws: an error whose description is a sentence for the log.
  func open() throws -> OpenedEngine

  /// Something that differs when the data was replaced, such as the file's identity; nil when it cannot be told now.
  func fingerprint() -> String?
}

/// An engine with what its store says about itself.
public struct OpenedEngine {
  /// The engine, not used by anyone else.
  public var engine: any QueryAnswering
  /// What `server.info` tells.
  public var info: ServerInfo
  /// Answers Nominatim's interface with the same engine; nil where the engine has no store.
  public var nominatim: NominatimResponder?
  /// What the store says about itself, in its own words; nil where there is none.
  public var store: StoreInfo?

  /// An engine and its store's words.
  public init(
    engine: any QueryAnswering, info: ServerInfo, nominatim: NominatimResponder? = nil, store: StoreInfo? = nil
  ) {
    self.engine = engine
    self.info = info
    self.nominatim = nominatim
    self.store = store
  }
}
