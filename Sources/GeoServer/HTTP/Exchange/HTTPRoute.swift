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
  case style = "/page.css"
  case script = "/page.js"

  /// The route of a path; nil when there is none.
  init?(path: Substring) {
    guard let route = HTTPRoute.byPath[path] else { return nil }
    self = route
  }

  private static let byPath = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue[...], $0) })

  /// Whether the request has a body.
  var takesBody: Bool { self == .placemarks }

  /// The methods that the route answers, in the words of the `Allow` field.
  var allowed: String { takesBody ? "POST, OPTIONS" : "GET, HEAD, OPTIONS" }

  /// Whether the route answers a method; `OPTIONS` is answered for all of them.
  func allows(_ method: HTTPRequest.Method) -> Bool {
    takesBody ? method == .post : method == .get || method == .head
  }

  /// Whether pages of other origins may read the answer: places are public, figures about the server are not.
  var isShared: Bool {
    switch self {
    case .reverse, .reverseScript, .placemark, .placemarks, .status, .statusScript, .description: true
    default: false
    }
  }

  /// Whether a request needs a key where keys are asked for. What tells that the server lives, and the page that asks the
  /// questions, does not.
  var needsKey: Bool {
    switch self {
    case .reverse, .reverseScript, .placemark, .placemarks, .metrics: true
    default: false
    }
  }

  /// Whether requests count against the rate limit.
  var isLimited: Bool { needsKey && self != .metrics }
}
