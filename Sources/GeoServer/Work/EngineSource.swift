import GeoEngine
import GeoModel
import GeoNominatim
import GeoStore
import GeoSupport
import GeoWire

/// What is asked: an engine that one thread at a time uses.
package protocol QueryAnswering: AnyObject {
  /// The placemarks for a query, best first.
  ///
  /// - Throws: ``GeocodingError``.
  func placemarks(for query: PlacemarkQuery) throws(GeocodingError) -> [Placemark]
  /// What is around a point, the nearest first.
  ///
  /// - Throws: ``GeocodingError``.
  func nearby(_ query: NearbyQuery) throws(GeocodingError) -> [NearbyThing]
}

extension PlacemarkEngine: QueryAnswering {}

/// The data that a server answers from, opened once for each thread that answers.
package protocol EngineSource: Sendable {
  /// Opens one engine. Called before the first request and again after each change of the store.
  ///
  /// - Throws: an error whose description is a sentence for the log.
  func open() throws -> OpenedEngine

  /// Something that differs when the data was replaced, such as the file's identity; nil when it cannot be told now.
  func fingerprint() -> String?
}

/// Layers of one's own areas that a server answers with beside its store.
package protocol LayerSource: Sendable {
  /// The layers as they are now, and a sentence for each whose file cannot be used: then it is as it was before.
  func refresh() -> (layers: [OwnLayer], faults: [String])
  /// Something that differs when a file was changed.
  var fingerprint: String { get }
}

/// An engine with what the faces keep beside it. Whoever borrows it from the pool has all of it alone.
package final class OpenedEngine {
  /// The engine.
  package let engine: any QueryAnswering
  /// What `server.info` tells.
  package let info: ServerInfo
  /// Answers Nominatim's interface with the same engine; nil where the engine has no store.
  package let nominatim: NominatimResponder?
  /// What the store says about itself, in its own words; nil where there is none.
  package let store: StoreInfo?
  /// How the store's file is; nil where there is none.
  package let health: StoreHealth?

  /// What could not be used of the layers of one's own areas, a sentence each.
  package var faults: [String] = []

  /// What the page at `/` shows at first, once somebody has looked for it.
  var firstSight: FirstSight?

  /// Counts the engine's answers; nil: nobody does.
  package let coverage: CoverageCounter?

  /// An engine that nobody else uses, and its store's words.
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
  private let layers: (any LayerSource)?

  /// A source of the store at a path. Nothing is opened yet.
  ///
  /// - Parameter layers: areas of one's own beside it.
  package init(path: String, layers: (any LayerSource)? = nil) { (self.path, self.layers) = (path, layers) }

  /// Opens the file that is at the path now.
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

  /// An import replaces the file by renaming, so the inode changes; size and time catch a copy over it.
  package func fingerprint() -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return
      "\(status.st_dev):\(status.st_ino):\(status.st_size):\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(layers?.fingerprint ?? "")"
  }
}

extension ServerInfo {
  /// What a store says about itself, in the words of the wire.
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
