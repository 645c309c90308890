import GeoSupport
import GeoWire
import Logging
import Synchronization

/// What all event loops of the HTTP side share.
package final class HTTPState: Sendable {
  private struct Store {
    var dataDate: String?
    var opened = ContinuousClock.now
    var reloads = 0
  }

  /// The options that the server was started with.
  package let options: HTTPOptions
  /// The daemon's other side: its pool answers batches.
  package let server: ServerState
  /// The keys that requests must bring; nil: none.
  package let keys: APIKeys?
  /// Whom requests count for by their address.
  let network: ClientNetwork
  /// What is believed of proxies.
  package let trust: ProxyTrust
  /// How fine answers may be.
  let limit: DetailLimit
  /// Counts what clients ask; nil: nobody counts.
  package let limiter: RateLimiter?
  /// The open connections.
  package let connections = ConnectionTable()
  /// The counters of each event loop.
  let counters: [HTTPCounters]
  /// Where requests are logged; nil: nowhere.
  package let accessLog: Logger?
  /// Where everything else is logged.
  package let logger: Logger
  /// The paths that are answered.
  package let routes: HTTPRoutes
  private let photonRoutes: HTTPRoutes
  /// The description of the interface.
  package let openAPI: HTTPReply
  private let stopping = Atomic<Bool>(false)
  private let store: Mutex<Store>

  /// The state of a server that has opened its store.
  package init(
    options: HTTPOptions, server: ServerState, keys: APIKeys?, logger: Logger, accessLog: Logger?, dataDate: String?
  ) {
    let limit = DetailLimit(detail: options.maximumDetail)
    // What guests show is finer than any limit.
    let guests = limit.isNone ? server.guests : []
    let routes = HTTPRoutes(guests.flatMap(\.routes))
    self.limit = limit
    self.routes = routes
    photonRoutes = routes.below("/photon", advice: "this address is Photon's, and answers /reverse and /status")
    openAPI = HTTPReply(
      contentType: HTTPReply.ContentType.json,
      body: OpenAPI.document(withKeys: keys != nil, guests.map(\.openAPIPaths).joined()))
    self.options = options
    self.server = server
    self.keys = keys
    self.logger = logger
    self.accessLog = accessLog
    trust = ProxyTrust(proxies: options.trustedProxies, prefix: options.pathPrefix)
    network = ClientNetwork(prefix: options.addressPrefix)
    limiter = options.rateLimit.map { RateLimiter($0) }
    counters = (0..<options.threads).map { _ in HTTPCounters(routes) }
    store = Mutex(Store(dataDate: dataDate))
  }

  /// The paths that are answered on an address.
  func routes(of face: HTTPAddress.Face) -> HTTPRoutes {
    switch face {
    case .all: routes
    case .photon: photonRoutes
    }
  }

  /// Whether a guest draws maps.
  package var drawsMaps: Bool { routes.route(of: "/map.png") != nil }

  /// Whether the server stops: what is in flight is answered, and then connections end.
  package var isStopping: Bool { stopping.load(ordering: .relaxed) }

  /// The server stops.
  package func stop() { stopping.store(true, ordering: .relaxed) }

  /// The store was replaced.
  package func update(dataDate: String?) {
    store.withLock { $0 = Store(dataDate: dataDate, reloads: $0.reloads + 1) }
  }

  /// How old the data is.
  package var storeAge: StoreAge {
    let store = store.withLock { $0 }
    return StoreAge(
      isReady: !isStopping && !server.condition.isLost, openSeconds: (ContinuousClock.now - store.opened) / .seconds(1),
      reloads: store.reloads,
      dataTime: store.dataDate.flatMap(UTCTime.seconds))
  }
}

/// How old a server's data is.
package struct StoreAge: Hashable, Sendable {
  /// Whether requests are answered.
  package var isReady: Bool
  /// Seconds since the store was opened.
  package var openSeconds: Double
  /// Times that a new store took over.
  package var reloads: Int
  /// The moment that the map data reflects, in seconds since 1970; nil when the data does not say.
  package var dataTime: Int?
}
