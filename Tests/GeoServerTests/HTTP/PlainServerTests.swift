import GeoServer
import GeoTestKit
import Testing

/// A server without maps.
@Suite(.serialized) struct PlainServerTests {
  private func withServer(_ body: @escaping @Sendable (Int, String) throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/s"
      let server = try GeocodeServer(
        options: ServerOptions(), source: SampleWorld(), socket: try ListeningSocket(path: path), logger: quietLogger)
      let listeners = try HTTPListener.open(HTTPAddress(parsing: "127.0.0.1:0"))
      let port = Int(listeners[0].name.split(separator: ":").last!)!
      let http = try HTTPServer(options: HTTPOptions(), listeners: listeners, server: server, logger: quietLogger)
      try await running([server.run]) {
        try await running([http.run]) { try await onThread { try body(port, path) } }
      }
    }
  }

  @Test("its page has no map, and what draws or shows one is no path")
  func page() async throws {
    try await withServer { port, _ throws in
      let client = try HTTPClient(port: port)
      for target in ["/", "/?q=47,9"] {
        let page = try client.ask(target)
        #expect(page.status == 200)
        for piece in ["map.png", "leaflet", "chart"] { #expect(!page.text.contains("\(piece)."), "\(piece)") }
      }
      for path in ["/map.png", "/tiles.json", "/tiles/1/0/0.png", "/leaflet/leaflet.js", "/map/x"] {
        #expect(try client.ask(path).status == 404, "\(path)")
      }
      #expect(try !client.ask("/openapi.json").text.contains("/tiles"))
      #expect(try client.ask("/healthz").text == "ok\n")
    }
  }

  @Test("requests of maps have no method there, and answers to questions that nobody asked get no reply")
  func socket() async throws {
    try await withServer { _, path throws in
      guard let client = RawClient(path: path) else { throw TestFailure("nobody listens") }
      let refused = client.ask(#"{"id":1,"method":"mapView.open","params":{}}"#)
      #expect(refused?.contains("there is no method 'mapView.open'") == true)
      let many = client.ask(#"[{"id":1,"method":"mapView.open"},{"id":2,"method":"server.ping"}]"#)
      #expect(many?.contains("there is no method") == true && many?.contains(#""id":2,"result":{}"#) == true)
      client.sendLine(#"{"id":"q1.1","result":{}}"#)
      #expect(client.ask(#"{"id":3,"method":"server.ping"}"#) == #"{"jsonrpc":"2.0","id":3,"result":{}}"#)
    }
  }
}
