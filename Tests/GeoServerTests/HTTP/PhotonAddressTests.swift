import GeoServer
import GeoTestKit
import Testing

/// A server with two addresses, one of which is Photon's.
@Suite(.serialized) struct PhotonAddressTests {
  private func withServer(
    _ configure: (inout HTTPOptions) -> Void = { _ in },
    _ body: @escaping @Sendable (_ own: Int, _ photon: Int) throws -> Void
  ) async throws {
    var options = HTTPOptions()
    configure(&options)
    try await withTemporaryFolder { [options] folder in
      let server = try GeocodeServer(
        options: ServerOptions(), source: SampleWorld(), socket: try ListeningSocket(path: folder + "/s"),
        logger: quietLogger)
      let listeners =
        try HTTPListener.open(HTTPAddress(parsing: "127.0.0.1:0", for: .photon))
        + HTTPListener.open(HTTPAddress(parsing: "127.0.0.1:0"))
      let ports = listeners.map { Int($0.name.split(separator: ":").last!)! }
      let http = try HTTPServer(options: options, listeners: listeners, server: server, logger: quietLogger)
      try await running([server.run]) {
        try await running([http.run]) { try await onThread { try body(ports[1], ports[0]) } }
      }
    }
  }

  @Test(
    "it answers /reverse and /status as /photon/reverse and /photon/status are answered elsewhere, and says what it does not"
  )
  func answers() async throws {
    try await withServer { own, photon throws in
      let (here, there) = (try HTTPClient(port: photon), try HTTPClient(port: own))
      for target in ["/reverse?lat=47&lon=9.5", "/reverse?lat=47", "/reverse/?lat=95&lon=9.5", "/status"] {
        let (answer, other) = (try here.ask(target), try there.ask("/photon" + target))
        #expect(answer.status == other.status && answer.text == other.text, "\(target)")
      }
      let search = try here.ask("/api?q=Vaduz")
      #expect(search.status == 501 && search.text.contains("at a point (/reverse)"))
      #expect(try there.ask("/photon/api?q=Vaduz").text.contains("at a point (/photon/reverse)"))
      for path in ["/", "/placemark?q=47,9", "/photon/reverse?lat=47&lon=9.5", "/metrics", "/openapi.json"] {
        let missing = try here.ask(path)
        #expect(missing.status == 404 && missing.text.contains("answers /reverse and /status"), "\(path)")
      }
      #expect(try here.ask("/reverse?lat=47&lon=9.5", method: "DELETE").status == 405)
    }
  }

  @Test(
    "the rules are those of the other addresses: limits count together, hosts are checked, a prefix is taken off, pages of others may read it"
  )
  func rules() async throws {
    try await withServer({
      $0.rateLimit = RateLimit(perSecond: 0.001, burst: 2)
      $0.pathPrefix = "/geo"
    }) { own, photon throws in
      let here = try HTTPClient(port: photon)
      let first = try here.ask("/geo/reverse?lat=47&lon=9.5", fields: ["Origin: https://example.org"])
      // The sample has no store for either API, and reports it on both.
      #expect(first.status == 500)
      #expect(first["access-control-allow-origin"] == "*")
      #expect(try HTTPClient(port: own).ask("/photon/reverse?lat=47&lon=9.5").status == first.status)
      #expect(try here.ask("/reverse?lat=47&lon=9.5").status == 429)
      #expect(try here.ask("/status").status != 429)
      #expect(try here.ask("http://evil.example/status").status == 403)
    }
  }
}
