import GeoSupport
import GeoWire
import Testing

@testable import GeoServer

@Suite(.serialized) struct HTTPAccessTests {
  @Test("a key opens the door in three ways; without one it is 401")
  func keys() async throws {
    try await withKeys("# ours\nsecret\n  other key \n\n") { file in
      try await TestHTTPServer.run {
        $0.keyFile = file
      } _: { server throws in
        let target = "/placemark?lat=47.14&lon=9.51"
        for fields in [
          [], ["X-Api-Key: secre"], ["X-Api-Key: secrets"], ["Authorization: Basic secret"], ["X-Api-Key: # ours"],
        ] {
          let refusal = try server.ask(target, fields: fields)
          #expect(refusal.status == 401, "\(fields)")
          #expect(refusal["WWW-Authenticate"] == "Bearer")
          #expect(refusal.text.contains("\"reason\":\"unauthorized\""))
        }
        #expect(try server.ask(target + "&key=secret").status == 200)
        #expect(try server.ask(target, fields: ["X-Api-Key: other key"]).status == 200)
        #expect(try server.ask(target, fields: ["Authorization: bearer secret"]).status == 200)
        let reverse = try server.ask("/reverse?lat=47.14&lon=9.51&format=xml")
        // What is found before a path answers has one form, whatever the format.
        #expect(reverse.status == 401 && reverse["Content-Type"] == "application/json")
        #expect(try server.ask("/placemarks", method: "POST", body: #"{"coordinates":[]}"#).status == 401)
        #expect(try server.ask("/metrics").status == 401)
        #expect(try server.ask("/%6Detrics").status == 401)
        #expect(try server.ask("//metrics").status == 401)
        #expect(try server.ask("//reverse?lat=47.14&lon=9.51").status == 401)
        #expect(try server.ask("/%72everse?lat=47.14&lon=9.51").status == 401)
        #expect(try server.ask("/healthz").status == 200)
        #expect(try server.ask("/").status == 200)
        #expect(try server.ask("/?q=47.14,9.51").status == 401)
        #expect(try server.ask("/?q=47.14,9.51&key=secret").status == 200)
      }
    }
  }

  @Test("keys are read again when asked; a file that is no good leaves them as they are")
  func reload() async throws {
    try await withKeys("one\n") { file in
      try await TestHTTPServer.run {
        $0.keyFile = file
      } _: { server throws in
        let target = "/placemark?lat=47.14&lon=9.51&key="
        write("two\n", to: file)
        server.http.reload()
        #expect(try server.ask(target + "one").status == 401)
        #expect(try server.ask(target + "two").status == 200)
        write("# nothing\n", to: file)
        server.http.reload()
        #expect(try server.ask(target + "two").status == 200)
      }
    }
  }

  @Test("a file without keys, or none at all, is an error before anything is served")
  func badFiles() async throws {
    try await withKeys("# nothing\n") { file in
      let empty = #expect(throws: ServerError.self) { try APIKeys(path: file) }
      #expect(empty?.message == "\(file) holds no key; write one a line, or leave --api-keys out")
      let folder = #expect(throws: ServerError.self) { try APIKeys(path: "/") }
      #expect(folder?.message == "the keys in / cannot be read: Is a directory")
      // Nothing is written to the pipe.
      let pipe = file + ".pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      #expect(throws: ServerError.self) { try APIKeys(path: pipe) }
      write("\u{FEFF}first\r\nsecond\r\n", to: file)
      // A byte order mark is not part of a key.
      let keys = try APIKeys(path: file)
      #expect(keys.contains("first") && keys.contains("second"))
      let missing = #expect(throws: ServerError.self) { try APIKeys(path: file + "x") }
      #expect(missing?.message.contains("cannot be read: No such file") == true)
      // An incomplete list of keys is not accepted.
      write(String(repeating: "#\n", count: 8 << 20) + "last\n", to: file)
      let long = #expect(throws: ServerError.self) { try APIKeys(path: file) }
      #expect(long?.message == "the keys in \(file) cannot be read: File too large")
    }
  }

  @Test("a file of keys that others may read or change is refused with what to type, also when it is read again")
  func keyFileMode() async throws {
    try await withKeys("secret\n") { file in
      for mode: mode_t in [0o640, 0o604, 0o620, 0o602, 0o644, 0o666] {
        #expect(chmod(file, mode) == 0)
        let refusal = #expect(throws: ServerError.self, "\(mode)") { try APIKeys(path: file) }
        #expect(refusal?.message.hasSuffix("others may read or change the file; type 'chmod 600 \(file)'") == true)
      }
      #expect(chmod(file, 0o400) == 0)
      let keys = try APIKeys(path: file)
      #expect(keys.contains("secret"))
      #expect(chmod(file, 0o644) == 0)
      #expect(throws: ServerError.self) { try keys.reload() }
      #expect(keys.contains("secret"))
    }
  }

  @Test("a file of keys that belongs to somebody else is refused", .enabled(if: geteuid() == 0))
  func keyFileOwner() async throws {
    try await withKeys("secret\n") { file in
      #expect(chown(file, 12_345, 12_345) == 0)
      let refusal = #expect(throws: ServerError.self) { try APIKeys(path: file) }
      #expect(refusal?.message.hasSuffix("who could change them; type 'chown 0 \(file)'") == true)
    }
  }

