import Testing

@testable import GeoServer

@Suite("Hosts and addresses of clients")
struct ClientNetworkTests {
  @Test("a host is read whole, or not at all")
  func hosts() {
    for (text, name) in [
      ("localhost", "localhost"), ("LocalHost:8080", "localhost"), ("a.example.:443", "a.example"), ("x:", "x"),
      ("[::1]", "::1"), ("[::1]:80", "::1"), ("[0:0:0:0:0:0:0:1]:80", "::1"),
      ("[::FFFF:127.0.0.1]", "::ffff:127.0.0.1"),
    ] { #expect(HostName(text)?.name == name, "\(text)") }
    for text in [
      "", ":80", ".", "[::1].evil.example", "[::1]evil", "[::1", "::1", "[::1]:99999", "[::1]:8a", "[::1]:80:80",
      "localhost:80:80", "localhost:65536", "user@localhost", "localhost;script-src", "localhost'", "a b", "a/b",
      "[fe80::1%25lo]", "[localhost]", "[127.0.0.1]", "localhost\u{301}", "\u{600}localhost", "local\u{131}host",
    ] { #expect(HostName(text) == nil, "\(text)") }
  }

  @Test("only numbers of this machine and its names are its own")
  func names() throws {
    let names = HostNames(["geo.example.org:443"])
    for own in [
      "127.0.0.1", "127.9.9.9:1", "[::1]:2", "[::ffff:127.0.0.1]", "localhost", "a.localhost", "geo.example.org",
    ] {
      #expect(names.contains(try #require(HostName(own))), "\(own)")
    }
    for other in ["127.1", "0x7f.0.0.1", "127.0.0.1.evil", "[::2]", "[::ffff:10.0.0.1]", "localhost.evil", "evil"] {
      #expect(HostName(other).map(names.contains) != true, "\(other)")
    }
  }

  @Test("addresses of one network of IPv6 count as one client, and mapped ones as those of IPv4")
  func networks() {
    let network = ClientNetwork(prefix: 64)
    #expect(network.name(of: "2001:db8::1") == network.name(of: "2001:db8:0:0:ffff:1:2:3"))
    #expect(network.name(of: "2001:db8::1") != network.name(of: "2001:db8:0:1::1"))
    #expect(network.name(of: "::ffff:192.0.2.7") == "192.0.2.7" && network.name(of: "192.0.2.7") == "192.0.2.7")
    #expect(network.name(of: "fe80::1%eth0") == network.name(of: "fe80::2") && network.name(of: "unix") == "unix")
    let finer = ClientNetwork(prefix: 60)
    #expect(finer.name(of: "2001:db8:0:10::1") == finer.name(of: "2001:db8:0:1f::1"))
    #expect(finer.name(of: "2001:db8:0:10::1") != finer.name(of: "2001:db8:0:20::1"))
    #expect(ClientNetwork(prefix: 128).name(of: "2001:db8::1") == "2001:db8::1")
  }

  @Test("silent connections give way to one that asks, the one that has waited longest first")
  func silent() async throws {
    try await TestHTTPServer.run {
      $0.connections = 8
    } _: { server throws in
      let silent = try (0..<8).map { _ in try server.connect() }
      for half in silent.prefix(4) { half.send("GET /healthz HTTP/1.1\r\nX: ") }
      for _ in 0..<4 {
        let client = try server.connect()
        #expect(try client.ask("/healthz").text == "ok\n")
      }
      #expect(silent.prefix(2).allSatisfy { $0.isAtEnd() })
    }
  }
}
