import HTTPTypes

/// Every path that is answered. The description of the interface lists exactly these.
enum HTTPRoute: String, CaseIterable {
  case page = "/"
  case reverse = "/reverse"
  case reverseScript = "/reverse.php"
  case placemark = "/placemark"
  case placemarks = "/placemarks"
  case status = "/status"
  case statusScript = "/status.php"
  case health = "/healthz"
  case readiness = "/readyz"
  case metrics = "/metrics"
  case description = "/openapi.json"
  case tile = "/tiles/{z}/{x}/{y}.png"
  case tileList = "/tiles.json"
  case vectorTile = "/tiles/{z}/{x}/{y}.mvt"
  case vectorTileList = "/tiles/vector.json"
  case mapLibreStyle = "/styles/{style}.json"
  case picture = "/map.png"
  case pictureSVG = "/map.svg"
  case picturePlaces = "/map.json"
  case mapPage = "/map/{name}"
  case mapScript = "/map.js"
  case mapStyle = "/map.css"
  case chartScript = "/chart.js"
  case chartStyle = "/chart.css"
  case leaflet = "/leaflet/{file}"
  case style = "/page.css"
  case script = "/page.js"

  /// The route of a path; nil when there is none.
  init?(path: Substring) {
    if let route = HTTPRoute.byPath[path] {
      self = route
    } else if path.utf8.last == UInt8(ascii: "/"), let route = HTTPRoute.byPath[Substring(path.utf8.dropLast())] {
      // Many clients end a path with a slash.
      self = route
    } else if path.hasPrefix("/tiles/") {
      self = path.hasSuffix(".mvt") ? .vectorTile : .tile
    } else if path.hasPrefix("/styles/") {
      self = .mapLibreStyle
    } else if path.hasPrefix("/map/") {
      self = .mapPage
    } else if path.hasPrefix("/leaflet/") {
      self = .leaflet
    } else {
      return nil
    }
  }

  private static let byPath = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue[...], $0) })

  /// Who may ask a route and how: each has to say it.
  struct Access {
    /// The methods that it answers; `OPTIONS` is answered for all.
    var methods: [HTTPRequest.Method] = [.get, .head]
    /// Whether a request needs a key where keys are asked for.
    var needsKey: Bool
    /// Whether requests count against the rate limit.
    var isLimited: Bool
    /// Whether pages of other origins may read the answer.
    var isShared: Bool
    /// Whether it is answered without waiting for anybody: for a body, for other threads or for what is drawn.
    var isPrompt = true

    /// What is known of places: for everybody who has a key and asks within the limits.
    static let places = Access(needsKey: true, isLimited: true, isShared: true)
    /// What tells about the interface: for everybody.
    static let open = Access(needsKey: false, isLimited: false, isShared: true)
    /// Pages, what belongs to them, and signs of life: for everybody, but for no page of another origin. What is asked on a page is counted there.
    static let own = Access(needsKey: false, isLimited: false, isShared: false)
    /// Figures about the server: for who has a key.
    static let figures = Access(needsKey: true, isLimited: false, isShared: false)

    /// The same for a route that waits.
    var waiting: Access {
      var access = self
      access.isPrompt = false
      return access
    }

    /// The same with other methods.
    func by(_ methods: HTTPRequest.Method...) -> Access {
      var access = self
      access.methods = methods
      return access
    }
  }

  /// Who may ask it and how. There is no usual access: a route that does not say it does not compile.
  var access: Access {
    switch self {
    case .reverse, .reverseScript, .placemark: .places
    case .placemarks: .places.waiting.by(.post)
    case .tile, .vectorTile: .places.waiting
    case .picture, .pictureSVG, .picturePlaces: .places.waiting.by(.get, .head, .post)
    case .status, .statusScript, .description, .tileList, .vectorTileList, .mapLibreStyle: .open
    case .metrics: .figures
    case .page, .health, .readiness, .style, .script, .mapScript, .mapStyle, .chartScript, .chartStyle, .leaflet: .own
    // A page of a map, and what is below it, has a token in its address.
    case .mapPage: .own.waiting
    }
  }

  /// Whether it is a picture, or says where things are in one.
  var isPicture: Bool { self == .picture || self == .pictureSVG || self == .picturePlaces }

  /// Its methods in the words of the `Allow` field.
  var allowed: String { (access.methods + [.options]).map(\.rawValue).joined(separator: ", ") }

  /// The kinds of document that a body may be.
  var bodyTypes: [String] {
    isPicture ? [HTTPReply.ContentType.geoJSON, HTTPReply.ContentType.json] : [HTTPReply.ContentType.json]
  }
}
