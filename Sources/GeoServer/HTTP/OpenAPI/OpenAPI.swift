import GeoModel
import GeoWire

/// The description of the interface after OpenAPI 3.1, for people's tools and for tests that drive every route by it.
enum OpenAPI {
  /// The description of a server that needs no keys.
  static let document = Array(text(needsKey: false).utf8)
  /// The description of a server that needs keys.
  static let documentWithKeys = Array(text(needsKey: true).utf8)

  private static func text(needsKey: Bool) -> String {
    """
    {"openapi":"3.1.0",
    "info":{"title":"geocoded","version":"\(productVersion)","summary":"Offline reverse geocoder",
    "description":"Where is this coordinate? Answers come from a map of OpenStreetMap's data on this server. /reverse and /status speak \
    Nominatim's interface; /placemark and /placemarks our own.",
    "license":{"name":"MIT","identifier":"MIT"}},
    "servers":[{"url":"/"}],
    \(needsKey ? security : "")"tags":[{"name":"placemarks"},{"name":"nominatim"},{"name":"server"},{"name":"page"}],
    "paths":{
    \(paths.joined(separator: ",\n"))
    },
    "components":{
    \(needsKey ? securitySchemes : "")"parameters":{\(sharedParameters)},
    "responses":{\(sharedResponses)},
    "schemas":{\(schemas)}
    }}

    """
  }

  private static let paths = HTTPRoute.allCases.map { route in
    switch route {
    case .reverse: reversePath("/reverse", "reverse", isDeprecated: false)
    case .reverseScript: reversePath("/reverse.php", "reversePHP", isDeprecated: true)
    case .placemark: placemarkPath
    case .placemarks: placemarksPath
    case .status: statusPath("/status", "status", isDeprecated: false)
    case .statusScript: statusPath("/status.php", "statusPHP", isDeprecated: true)
    case .health: plainPath("/healthz", "health", "Whether the process lives", "text/plain")
    case .readiness: readinessPath
    case .metrics: plainPath("/metrics", "metrics", "Figures in Prometheus' text format", "text/plain", isForKeys: true)
    case .description: plainPath("/openapi.json", "description", "This description", "application/json")
    case .page: pagePath
    case .style: plainPath("/page.css", "style", "The style of the page", "text/css", tag: "page")
    case .script: plainPath("/page.js", "script", "The script of the page", "text/javascript", tag: "page")
    }
  }

  /// References to the answers that an operation may give beside its own.
  static func responses(_ names: [String]) -> String {
    let statuses = [
      "BadRequest": 400, "Unauthorized": 401, "NotFound": 404, "Timeout": 408, "TooLarge": 413, "URLTooLong": 414,
      "UnsupportedMediaType": 415, "TooManyRequests": 429, "HeaderTooLarge": 431, "Failure": 500, "Unavailable": 503,
    ]
    return names.map { "\"\(statuses[$0] ?? 0)\":{\"$ref\":\"#/components/responses/\($0)\"}" }.joined(separator: ",")
  }

  /// The answers that any request may get before its route is asked.
  static let common = ["BadRequest", "Timeout", "URLTooLong", "HeaderTooLarge", "Unavailable"]

  private static let security = "\"security\":[{\"keyField\":[]},{\"keyParameter\":[]},{\"bearer\":[]}],\n"
  private static let securitySchemes = """
    "securitySchemes":{"keyField":{"type":"apiKey","in":"header","name":"X-Api-Key"},
    "keyParameter":{"type":"apiKey","in":"query","name":"key"},"bearer":{"type":"http","scheme":"bearer"}},

    """
}
