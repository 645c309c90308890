import GeoSupport
import GeoWire
import Logging
import Synchronization

/// The state that all event loops of the HTTP side share.
package final class HTTPState: Sendable {
  private struct Store {
    var dataDate: String?
    var opened = ContinuousClock.now
    var reloads = 0
  }

  /// The options that the server was started with.
  package let options: HTTPOptions
  /// The daemon's socket side, whose pool answers batches.
  package let server: ServerState
  /// The keys that requests must send; nil for none.
  package let keys: APIKeys?
  /// Decides which client an address is counted for.
  let network: ClientNetwork
  /// The trusted proxies.
  package let trust: ProxyTrust
  /// The finest detail of answers.
  let limit: DetailLimit
  /// The rate limiter of clients; nil for none.
  package let limiter: RateLimiter?
  /// The open connections.
  package let connections = ConnectionTable()
  /// The counters of each event loop.
  let counters: [HTTPCounters]
  /// The log of requests; nil for none.
  package let accessLog: Logger?
  /// The log of everything else.
  package let logger: Logger
  /// The paths that are answered.
  package let routes: HTTPRoutes
  private let photonRoutes: HTTPRoutes
  /// The OpenAPI description.
  package let openAPI: HTTPReply
  private let stopping = Atomic<Bool>(false)
  private let store: Mutex<Store>

  /// Creates the state of a server that has opened its store.
  package init(
    options: HTTPOptions, server: ServerState, keys: APIKeys?, logger: Logger, accessLog: Logger?, dataDate: String?
  ) {
    let limit = DetailLimit(detail: options.maximumDetail)
    // Guests show more detail than any limit allows.
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

  /// The routes of a listener.
  func routes(of face: HTTPAddress.Face) -> HTTPRoutes {
    switch face {
    case .all: routes
    case .photon: photonRoutes
    }
  }

  /// Whether a guest draws maps.
  package var drawsMaps: Bool { routes.route(of: "/map.png") != nil }

  /// Whether the server is stopping: it answers the requests in flight, and then closes connections.
  package var isStopping: Bool { stopping.load(ordering: .relaxed) }

  /// Notes that the server stops.
  package func stop() { stopping.store(true, ordering: .relaxed) }

  /// Notes that the store was replaced.
  package func update(dataDate: String?) {
    store.withLock { $0 = Store(dataDate: dataDate, reloads: $0.reloads + 1) }
  }

  /// The age of the data.
  package var storeAge: StoreAge {
    let store = store.withLock { $0 }
    return StoreAge(
      isReady: !isStopping && !server.condition.isLost, openSeconds: (ContinuousClock.now - store.opened) / .seconds(1),
      reloads: store.reloads,
      dataTime: store.dataDate.flatMap(UTCTime.seconds))
  }
}

/// The age of a server's data.
package struct StoreAge: Hashable, Sendable {
  /// Whether requests are answered.
  package var isReady: Bool
  /// The number of seconds since the store was opened.
  package var openSeconds: Double
  /// The number of times that a new store replaced the old one.
  package var reloads: Int
  /// The time of the map data in seconds since 1970; nil if the store does not have it.
  package var dataTime: Int?
}
