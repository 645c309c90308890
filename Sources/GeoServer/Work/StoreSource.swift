import GeoEngine
import GeoModel
import GeoNominatim
import GeoStore
import GeoSupport
import GeoWire

/// A store file as the source of engines.
public struct StoreSource: EngineSource {
  /// The store's path.
  public let path: String

  /// A source of the store at a path. Nothing is opened yet.
  public init(path: String) { self.path = path }

  /// Opens the file that is at the path now.
  public func open() throws -> OpenedEngine {
    let engine = try PlacemarkEngine(database: path)
    return OpenedEngine(
      engine: engine, info: ServerInfo(engine.info), nominatim: NominatimResponder(engine: engine), store: engine.info)
  }

  /// An import replaces the file by renaming, so the inode changes; size and time catch a copy over it.
  public func fingerprint() -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return "\(status.st_dev):\(status.st_ino):\(status.st_size):\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }
}

extension ServerInfo {
  /// What a store says about itself, in the words of the wire.
  init(_ info: StoreInfo) {
    self.init(
      dataDate: info.metadata.dataDate, bounds: info.bounds.map { CoordinateRegion($0) },
      counts: info.counts.map { Count(name: $0.table, count: $0.rows) }, attribution: info.metadata.attribution)
  }
}
