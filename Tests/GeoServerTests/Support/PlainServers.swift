import GeoServer

#if Map
  /// Whether the package is built with maps.
  let hasMap = true
#else
  /// Whether the package is built with maps.
  let hasMap = false

  extension GeocodeServer {
    /// A server like the daemon's without maps.
    static func withMaps(
      options: ServerOptions = ServerOptions(), source: any EngineSource, socket: ListeningSocket
    ) throws -> GeocodeServer {
      try GeocodeServer(options: options, source: source, socket: socket, logger: quietLogger)
    }
  }
#endif
