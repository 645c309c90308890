import GeoSupport
import GeoWire
import HTTPTypes
import Testing

@testable import GeoServer

/// The parts of HTTP that allow no interpretation.
@Suite(.serialized) struct HTTPStrictnessTests {
  private static let head = "POST /placemarks HTTP/1.1\r\nHost: localhost\r\n"

  @Test(
    "a body whose chunks make no sense is told so at once",
    arguments: ["zz\r\n", "-5\r\n", "5\r\nabcdeX", "ffffffffffffffffff\r\n", "5;\u{1}\r\n"])
  func chunks(body: String) async throws {
    // The whole request may take an hour, and no response may wait for that.
    try await TestHTTPServer.run {
      $0.requestTimeout = .seconds(3600)
    } _: { server throws in
      let client = try server.connect()
      client.send(Self.head + "Transfer-Encoding: chunked\r\n\r\n" + body)
      #expect(try client.read().status == 400)
      #expect(client.isAtEnd())
      // After a valid request, the earlier response still arrives.
      let second = try server.connect()
      second.send(
        "GET /placemark?lat=70&lon=9 HTTP/1.1\r\nHost: localhost\r\n\r\n" + Self.head
          + "Transfer-Encoding: chunked\r\n\r\n" + body)
      #expect(try second.read().status == 200)
      #expect(try second.read().status == 400)
      #expect(second.isAtEnd())
    }
  }

  @Test(
    "a transfer coding that is not understood is 501, a length that is told twice 400",
    arguments: [
      ("Transfer-Encoding: gzip\r\n", 501), ("Transfer-Encoding: gzip, chunked\r\n", 501),
      ("Transfer-Encoding: chunked, identity\r\n", 400), ("Transfer-Encoding: chunked, chunked\r\n", 400),
      ("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", 400), ("Content-Length: 5\r\nContent-Length: 6\r\n", 400),
      ("Content-Length: -1\r\n", 400), ("Host: other\r\n", 400), ("Host: localhost\r\n", 400),
    ])
  func framing(fields: String, status: Int) async throws {
    try await TestHTTPServer.run {
      $0.requestTimeout = .seconds(3600)
    } _: { server throws in
      let client = try server.connect()
      client.send(Self.head + fields + "\r\n0\r\n\r\n")
      #expect(try client.read().status == status)
      #expect(client.isAtEnd())
    }
  }

  @Test("names that no request can have are refused as options")
  func wrongHosts() throws {
    var options = HTTPOptions()
    for wrong in ["https://geo.example.org", "geo.example.org/", "*.example.org", "2001:db8::1", "a b", "", "a:x"] {
      options.allowedHosts = ["geo.example.org", wrong]
      let error = #expect(throws: ServerError.self, "\(wrong)") { try options.validate() }
      #expect(error?.code == .badOption && error?.message.contains("--allow-host: '\(wrong)'") == true)
    }
    options.allowedHosts = ["*", "Geo.example.org.", "10.0.0.1:80", "[2001:db8::1]:80"]
    try options.validate()
  }