  @Test("who asks too often is told when to come back, and others are not bothered")
  func rateLimit() async throws {
    try await TestHTTPServer.run {
      $0.rateLimit = try RateLimit(parsing: "2/h")
    } _: { server throws in
      let target = "/placemark?lat=47.14&lon=9.51"
      #expect(try server.ask(target).status == 200)
      #expect(try server.ask(target).status == 200)
      let refusal = try server.ask(target)
      #expect(refusal.status == 429)
      let delay = refusal["Retry-After"].flatMap { Int($0) } ?? 0
      #expect((1700...1800).contains(delay))
      #expect(try server.ask("/healthz").status == 200)
      #expect(try HTTPClient(path: server.path).ask(target).status == 200)
    }
  }

  @Test("a batch costs as many requests as it has coordinates")
  func batchPrice() async throws {
    try await TestHTTPServer.run {
      $0.rateLimit = try RateLimit(parsing: "10/h")
    } _: { server throws in
      let points = (0..<30).map { #"{"latitude":\#($0),"longitude":9}"# }.joined(separator: ",")
      let batch = try server.ask("/placemarks", method: "POST", body: #"{"coordinates":[\#(points)]}"#)
      #expect(batch.status == 200)
      let refusal = try server.ask("/placemark?lat=47.14&lon=9.51")
      #expect(refusal.status == 429)
      // 20 are owed and one is needed: 21 at ten an hour.
      #expect((7500...7560).contains(refusal["Retry-After"].flatMap { Int($0) } ?? 0))
    }
  }

  @Test("tokens come back with time, up to the burst")
  func buckets() {
    let limiter = RateLimiter(RateLimit(perSecond: 2, burst: 3))
    let start = ContinuousClock.now
    #expect((0..<4).map { _ in limiter.delay(for: "a", at: start) == nil } == [true, true, true, false])
    #expect(limiter.delay(for: "b", at: start) == nil)
    #expect(limiter.delay(for: "a", at: start + .milliseconds(400)) == 1)
    #expect(limiter.delay(for: "a", at: start + .milliseconds(500)) == nil)
    let later = start + .seconds(3600)
    #expect((0..<4).map { _ in limiter.delay(for: "a", at: later) == nil } == [true, true, true, false])
  }

  @Test("where too many are in debt, those who owe least are forgotten, never all; memory is bounded")
  func crowd() {
    let limiter = RateLimiter(RateLimit(perSecond: 0.001, burst: 5), capacity: 100)
    let now = ContinuousClock.now
    limiter.charge("greedy", 1000, at: now)
    for number in 0..<10_000 {
      #expect(limiter.delay(for: "passer-by \(number)", at: now) == nil)
      #expect(limiter.count <= 100)
    }
    #expect(limiter.delay(for: "greedy", at: now) != nil)
    #expect(limiter.count >= 90)
  }

  @Test("the log has a line for each request, without coordinates and keys")
  func accessLog() async throws {
    try await TestHTTPServer.run { server throws in
      let client = try server.connect()
      _ = try client.ask(
        "/placemark?lat=47.14&lon=9.51&key=secret", fields: ["User-Agent: test/1", "X-Api-Key: secret"])
      _ = try client.ask("/nowhere")
      _ = try client.ask("/placemark/47.14,9.51")
      // A request is logged after its response was sent and before the connection's next request.
      _ = try client.ask("/healthz")
      let lines = server.log.lines.withLock { Array($0.prefix(3)) }
      #expect(
        lines.map { "\($0["method"]!) \($0["path"]!) \($0["status"]!)" } == [
          "GET /placemark 200", "GET /nowhere 404", "GET - 404",
        ])
      #expect(lines[0]["client"] == "127.0.0.1")
      #expect(lines[0]["agent"] == "test/1")
      #expect(Set(lines[0].keys) == ["agent", "bytes", "client", "method", "microseconds", "path", "status"])
      #expect(!"\(lines)".contains("47.14") && !"\(lines)".contains("secret"))
    }
  }

  @Test(
    "what is refused before it reaches a route is logged and counted, too; of tiles only the level is told",
    .enabled(if: hasMap))
  func refusals() async throws {
    try await TestHTTPServer.run { server throws in
      for request in ["GET /placemark?lat=47.14 HTTP/1.1\r\nHost: geo.example.org\r\n\r\n", "nonsense\r\n\r\n"] {
        let client = try server.connect()
        client.send(request)
        #expect([400, 403].contains(try client.read().status))
        #expect(client.isAtEnd())
      }
      let client = try server.connect()
      _ = try client.ask("/tiles/13/4312/2874.png")
      let figures = try client.ask("/metrics").text
      let lines = server.log.lines.withLock { $0 }
      #expect(
        lines.map { "\($0["method"]!) \($0["path"]!) \($0["status"]!)" }.prefix(2) == [
          "GET /placemark 403", "- - 400",
        ])
      #expect(lines[2]["path"] == "/tiles/13/-/-" && !"\(lines)".contains("47.14"))
      #expect(figures.contains("geocoded_http_requests_total{route=\"other\",outcome=\"bad_request\"} 2"), "\(figures)")
    }
  }

  private func withKeys(_ text: String, _ body: (String) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      write(text, to: folder + "/keys")
      try await body(folder + "/keys")
    }
  }
}

private func write(_ text: String, to path: String) {
  let file = fopen(path, "w")
  fchmod(fileno(file), 0o600)
  fputs(text, file)
  fclose(file)
}
