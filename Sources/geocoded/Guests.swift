import GeoServer
import Logging

#if Map
  import GeoBaseMap
  import GeoMapServer
#endif

/// The daemon's services besides geocoding: its maps, if it was built with them (the package's trait `Map`).
enum Guests {
  /// Whether maps are included.
  static var areMaps: Bool {
    #if Map
      true
    #else
      false
    #endif
  }

  /// All services.
  ///
  /// - Parameters:
  ///   - store: the store's path.
  ///   - areas: the layers of custom areas beside it; nil for none.
  static func all(
    _ options: ServerOptions, store: String, areas: (any LayerSource)?, _ socket: ListeningSocket, _ logger: Logger
  ) -> [any ServerGuests] {
    #if Map
      let maps = MapService(options: options, keyPath: socket.keyPath, logger: logger) {
        try StoreMap(database: store, layers: areas?.refresh().layers ?? [], canWrite: MapService.canWrite)
      }
      return [maps]
    #else
      return []
    #endif
  }
}
