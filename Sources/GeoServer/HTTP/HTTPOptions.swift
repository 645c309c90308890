import GeoModel

/// The options of a server's HTTP side. Numbers such as 429 are the statuses of the responses beyond a limit.
package struct HTTPOptions: Sendable {
  /// The number of threads that read and answer requests, each with its own engine. 1 or more.
  package var threads = 2
  /// The maximum number of connections. Beyond it, a new one replaces the one that has been idle longest. If all are
  /// busy, the new one gets 503 and is closed.
  package var connections = 1024
  /// The maximum number of connections from one address, or one IPv6 network.
  ///
  /// Beyond it, new connections replace idle ones of that network or are refused, as with ``connections``. Trusted
  /// proxies are not counted, and neither are programs on this machine, because one of them may be a proxy.
  package var connectionsPerAddress = 256
  /// The maximum length of a request's URL in bytes, 414 beyond it.
  package var maximumURLLength = 8192
  /// The maximum length of a request's header fields in bytes, 431 beyond it.
  package var maximumHeaderLength = 16_384
  /// The maximum length of a request's body in bytes, 413 beyond it.
  package var maximumBodyLength = 2 << 20
  /// How long a connection may be idle between two requests before it is closed.
  package var idleTimeout = Duration.seconds(75)
  /// How long the head of a request may take from its first byte, and the body from the head; 408 beyond it.
  package var requestTimeout = Duration.seconds(20)
  /// How long a client may read nothing of its response before it is dropped.
  package var stallTimeout = Duration.seconds(30)
  /// How long drawing continues for a client that has closed its side.
  var halfClosedTimeout = Duration.seconds(2)
  /// The rate limit of one client, 429 beyond it; nil for none.
  package var rateLimit: RateLimit?
  /// The length in bits of the IPv6 prefix that identifies a client when requests and wrong keys are counted, 1 to 128.
  package var addressPrefix = 64
  /// The file of the keys; nil if no key is needed.
  ///
  /// A request for data must send one of them, 401 otherwise.
  package var keyFile: String?
  /// Host names accepted besides the server's own, 403 for others.
  ///
  /// `*` accepts any name, and so does an empty list on non-loopback addresses.
  package var allowedHosts: [String] = []
  /// Origins whose pages may show a map page in a frame, such as `https://fleet.example.org`, or a scheme such as
  /// `file:`. `*` allows any web origin.
  package var allowedFrames: [String] = []
  /// The numeric addresses of proxies whose `X-Forwarded-For`, `-Host`, `-Proto` and `-Prefix` are trusted; `unix` for
  /// clients of a Unix socket.
  package var trustedProxies: [String] = []
  /// A path such as `/nominatim` below which every route is answered too; empty for none.
  package var pathPrefix = ""
  /// The folder of `leaflet.js` and `leaflet.css`, which map pages need.
  package var leafletFolder = "/usr/share/javascript/leaflet"
  /// Whether Nominatim's interface accepts `json_callback`, 403 otherwise.
  ///
  /// It wraps a response in a function call, which pages of any site can run.
  package var allowsCallbacks = false
  /// The finest detail of answers.
  ///
  /// If it is coarser than `address`, maps, tiles, pictures, `/nearby` and Photon's interface are disabled, because
  /// they show more.
  package var maximumDetail = PlacemarkDetail.address
  /// Whether each request is logged.
  package var logsAccess = true

  /// The default options, with two threads.
  package init() {}

  /// Checks the fields that have a limited set of valid values.
  ///
  /// - Throws: ``ServerError`` of code `badOption` that names the field, in the words of the daemon.
  package func validate() throws(ServerError) {
    try ServerOptions.check(threads, "--http-threads", 1...1024)
    try ServerOptions.check(connections, "--max-http-connections", 1...1_000_000)
    try ServerOptions.check(maximumURLLength, "--max-url-bytes", 64...60_000)
    try ServerOptions.check(maximumHeaderLength, "--max-header-bytes", 256...60_000)
    for proxy in trustedProxies where proxy != "unix" && ProxyTrust.address(proxy) == nil {
      throw ServerError(
        .badOption,
        "--trust-proxy: '\(proxy)' is not an address in numbers, such as 10.0.0.7, or unix for those behind a Unix socket"
      )
    }
    for host in allowedHosts where host != "*" && HostName(host) == nil {
      throw ServerError(
        .badOption,
        "--allow-host: '\(host)' is not a name without a scheme and a path, such as geo.example.org or [2001:db8::1], nor *"
      )
    }
    for origin in allowedFrames where !HTTPOptions.isOrigin(origin) {
      throw ServerError(
        .badOption,
        "--allow-frame: '\(origin)' is not an origin without a path, such as https://fleet.example.org or http://localhost:3000, nor a scheme such as file:, nor *"
      )
    }
    let isPath = pathPrefix.utf8.first == UInt8(ascii: "/") && !pathPrefix.utf8.contains(where: "?#% ".utf8.contains)
    guard pathPrefix.isEmpty || isPath else {
      throw ServerError(.badOption, "--http-prefix: '\(pathPrefix)' is not a path, such as /nominatim")
    }
    try ServerOptions.check(addressPrefix, "--address-prefix", 1...128)
    try ServerOptions.check(connectionsPerAddress, "--max-connections-per-address", 1...1_000_000)
    try ServerOptions.check(maximumBodyLength, "--max-body-bytes", 64...(1 << 30))
  }

  /// Whether a text is `*`, a scheme and a colon, or a scheme, a host and perhaps a port.
  ///
  /// It becomes part of a Content-Security-Policy, where it must be exactly one source.
  private static func isOrigin(_ text: String) -> Bool {
    if text == "*" { return true }
    let bytes = Array(text.utf8)
    func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
    guard let end = bytes.firstIndex(of: UInt8(ascii: ":")), end > 0, isLetter(bytes[0]) else { return false }
    let isScheme = bytes[..<end].allSatisfy { isLetter($0) || $0 &- UInt8(ascii: "0") < 10 || "+-.".utf8.contains($0) }
    let rest = String(decoding: bytes[(end + 1)...], as: UTF8.self)
    return isScheme && (rest.isEmpty || (rest.hasPrefix("//") && HostName(rest.dropFirst(2)) != nil))
  }
}

/// The rate limit of a client, such as `5/s`, `100/m` or `10000/h`.
package struct RateLimit: Hashable, Sendable {
  /// The number of requests per second granted in the long run.
  package var perSecond: Double
  /// The number of requests granted at once after a pause.
  package var burst: Double

  /// Creates a limit.
  package init(perSecond: Double, burst: Double) {
    self.perSecond = perSecond
    self.burst = burst
  }

  /// Parses a limit: a number, a slash and `s`, `m`, `h` or `d`.
  ///
  /// A number alone is per second. The burst is the same number, but at least 1.
  ///
  /// - Throws: ``ServerError`` of code `badOption` that names the text.
  package init(parsing text: String) throws(ServerError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let units = ["s": 1.0, "m": 60, "h": 3600, "d": 86_400]
    guard let count = parts.first.flatMap({ Double($0) }), count.isFinite, (0.001...1e9).contains(count),
      parts.count <= 2,
      let seconds = units[parts.count == 2 ? String(parts[1]) : "s"]
    else {
      throw ServerError(
        .badOption, "--rate-limit: '\(text)' is not a rate limit; write requests per time, like 5/s, 100/m or 10000/h")
    }
    self.init(perSecond: count / seconds, burst: max(1, count))
  }
}
