import GeoServer
import Logging

#if Map
  import GeoBaseMap
  import GeoMapServer
#endif

/// What the daemon serves beside questions about places: its maps, where it was built with them (the package's trait `Map`).
enum Guests {
  /// Whether there are maps.
  static var areMaps: Bool {
    #if Map
      true
    #else
      false
    #endif
  }

  /// All of them.
  ///
  /// - Parameter store: the store's path.
  static func all(
    _ options: ServerOptions, store: String, _ socket: ListeningSocket, _ logger: Logger
  ) -> [any ServerGuests] {
    #if Map
      let maps = MapService(options: options, keyPath: socket.keyPath, logger: logger) {
        try StoreMap(database: store, canWrite: MapService.canWrite)
      }
      return [maps]
    #else
      return []
    #endif
  }
}
