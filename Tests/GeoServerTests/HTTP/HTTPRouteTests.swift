import GeoWire
import Testing

@testable import GeoServer

@Suite(.serialized) struct HTTPRouteTests {
  @Test("both sockets answer, and the server tells that it lives and is ready")
  func sockets() async throws {
    try await TestHTTPServer.run { server throws in
      #expect(try server.ask("/healthz").text == "ok\n")
      let ready = try HTTPClient(path: server.path).ask("/readyz")
      #expect(ready.status == 200)
      #expect(ready.text == "ready\n")
      #expect(ready["Content-Type"] == "text/plain; charset=utf-8")
    }
  }

  @Test("every path has its kind of answer, and HEAD gives the same head without a body")
  func kinds() async throws {
    try await TestHTTPServer.run { server throws in
      let kinds = [
        "/": "text/html; charset=utf-8", "/placemark?lat=47.14&lon=9.51": "application/json",
        "/healthz": "text/plain; charset=utf-8", "/readyz": "text/plain; charset=utf-8",
        "/metrics": "text/plain; version=0.0.4; charset=utf-8", "/openapi.json": "application/json",
        "/page.css": "text/css; charset=utf-8", "/page.js": "text/javascript; charset=utf-8",
      ]
      for (target, kind) in kinds {
        let client = try server.connect()
        let get = try client.ask(target)
        #expect(get.status == 200, "\(target)")
        #expect(get["Content-Type"] == kind)
        #expect(get["X-Content-Type-Options"] == "nosniff")
        #expect(get["Date"]?.hasSuffix(" GMT") == true)
        let head = try client.ask(target, method: "HEAD")
        #expect(head.status == 200)
        #expect(head["Content-Type"] == kind)
        // Metrics change from one moment to the next.
        if target != "/metrics" { #expect(head["Content-Length"] == "\(get.body.count)") }
        #expect(try client.ask("/healthz").text == "ok\n")
      }
    }
  }

  @Test("an unknown path is 404 with a sentence, a wrong method 405 with those that are right")
  func unknown() async throws {
    try await TestHTTPServer.run { server throws in
      let lost = try server.ask("/nowhere?q=Vaduz")
      #expect(lost.status == 404)
      #expect(
        lost.text
          == #"{"error":{"code":404,"message":"there is no /nowhere here; /openapi.json lists what there is","data":{"reason":"notFound"}}}"#
      )
      for method in ["DELETE", "PUT", "POST", "PATCH", "TRACE", "QUERY"] {
        let wrong = try server.ask("/placemark?lat=1&lon=1", method: method)
        #expect(wrong.status == 405, "\(method)")
        #expect(wrong["Allow"] == "GET, HEAD, OPTIONS")
      }
      let get = try server.ask("/placemarks")
      #expect(get.status == 405)
      #expect(get["Allow"] == "POST, OPTIONS")
      #expect(get.text.contains("is asked with POST"))
    }
  }

  @Test(
    "what Nominatim has and this server has not is 501 with a sentence, in the format of the request",
    arguments: [
      ("/search?q=Vaduz", "application/json"), ("/search.php?q=Vaduz&format=xml", "text/xml"),
      ("/lookup?osm_ids=N1", "text/xml"), ("/lookup.php?osm_ids=N1&format=jsonv2", "application/json"),
      ("/details?osmtype=N&osmid=1", "application/json"), ("/details.php/?place_id=1", "application/json"),
      ("/search?format=none", "text/plain"),
    ])
  func notOfNominatim(_ target: String, _ kind: String) async throws {
    try await TestHTTPServer.run { server throws in
      let answer = try server.ask(target)
      #expect(answer.status == 501 && answer["Content-Type"]?.hasPrefix(kind) == true, "\(answer.fields)")
      #expect(answer.text.contains("501") && answer.text.contains("at a point (/reverse)"))
    }
  }

  @Test("pages of other origins may ask for places, not for figures")
  func crossOrigin() async throws {
    try await TestHTTPServer.run { server throws in
      let fields = ["Origin: https://example.org", "Access-Control-Request-Method: POST"]
      let asked = try server.ask("/placemarks", method: "OPTIONS", fields: fields)
      #expect(asked.status == 204)
      #expect(asked["Access-Control-Allow-Origin"] == "*")
      #expect(asked["Access-Control-Allow-Methods"] == "POST, OPTIONS")
      #expect(asked["Access-Control-Allow-Headers"]?.contains("X-Api-Key") == true)
      #expect(asked["Access-Control-Max-Age"] == "86400")
      #expect(asked["Content-Length"] == nil)
      let answer = try server.ask("/placemark?lat=47.14&lon=9.51", fields: fields)
      #expect(answer["Access-Control-Allow-Origin"] == "*")
      #expect(try server.ask("/metrics", fields: fields)["Access-Control-Allow-Origin"] == nil)
      let plain = try server.ask("/metrics", method: "OPTIONS", fields: fields)
      #expect(plain["Allow"] == "GET, HEAD, OPTIONS")
      #expect(plain["Access-Control-Allow-Origin"] == nil)
      #expect(try server.ask("*", method: "OPTIONS").status == 204)
    }
  }

  @Test(
    "pages of other origins may send the header fields that they ask for, if these are names",
    arguments: [
      ("user-agent,x-requested-with", true), ("Cache-Control, Pragma, If-None-Match", true), ("", false),
      ("a: b", false), ("x<y>", false), (String(repeating: "a", count: 1025), false),
    ])
  func crossOriginFields(_ asked: String, _ isAllowed: Bool) async throws {
    try await TestHTTPServer.run { server throws in
      let fields = ["Origin: https://example.org", "Access-Control-Request-Headers: \(asked)"]
      let reply = try server.ask("/placemark", method: "OPTIONS", fields: fields)
      let usual = "Accept, Accept-Language, Authorization, Content-Type, X-Api-Key"
      #expect(reply["Access-Control-Allow-Headers"] == (isAllowed ? asked : usual))
      #expect(reply["Vary"] == "Access-Control-Request-Headers")
    }
  }

  @Test("an address with scheme and host, as proxies are asked, means its path")
  func absoluteForm() async throws {
    try await TestHTTPServer.run { server throws in
      #expect(try server.ask("http://localhost/healthz").text == "ok\n")
      #expect(try server.ask("http://localhost").status == 200)
    }
  }

  @Test(
    "queries are decoded",
    arguments: [
      ("a=1&b=2", ["a=1", "b=2"]), ("a=%C3%A9+x", ["a=é x"]), ("a=%zz%4", ["a=%zz%4"]), ("a&&=b", ["a=", "=b"]),
      ("a=1&a=2", ["a=1", "a=2"]), ("a=b=c", ["a=b=c"]), ("a=%FF", ["a=\u{FFFD}"]), ("", []),
    ])
  func decoding(_ text: String, _ expected: [String]) {
    #expect(QueryString.parse(text[...]).map { "\($0.name)=\($0.value)" } == expected)
  }
}
