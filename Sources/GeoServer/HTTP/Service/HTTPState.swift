import GeoSupport
import GeoWire
import Logging
import Synchronization

/// What all event loops of the HTTP side share.
final class HTTPState: Sendable {
  private struct Store {
    var dataDate: String?
    var opened = ContinuousClock.now
    var reloads = 0
  }

  /// The options that the server was started with.
  let options: HTTPOptions
  /// The daemon's other side: its pool answers batches.
  let server: ServerState
  /// The keys that requests must bring; nil: none.
  let keys: APIKeys?
  /// Whom requests count for by their address.
  let network: ClientNetwork
  /// What is believed of proxies.
  let trust: ProxyTrust
  /// Counts what clients ask; nil: nobody counts.
  let limiter: RateLimiter?
  /// The open connections.
  let connections = ConnectionTable()
  /// The counters of each event loop.
  let counters: [HTTPCounters]
  /// Where requests are logged; nil: nowhere.
  let accessLog: Logger?
  /// Where everything else is logged.
  let logger: Logger
  /// Tiles of the base map.
  let tiles: MapTiles
  private let stopping = Atomic<Bool>(false)
  private let store: Mutex<Store>

  /// The state of a server that has opened its store.
  init(
    options: HTTPOptions, server: ServerState, keys: APIKeys?, logger: Logger, accessLog: Logger?, dataDate: String?,
    tiles: MapTiles
  ) {
    self.tiles = tiles
    self.options = options
    self.server = server
    self.keys = keys
    self.logger = logger
    self.accessLog = accessLog
    trust = ProxyTrust(proxies: options.trustedProxies, prefix: options.pathPrefix)
    network = ClientNetwork(prefix: options.addressPrefix)
    limiter = options.rateLimit.map(RateLimiter.init)
    counters = (0..<options.threads).map { _ in HTTPCounters() }
    store = Mutex(Store(dataDate: dataDate))
  }

  /// Whether the server stops: what is in flight is answered, and then connections end.
  var isStopping: Bool { stopping.load(ordering: .relaxed) }

  /// The server stops.
  func stop() { stopping.store(true, ordering: .relaxed) }

  /// The store was replaced.
  func update(dataDate: String?) {
    store.withLock { $0 = Store(dataDate: dataDate, reloads: $0.reloads + 1) }
  }

  /// How old the data is.
  var storeAge: StoreAge {
    let store = store.withLock { $0 }
    return StoreAge(
      isReady: !isStopping && !server.condition.isLost, openSeconds: (ContinuousClock.now - store.opened) / .seconds(1),
      reloads: store.reloads,
      dataTime: store.dataDate.flatMap(UTCTime.seconds))
  }
}

/// How old a server's data is.
struct StoreAge: Hashable, Sendable {
  /// Whether requests are answered.
  var isReady: Bool
  /// Seconds since the store was opened.
  var openSeconds: Double
  /// Times that a new store took over.
  var reloads: Int
  /// The moment that the map data reflects, in seconds since 1970; nil when the data does not say.
  var dataTime: Int?
}
