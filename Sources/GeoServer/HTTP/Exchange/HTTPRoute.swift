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

  /// Whether it is answered without waiting for anybody: for a body, for other threads or for what is drawn.
  var isPrompt: Bool {
    switch self {
    case .placemarks, .tile, .vectorTile, .picture, .pictureSVG, .picturePlaces, .mapPage: false
    default: true
    }
  }

  /// Whether it is a picture, or says where things are in one.
  var isPicture: Bool { self == .picture || self == .pictureSVG || self == .picturePlaces }

  /// The methods that the route answers; `OPTIONS` is answered for all of them.
  var methods: [HTTPRequest.Method] {
    switch self {
    case .placemarks: [.post]
    case .picture, .pictureSVG, .picturePlaces: [.get, .head, .post]
    default: [.get, .head]
    }
  }

  /// The same in the words of the `Allow` field.
  var allowed: String { (methods + [.options]).map(\.rawValue).joined(separator: ", ") }

  /// The kinds of document that a body may be.
  var bodyTypes: [String] {
    isPicture ? [HTTPReply.ContentType.geoJSON, HTTPReply.ContentType.json] : [HTTPReply.ContentType.json]
  }

  /// Whether pages of other origins may read the answer: places are public, figures about the server are not.
  var isShared: Bool {
    switch self {
    case .reverse, .reverseScript, .placemark, .placemarks, .status, .statusScript, .description, .tile, .tileList,
      .vectorTile, .vectorTileList, .mapLibreStyle, .picture, .pictureSVG, .picturePlaces:
      true
    default: false
    }
  }

  /// Whether a request needs a key where keys are asked for. Signs of life, and the page that asks the
  /// questions, do not.
  var needsKey: Bool {
    switch self {
    case .reverse, .reverseScript, .placemark, .placemarks, .metrics, .tile, .vectorTile, .picture,
      .pictureSVG, .picturePlaces:
      true
    default: false
    }
  }

  /// Whether requests count against the rate limit.
  var isLimited: Bool { needsKey && self != .metrics }
}