  @Test("on this machine's own addresses a server is asked under its own names, or those that are allowed")
  func hosts() async throws {
    try await TestHTTPServer.run {
      $0.allowedHosts = ["Geo.example.org", "10.0.0.1:80"]
    } _: { server throws in
      func status(_ host: String, _ target: String = "/healthz") throws -> Int {
        let client = try server.connect()
        client.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        return try client.read().status
      }
      for host in [
        "localhost", "LOCALHOST:1", "127.0.0.1:\(server.port)", "127.1.2.3", "[::1]:80", "[::1]", "geo.example.org",
        "geo.example.org.:443", "10.0.0.1", "a.localhost",
      ] { #expect(try status(host) == 200, "\(host)") }
      for host in [
        "evil.example", "evil.example:\(server.port)", "localhost.evil.example", "127.0.0.1.evil.example",
        "127.0.0.999", "192.168.0.1", "geo.example.org.evil",
      ] {
        #expect(try status(host) == 403, "\(host)")
      }
      #expect(try status("localhost", "http://evil.example/healthz") == 403)
      // One valid name says nothing about the next.
      for (host, target) in [("evil.example", "/healthz"), ("localhost", "http://evil.example/healthz")] {
        let client = try server.connect()
        #expect(try client.ask("/healthz").status == 200)
        client.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(try client.read().status == 403)
      }
      #expect(try status("localhost", "http://localhost/healthz") == 200)
      for host in ["a b", "a/b", "user@localhost", ""] { #expect(try status(host) != 200, "\(host)") }
      // Browsers do not use Unix sockets.
      let local = try HTTPClient(path: server.path)
      local.send("GET /healthz HTTP/1.1\r\nHost: anything\r\n\r\n")
      #expect(try local.read().status == 200)
    }
    try await TestHTTPServer.run {
      $0.allowedHosts = ["*"]
    } _: { server throws in
      let client = try server.connect()
      client.send("GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n")
      #expect(try client.read().status == 200)
    }
  }

  @Test("on other addresses a server is asked under any name, until some are named; then numbers are right, too")
  func hostsElsewhere() throws {
    let listeners = try HTTPListener.open(HTTPAddress(parsing: "0.0.0.0:0"))
    let listener = try #require(listeners.first)
    func allows(_ host: String, _ allowed: String...) throws -> Bool {
      let name = try #require(HostName(host))
      return listener.hostNames(allowed: allowed)?.contains(name) ?? true
    }
    #expect(try allows("evil.example") && allows("evil.example", "*"))
    for host in ["geo.example.org", "GEO.example.org:80", "192.168.0.7:8080", "[fd00::7]", "localhost", "0.0.0.0"] {
      #expect(try allows(host, "geo.example.org"), "\(host)")
    }
    for host in ["evil.example", "192.168.0.7.evil.example", "x.geo.example.org", "192.168.0.999"] {
      #expect(try !allows(host, "geo.example.org"), "\(host)")
    }
  }

  @Test(
    "who tries keys is slowed down; a right key from there passes, unless so many are tried that one could be found")
  func wrongKeys() throws {
    let keys = try withKeyFile("right\n") { try APIKeys(path: $0) }
    let start = ContinuousClock.now
    func status(_ key: String?, _ client: String, at seconds: Int = 0) -> Int {
      var head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/placemark")
      if let key { head.headerFields[.apiKey] = key }
      return keys.refusal(HTTPCall(head, client: client), from: client, at: start + .seconds(seconds))?.status ?? 200
    }
    for number in 0..<10 { #expect(status("wrong \(number)", "1.2.3.4") == 401) }
    #expect(status("wrong", "1.2.3.4") == 429)
    #expect(status("right", "1.2.3.4") == 200)
    // A client without a key is not guessing, and other addresses count separately.
    #expect(status(nil, "1.2.3.4") == 401)
    #expect(status("right", "1.2.3.5") == 200)
    #expect(status("right", "1.2.3.4", at: 7) == 200)
    #expect(status("wrong", "1.2.3.4", at: 7) == 401)
    #expect(status("wrong", "1.2.3.4", at: 7) == 429)
    #expect(status("right", "1.2.3.4", at: 7) == 200)
    for number in 0..<100 { #expect(status("wrong \(number)", "1.2.3.4", at: 20) != 200) }
    // A hundred at once, whatever was tried before; ten more each second.
    #expect(status("right", "1.2.3.4", at: 20) == 429)
    for number in 0..<10 { #expect(status("wrong \(number)", "1.2.3.4", at: 21) == 429) }
    #expect(status("right", "1.2.3.4", at: 21) == 429)
    #expect(status("right", "1.2.3.4", at: 22) == 200)
  }

  @Test("a long batch comes in parts, also to those who know no chunks", arguments: ["1.1", "1.0"])
  func longBatch(version: String) async throws {
    try await TestHTTPServer.run { server throws in
      let points = Array(repeating: #"{"latitude":47.1,"longitude":9.4}"#, count: 40).joined(separator: ",")
      let body = #"{"coordinates":[\#(points)],"overlay":true}"#
      let client = try server.connect()
      client.send(
        "POST /placemarks HTTP/\(version)\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
      let answer = version == "1.0" ? try client.readToEnd() : try client.read()
      #expect(answer.status == 200)
      #expect(answer["Content-Length"] == nil)
      var parser = JSONParser()
      let count = try parser.parse(answer.body) {
        $0.member("placemarks")?.elements.reduce(0) { count, _ in count + 1 }
      }
      #expect(count == 40)
      if version == "1.1" { #expect(try client.ask("/healthz").status == 200) }
      // The client may read the end before the server learns that it was sent.
      try eventually("nothing under way") {
        server.server.state.budget.answerBytes == 0 && server.server.state.counts.waitingTasks == 0
      }
    }
  }

  @Test("a client that leaves in the midst of a long answer leaves nothing behind")
  func leaving() async throws {
    try await TestHTTPServer.run { server throws in
      let points = Array(repeating: #"{"latitude":47.1,"longitude":9.4}"#, count: 1000).joined(separator: ",")
      let body = #"{"coordinates":[\#(points)],"overlay":true}"#
      for _ in 0..<3 {
        do {
          let client = try server.connect()
          client.send(
            "POST /placemarks HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
          #expect(try client.readHead().status == 200)
          // All of it would be 290 MB. Usually two workers have a chunk of 1.5 MB ready each, and have begun another one.
          // But they go on while the event loop has sent nothing yet, if the system does not let it run.
          #expect(server.server.state.budget.answerBytes < server.server.state.options.answerBytesInAll)
        }
        // The server learns of the end with a delay; the next response counts from zero.
        let state = server.server.state
        do {
          try eventually("nothing to be left") { state.budget.answerBytes == 0 && state.counts.waitingTasks == 0 }
        } catch {
          throw TestFailure("\(error): \(state.budget.answerBytes) bytes, \(state.counts.waitingTasks) queries")
        }
      }
      #expect(try server.ask("/healthz").status == 200)
    }
  }

  private func withKeyFile<Value>(_ text: String, _ body: (String) throws -> Value) throws -> Value {
    var template = Array("/tmp/gk-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    defer { unlink(path) }
    _ = write(descriptor, text, text.utf8.count)
    close(descriptor)
    return try body(path)
  }
}
