// The geocoder's own routes.
extension HTTPRoute {
  /// Nominatim's reverse geocoding.
  static let reverse = nominatim("/reverse")
  /// This server's own placemark.
  static let placemark = HTTPRoute(
    "/placemark", .places, .prompt { call, loop in loop.withEngine { loop.placemark(call, $0) } })
  /// Many placemarks.
  static let placemarks = HTTPRoute("/placemarks", .places.by(.post), .batch)

  /// All of the server's own routes.
  static let own: [HTTPRoute] = [
    HTTPRoute("/", .own, .prompt { call, loop in loop.withEngine { loop.page(call, $0) } }),
    reverse, nominatim("/reverse.php"), placemark, placemarks, status("/status"), status("/status.php"),
    search("/search"), search("/search.php"), search("/lookup", format: "xml"), search("/lookup.php", format: "xml"),
    search("/details"), search("/details.php"),
    HTTPRoute("/nearby", .places, .prompt { call, loop in loop.withEngine { loop.nearby(call, $0) } }),
    HTTPRoute(
      "/photon/reverse", .places, .prompt { call, loop in loop.withEngine { loop.photon(call, $0) } },
      varies: "Accept-Encoding, Accept-Language"),
    HTTPRoute("/photon/status", .open, .prompt { call, loop in loop.withEngine { loop.photonStatus($0) } }),
    HTTPRoute("/photon/api", .open, .prompt { call, _ in HTTPLoop.noPhotonSearch(call) }),
    HTTPRoute("/healthz", .own, .prompt { _, loop in loop.health() }),
    HTTPRoute("/readyz", .own, .prompt { _, loop in loop.state.readiness }),
    HTTPRoute("/metrics", .figures, .prompt { _, loop in loop.metrics() }),
    HTTPRoute("/openapi.json", .open, .prompt { _, loop in loop.state.openAPI }),
    asset("/page.css", HTTPReply.ContentType.style, PackageResources.page_css),
    asset("/page.js", HTTPReply.ContentType.script, PackageResources.page_js),
  ]

  /// A static file of the pages.
  package static func asset(
    _ path: String, _ contentType: String, _ bytes: @escaping @Sendable @autoclosure () -> [UInt8]
  ) -> HTTPRoute {
    HTTPRoute(path, .own, .prompt { call, _ in .asset(bytes(), contentType, for: call) })
  }

  private static func nominatim(_ path: String) -> HTTPRoute {
    HTTPRoute(
      path, .places, .prompt { call, loop in loop.withEngine { loop.reverse(call, $0) } },
      varies: "Accept-Encoding, Accept-Language")
  }

  private static func search(_ path: String, format: String = "json") -> HTTPRoute {
    HTTPRoute(path, .open, .prompt { call, _ in HTTPLoop.noNominatimSearch(call, format: format) })
  }

  private static func status(_ path: String) -> HTTPRoute {
    HTTPRoute(path, .open, .prompt { call, loop in loop.withEngine { loop.status(call, $0) } })
  }
}
