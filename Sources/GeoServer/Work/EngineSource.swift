import GeoEngine
import GeoModel
import GeoNominatim
import GeoStore
import GeoSupport
import GeoWire

/// An engine that answers queries, used by one thread at a time.
package protocol QueryAnswering: AnyObject {
  /// The placemarks for a query, best first.
  ///
  /// - Throws: ``GeocodingError``.
  func placemarks(for query: PlacemarkQuery) throws(GeocodingError) -> [Placemark]
  /// The objects around a point, nearest first.
  ///
  /// - Throws: ``GeocodingError``.
  func nearby(_ query: NearbyQuery) throws(GeocodingError) -> [NearbyThing]
}

extension PlacemarkEngine: QueryAnswering {}

/// The source of a server's data, opened once for each answering thread.
package protocol EngineSource: Sendable {
  /// Opens one engine. Called before the first request, and again after each change of the store.
  ///
  /// - Throws: an error whose description is a sentence for the log.
  func open() throws -> OpenedEngine

  /// A text that changes when the data is replaced, such as the file's identity; nil if it cannot be determined now.
  func fingerprint() -> String?
}

/// Layers of custom areas that a server answers with besides its store.
package protocol LayerSource: Sendable {
  /// The current layers, and a sentence for each file that cannot be used, whose layer stays as it was.
  func refresh() -> (layers: [OwnLayer], faults: [String])
  /// A text that changes when a file changes.
  var fingerprint: String { get }
}

/// An engine with the objects that the interfaces keep beside it. A thread that borrows it from the pool has all of it
/// to itself.
package final class OpenedEngine {
  /// The engine.
  package let engine: any QueryAnswering
  /// The content of `server.info`.
  package let info: ServerInfo
  /// Answers Nominatim's interface with the same engine; nil if the engine has no store.
  package let nominatim: NominatimResponder?
  /// The store's own metadata; nil if there is no store.
  package let store: StoreInfo?
  /// The health of the store's file; nil if there is none.
  package let health: StoreHealth?

  /// The layers of custom areas that could not be used, one sentence each.
  package var faults: [String] = []

  /// The initial state of the page at `/`, once it was requested.
  var firstSight: FirstSight?

  /// Counts the engine's answers; nil for no counting.
  package let coverage: CoverageCounter?

  /// Creates an engine with its store's metadata. No other thread may use the engine.
  package init(
    engine: any QueryAnswering, info: ServerInfo, nominatim: NominatimResponder? = nil, store: StoreInfo? = nil,
    coverage: CoverageCounter? = nil, health: StoreHealth? = nil
  ) {
    self.coverage = coverage
    self.engine = engine
    self.info = info
    self.nominatim = nominatim
    self.store = store
    self.health = health
  }
}

/// A store file as the source of engines.
package struct StoreSource: EngineSource {
  /// The store's path.
  package let path: String
  private let coverage = CoverageCounter()
  let layers: (any LayerSource)?

  /// Creates a source of the store at a path, without opening it.
  ///
  /// - Parameter layers: the custom areas beside it.
  package init(path: String, layers: (any LayerSource)? = nil) { (self.path, self.layers) = (path, layers) }

  /// Opens the file that is currently at the path.
  package func open() throws -> OpenedEngine {
    let beside = layers?.refresh()
    let engine = try PlacemarkEngine(database: path, layers: beside?.layers ?? [])
    var info = ServerInfo(engine.info)
    info.layers = engine.layerNames
    info.database = FileFolder.resolved(path)
    let opened = OpenedEngine(
      engine: CountedEngine(engine, coverage), info: info,
      nominatim: NominatimResponder(engine: engine), store: engine.info, coverage: coverage, health: engine.health)
    opened.faults = beside?.faults ?? []
    return opened
  }

  /// An import replaces the file by renaming, so the inode changes; size and time also detect a copy over it.
  package func fingerprint() -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return
      "\(status.st_dev):\(status.st_ino):\(status.st_size):\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(layers?.fingerprint ?? "")"
  }
}

extension ServerInfo {
  /// Creates the wire's description of a store.
  init(_ info: StoreInfo) {
    self.init(
      dataDate: info.metadata.dataDate, replication: Replication(info.metadata.replication),
      bounds: info.bounds.map { CoordinateRegion($0) },
      extracts: info.metadata.extracts,
      counts: info.counts.map { Count(name: $0.table, count: $0.rows) }, attribution: info.metadata.attribution)
  }
}

extension ServerInfo.Replication {
  init?(_ place: StoreMetadata.Replication) {
    guard let sequence = place.sequence else { return nil }
    self.init(sequence: Int(sequence), timestamp: place.timestamp, url: place.url)
  }
}
