import GeoModel

/// How the HTTP side of a server works. Each field says what it bounds and what a client gets beyond it.
package struct HTTPOptions: Sendable {
  /// Threads that read requests and answer them, each with an engine of its own. 1 or more.
  package var threads = 2
  /// Connections at once. Beyond it a new one takes the place of the one that has waited longest without asking anything; where all
  /// are at work it gets 503 and is closed.
  package var connections = 1024
  /// Connections at once of one address, or of one network of IPv6; beyond it the same. Programs on this machine are not counted: one of
  /// them may be a proxy.
  package var connectionsPerAddress = 256
  /// Bytes of a request's address, 414 beyond it.
  package var maximumURLLength = 8192
  /// Bytes of all header fields of a request, 431 beyond it.
  package var maximumHeaderLength = 16_384
  /// Bytes of a request's body, 413 beyond it.
  package var maximumBodyLength = 2 << 20
  /// How long a connection may rest between two requests before it is closed.
  package var idleTimeout = Duration.seconds(75)
  /// How long the head of a request may take from its first byte on, and its body from the head on; 408 beyond it.
  package var requestTimeout = Duration.seconds(20)
  /// How long a client may take nothing of its answer before it is dropped.
  package var stallTimeout = Duration.seconds(30)
  /// How long something is drawn for a client that has closed its side.
  var halfClosedTimeout = Duration.seconds(2)
  /// How often one client may ask, 429 beyond it; nil: as often as it likes.
  package var rateLimit: RateLimit?
  /// Bits of an IPv6 address that tell clients apart where requests and wrong keys are counted, 1 to 128.
  package var addressPrefix = 64
  /// The file with keys of which each request must bring one, 401 otherwise; nil: everybody may ask.
  package var keyFile: String?
  /// Names under which a server may be asked besides its own, 403 otherwise; `*` stands for any, and so does none on other addresses than loopback
  /// ones.
  package var allowedHosts: [String] = []
  /// Origins whose pages may show a page of a map in a frame, such as `https://fleet.example.org`, or a scheme such as `file:`; `*` stands for any of
  /// the web.
  package var allowedFrames: [String] = []
  /// Addresses in numbers of proxies whose `X-Forwarded-For`, `-Host`, `-Proto` and `-Prefix` are believed; `unix` for those behind a Unix
  /// socket.
  package var trustedProxies: [String] = []
  /// A path such as `/nominatim` below which everything is answered as well; empty for none.
  package var pathPrefix = ""
  /// Where `leaflet.js` and `leaflet.css` are, which pages of maps need.
  package var leafletFolder = "/usr/share/javascript/leaflet"
  /// Whether Nominatim's interface wraps answers in a call of the function that `json_callback` names, which pages of any site can run; 403
  /// otherwise.
  package var allowsCallbacks = false
  /// The finest detail that is answered; below `address` maps, tiles, pictures and Photon's interface, which show more, are not there.
  package var maximumDetail = PlacemarkDetail.address
  /// Whether each request is logged.
  package var logsAccess = true

  /// The usual options; two threads.
  package init() {}

  /// Checks that every field makes sense.
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

  /// Whether a text is `*`, a scheme and a colon, or a scheme, a host and perhaps a port: it becomes part of a policy, and must be no more than one of its
  /// words.
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

/// How often a client may ask, such as `5/s`, `100/m` or `10000/h`.
package struct RateLimit: Hashable, Sendable {
  /// Requests that are granted every second in the long run.
  package var perSecond: Double
  /// Requests that may come at once after a pause.
  package var burst: Double

  /// A limit.
  package init(perSecond: Double, burst: Double) {
    self.perSecond = perSecond
    self.burst = burst
  }

  /// Reads a limit as it is typed: a number, a slash and `s`, `m`, `h` or `d`. The number is also the burst.
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
