import GeoWire
import Testing

@testable import GeoServer

@Suite(.serialized) struct HTTPProxyTests {
  private static let forwarded = [
    "X-Forwarded-Host: maps.example.org, inner", "X-Forwarded-Proto: https, http", "X-Forwarded-Prefix: /geo/",
  ]

  @Test(
    "addresses in answers are those of the proxy that is believed, and the daemon's own for everybody else",
    .enabled(if: hasMap))
  func addresses() async throws {
    try await TestHTTPServer.run {
      $0.trustedProxies = ["127.0.0.1"]
    } _: { server throws in
      let list = try server.ask("/tiles.json?appearance=dark", fields: Self.forwarded)
      #expect(
        list.text.contains(#""https://maps.example.org/geo/tiles/{z}/{x}/{y}.png?appearance=dark""#), "\(list.text)")
      let style = try server.ask("/styles/standard.json", fields: Self.forwarded)
      #expect(style.text.contains("https://maps.example.org/geo/tiles/vector.json"))
      for wrong in [
        "X-Forwarded-Host: a\"b", "X-Forwarded-Prefix: //evil.example", "X-Forwarded-Prefix: /a\"b",
        "X-Forwarded-Host: a/b",
      ] {
        let list = try server.ask("/tiles.json", fields: [wrong])
        #expect(list.text.contains(#"["http://localhost/tiles/"#), "\(wrong): \(list.text)")
      }
    }
    try await TestHTTPServer.run { server throws in
      let list = try server.ask("/tiles.json", fields: Self.forwarded)
      #expect(list.text.contains(#""https://localhost/tiles/{z}/{x}/{y}.png""#), "\(list.text)")
    }
  }

  @Test("limits count for who is behind a proxy that is believed; what somebody put before it counts for nothing")
  func clients() async throws {
    func statuses(_ names: [String], trusted: [String]) async throws -> [Int] {
      nonisolated(unsafe) var found: [Int] = []
      try await TestHTTPServer.run {
        $0.rateLimit = RateLimit(perSecond: 0.001, burst: 1)
        $0.trustedProxies = trusted
      } _: { server throws in
        found = try names.map { try server.ask("/placemark?lat=47&lon=9", fields: ["X-Forwarded-For: \($0)"]).status }
      }
      return found
    }
    let names = [
      "1.2.3.4", "1.2.3.4", "6.6.6.6, 1.2.3.4", "1.2.3.5, 10.0.0.7", "1.2.3.5:80", "[2001:db8::1]:7", "2001:db8:0:0::2",
    ]
    #expect(try await statuses(names, trusted: ["127.0.0.1", "10.0.0.7"]) == [200, 429, 429, 200, 429, 200, 429])
    #expect(try await statuses(names, trusted: []) == [200, 429, 429, 429, 429, 429, 429])
    #expect(try await statuses(["nobody", "1.1.1.1, x"], trusted: ["127.0.0.1"]) == [200, 429])
  }

  @Test("everything is answered below a path as well, and a slash at the end is as none", .enabled(if: hasMap))
  func prefix() async throws {
    try await TestHTTPServer.run {
      $0.pathPrefix = "/nominatim/"
    } _: { server throws in
      let words = "lat=47.2&lon=9.4"
      for path in [
        "/placemark", "/placemark/", "/nominatim/placemark", "/nominatim/placemark/",
      ] { #expect(try server.ask("\(path)?\(words)").status == 200, "\(path)") }
      #expect(try server.ask("/nominatim/").status == 200)
      // Only with the slash are the page's resources below it.
      let bare = try server.ask("/nominatim?q=1,2")
      #expect(bare.status == 308 && bare["Location"] == "/nominatim/?q=1,2")
      #expect(try server.ask("/nominatimx/placemark?\(words)").status == 404)
      #expect(try server.ask("/nominatim/nominatim/placemark?\(words)").status == 404)
      #expect(try server.ask("/nominatim/tiles.json").text.contains("http://localhost/nominatim/tiles/{z}"))
    }
  }

  @Test("a map's page below a path names what belongs to it there, and its socket opens there", .enabled(if: hasMap))
  func mapPage() async throws {
    try await TestHTTPServer.run {
      $0.pathPrefix = "/geo"
      $0.trustedProxies = ["127.0.0.1"]
    } _: { server throws in
      let map = try PagedMap(server)
      let page = try server.ask("/geo" + map.page)
      #expect(page.status == 200)
      for name in ["\"/geo/map.js\"", "\"/geo/map.css\"", "\"/geo/leaflet/leaflet.js\"", "data-path=\"/geo/map/"] {
        #expect(page.text.contains(name), "\(name)")
      }
      #expect(try server.ask(map.page, fields: ["X-Forwarded-Prefix: /far"]).text.contains("data-path=\"/far/map/"))
      #expect(try !server.ask(map.page).text.contains("/geo/"))
      #expect(try server.ask("/geo/map.js").status == 200)
      let screen = try ScreenClient(server.port, "/geo" + map.path("socket"))
      screen.send("hello", #"{"size":[400,300],"scale":1}"#)
      #expect(try !screen.frame().isEmpty)
    }
  }

  @Test("pages of other origins may read why nothing is answered")
  func errors() async throws {
    try await TestHTTPServer.run {
      $0.rateLimit = RateLimit(perSecond: 0.001, burst: 1)
    } _: { server throws in
      _ = try server.ask("/placemark?lat=47&lon=9")
      let stranger = try server.connect()
      stranger.send("GET /status HTTP/1.1\r\nHost: evil.example\r\n\r\n")
      let refusals = [
        try server.ask("/placemark?lat=47&lon=9"), try server.ask("/placemark?lat=x&lon=9"), try server.ask("/nothing"),
        try server.ask("/placemark", method: "DELETE"), try stranger.read(),
      ]
      #expect(refusals.map(\.status) == [429, 429, 404, 405, 403])
      #expect(refusals.allSatisfy { $0["Access-Control-Allow-Origin"] == "*" })
      #expect(try server.ask("/metrics")["Access-Control-Allow-Origin"] == nil)
    }
  }

  @Test("what is no proxy and no path is refused with what would do", arguments: ["proxy.example", "10.0.0.0/8", ""])
  func options(proxy: String) {
    var options = HTTPOptions()
    options.trustedProxies = [proxy]
    #expect { try options.validate() } throws: { "\($0)".contains("--trust-proxy") }
    options.trustedProxies = ["unix", "::1", "10.0.0.7"]
    #expect(throws: Never.self) { try options.validate() }
    options.pathPrefix = "a?b"
    #expect { try options.validate() } throws: { "\($0)".contains("--http-prefix") }
  }
}
