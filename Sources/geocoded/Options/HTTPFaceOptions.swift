import ArgumentParser
import GeoConsole
import GeoModel
import GeoServer
import GeoSupport

/// The options of the daemon's HTTP interface.
struct HTTPFaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Answer HTTP there, too: 127.0.0.1:8080, [::1]:8080, localhost:8080, :8080 (this machine), *:8080 (every network) or unix:/path. \
      May be given several times.
      """, valueName: "address"))
  var http: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Answer as Photon's own server does there: /reverse and /status, so that its clients work unchanged, such as 127.0.0.1:2322. The other options \
      of HTTP count as well. May be given several times.
      """, valueName: "address"))
  var photon: [String] = []

  @Option(help: ArgumentHelp("Threads that answer HTTP (default: one per processor).", valueName: "count"))
  var httpThreads: Int?

  @Option(
    help: ArgumentHelp(
      "Requests must bring one of the keys in this file, one a line, which its owner alone may read (chmod 600); read again on SIGHUP.",
      valueName: "file"),
    completion: .file())
  var apiKeys: String?

  @Option(
    help: ArgumentHelp(
      """
      A name under which the daemon may be asked besides localhost, such as that of a proxy's site; others get 403, so that no page from \
      elsewhere reads answers in a browser. Without it a daemon on 127.0.0.1 or ::1 has no other name, and one on other addresses any. May be \
      given several times; *: any name.
      """, valueName: "name"))
  var allowHost: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      An origin whose pages may show a page of a map in a frame, such as https://fleet.example.org, http://localhost:3000 or file: (default: \
      none). May be given several times; *: any of the web.
      """, valueName: "origin"))
  var allowFrame: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      The address in numbers of a proxy whose X-Forwarded-For, -Host, -Proto and -Prefix are believed, or unix for one that comes through a \
      Unix socket. Clients are then those that it names. May be given several times.
      """, valueName: "address"))
  var trustProxy: [String] = []

  @Option(
    help: ArgumentHelp(
      "Answer below this path as well, such as /nominatim, for proxies that pass whole paths on.", valueName: "path"))
  var httpPrefix: String?

  @Option(
    help: ArgumentHelp(
      "Where leaflet.js and leaflet.css are, for pages of maps (default: /usr/share/javascript/leaflet, of libjs-leaflet).",
      valueName: "folder"), completion: .directory)
  var leaflet: String?

  @Option(
    help: ArgumentHelp(
      "Coordinates that one key, or one address, may ask for: 5/s, 100/m, 10000/h; beyond it 429.", valueName: "limit"))
  var rateLimit: String?

  @Option(
    help: ArgumentHelp(
      """
      The finest that HTTP clients get: country, state, county, city, suburb, street or address (default: address). Who asks for more gets \
      this; below address there are no maps, tiles and pictures, and nothing is answered at /nearby.
      """, valueName: "detail"))
  var maxDetail: String?

  @Flag(
    help: """
      Answer json_callback of Nominatim's interface (JSONP), so that a page of any site can run answers as script; 403 without. Pages need \
      it no more: they may read answers as they are (CORS).
      """)
  var jsonp = false

  @Flag(help: "Do not log each request.")
  var noAccessLog = false

  @Option(help: "Connections at once; beyond it 503 (default: 1024).")
  var maxHTTPConnections: Int?

  @Option(
    help: ArgumentHelp(
      """
      Connections at once of one address other than this machine's own (default: 256); beyond it the idlest one gives way, else 503.
      """, valueName: "count"))
  var maxConnectionsPerAddress: Int?

  @Option(
    help: ArgumentHelp(
      "Bits of an IPv6 address that tell clients apart for limits (default: 64).", valueName: "bits"))
  var addressPrefix: Int?

  @Option(help: "Bytes of a request's address; beyond it 414 (default: 8192).")
  var maxURLBytes: Int?

  @Option(help: "Bytes of a request's header fields; beyond it 431 (default: 16384).")
  var maxHeaderBytes: Int?

  @Option(help: "Bytes of a request's body; beyond it 413 (default: 2097152).")
  var maxBodyBytes: Int?

  @Option(help: "Seconds that a connection may rest between requests (default: 75).")
  var keepAliveTimeout: Double?

  @Option(help: "Seconds that a request may take to arrive; beyond it 408 (default: 20).")
  var requestTimeout: Double?

  /// The requested addresses; empty if HTTP is not requested.
  func addresses(_ settings: inout Settings) throws -> [HTTPAddress] {
    let own = try settings.value(http.isEmpty ? nil : http, "HTTP", .words) ?? []
    let photons = try settings.value(photon.isEmpty ? nil : photon, "PHOTON", .words) ?? []
    return try own.map { try HTTPAddress(parsing: $0) } + photons.map { try HTTPAddress(parsing: $0, for: .photon) }
  }

  /// The finest detail of answers.
  private func detail(_ settings: inout Settings) throws(ProgramFailure) -> PlacemarkDetail {
    let word = try settings.value(maxDetail, "MAX_DETAIL", else: PlacemarkDetail.address.rawValue, .word) ?? ""
    if let detail = PlacemarkDetail(rawValue: word) { return detail }
    let words = PlacemarkDetail.allCases.map(\.rawValue).joined(separator: ", ")
    throw ProgramFailure(.usage, "--max-detail: '\(word)' is none of \(words)")
  }

  /// The options: from the command line, or else from the environment, or else the defaults.
  func options(_ limits: ServerOptions, _ settings: inout Settings) throws -> HTTPOptions {
    var options = HTTPOptions()
    options.threads = Startup.usualProcessors
    options.stallTimeout = limits.stallTimeout
    try settings.set(&options.threads, httpThreads, "HTTP_THREADS")
    options.keyFile = try settings.value(apiKeys, "API_KEYS", .word)
    options.allowedHosts = try settings.value(allowHost.isEmpty ? nil : allowHost, "ALLOW_HOST", .words) ?? []
    options.allowedFrames = try settings.value(allowFrame.isEmpty ? nil : allowFrame, "ALLOW_FRAME", .words) ?? []
    options.trustedProxies = try settings.value(trustProxy.isEmpty ? nil : trustProxy, "TRUST_PROXY", .words) ?? []
    options.pathPrefix = try settings.value(httpPrefix, "HTTP_PREFIX", .word) ?? ""
    options.leafletFolder =
      try settings.value(leaflet, "LEAFLET", else: options.leafletFolder, .word) ?? options.leafletFolder
    options.rateLimit = try settings.value(rateLimit, "RATE_LIMIT", .word).map { try RateLimit(parsing: $0) }
    options.maximumDetail = try detail(&settings)
    options.allowsCallbacks = try settings.value(jsonp ? true : nil, "JSONP", else: false, .flag) == true
    options.logsAccess = try settings.value(noAccessLog ? true : nil, "NO_ACCESS_LOG", else: false, .flag) == false
    try settings.set(&options.connections, maxHTTPConnections, "MAX_HTTP_CONNECTIONS")
    try settings.set(&options.connectionsPerAddress, maxConnectionsPerAddress, "MAX_CONNECTIONS_PER_ADDRESS")
    try settings.set(&options.addressPrefix, addressPrefix, "ADDRESS_PREFIX")
    try settings.set(&options.maximumURLLength, maxURLBytes, "MAX_URL_BYTES")
    try settings.set(&options.maximumHeaderLength, maxHeaderBytes, "MAX_HEADER_BYTES")
    try settings.set(&options.maximumBodyLength, maxBodyBytes, "MAX_BODY_BYTES")
    try settings.set(&options.idleTimeout, keepAliveTimeout, "KEEP_ALIVE_TIMEOUT")
    try settings.set(&options.requestTimeout, requestTimeout, "REQUEST_TIMEOUT")
    try options.validate()
    return options
  }
}
