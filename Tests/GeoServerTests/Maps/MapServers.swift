import GeoBaseMap
import GeoModel
import Synchronization

@testable import GeoMapServer
@testable import GeoServer

extension GeocodeServer {
  /// A server with maps, as in the daemon.
  static func withMaps(
    options: ServerOptions = ServerOptions(), source: any EngineSource, socket: ListeningSocket
  ) throws -> GeocodeServer {
    let maps = MapService(options: options, keyPath: socket.keyPath, logger: quietLogger) {
      if let world = source as? SampleWorld {
        world.mapOpenings.add(1, ordering: .relaxed)
        return nil
      }
      return try (source as? StoreSource).map { source in
        try StoreMap(database: source.path, layers: source.layers?.refresh().layers ?? []) { _ in true }
      }
    }
    return try GeocodeServer(options: options, source: source, socket: socket, guests: [maps], logger: quietLogger)
  }
}

extension ServerState {
  private var service: MapService { guests.lazy.compactMap { $0 as? MapService }.first! }
  /// The maps that clients have open.
  var maps: MapRooms { service.rooms }
  /// The tiles and pictures of the store's map.
  var tiles: MapTiles { service.tiles }
}
