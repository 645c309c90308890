import Glibc
import NIOCore
import Testing

@testable import GeoServer

@Suite(.serialized) struct HTTPLimitTests {
  @Test("an address or header fields beyond the limit are told so, and the connection goes on")
  func lengths() async throws {
    try await TestHTTPServer.run {
      $0.maximumURLLength = 200
      $0.maximumHeaderLength = 400
    } _: { server throws in
      let client = try server.connect()
      let url = try client.ask("/placemark?lat=47&lon=9&x=" + String(repeating: "x", count: 200))
      #expect(url.status == 414)
      #expect(url.text.contains("longer than 200 bytes"))
      let header = try client.ask("/healthz", fields: ["X-Long: " + String(repeating: "x", count: 400)])
      #expect(header.status == 431)
      #expect(try client.ask("/healthz").text == "ok\n")
    }
  }

  @Test("a header beyond all measure and what is not HTTP end the connection with an answer")
  func parser() async throws {
    try await TestHTTPServer.run { server throws in
      let large = try server.connect()
      large.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: " + String(repeating: "x", count: 100_000))
      #expect(try large.read().status == 431)
      #expect(large.isAtEnd())
      let line = try server.connect()
      _ = try line.ask("/healthz")
      line.send("GET /" + String(repeating: "x", count: 100_000))
      #expect(try line.read().status == 414)
      #expect(line.isAtEnd())
      let noise = try server.connect()
      noise.send("\u{16}\u{3}\u{1} hello\r\n\r\n")
      let answer = try noise.read()
      #expect(answer.status == 400)
      #expect(answer.text.contains("this is not an HTTP request"))
      #expect(noise.isAtEnd())
      for (line, status, sentence) in [
        ("FOO / HTTP/1.1", 501, "there is no method 'FOO' here; there are GET, HEAD, POST and OPTIONS"),
        ("get /healthz HTTP/1.1", 501, "there is no method 'get' here"), ("FOO /", 400, "this is not an HTTP request"),
        ("F{O / HTTP/1.1", 400, "this is not an HTTP request"), ("FOO / FTP/1.1", 400, "this is not an HTTP request"),
      ] {
        let client = try server.connect()
        // The method of an earlier request says nothing about the next.
        _ = try client.ask("/healthz")
        client.send(line + "\r\nHost: localhost\r\n\r\n")
        let answer = try client.read()
        #expect(answer.status == status && answer.text.contains(sentence), "\(line): \(answer.text)")
        #expect(client.isAtEnd())
      }
      let typed = try server.connect()
      typed.send("GET /placemark?coordinate=47°N,9°E HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try typed.read().text.contains("must be percent-encoded"))
      #expect(typed.isAtEnd())
      let nameless = try server.connect()
      nameless.send("GET /healthz HTTP/1.1\r\n\r\n")
      #expect(try nameless.read().text.contains("the field Host is missing"))
      #expect(nameless.isAtEnd())
    }
  }

  @Test("garbage behind a good request does not take its answer away")
  func garbageBehind() async throws {
    try await TestHTTPServer.run { server throws in
      let client = try server.connect()
      client.send("GET /placemark?lat=70&lon=9 HTTP/1.1\r\nHost: localhost\r\n\r\n\u{1}\u{2}\r\n\r\n")
      #expect(try client.read().status == 200)
      #expect(try client.read().status == 400)
      #expect(client.isAtEnd())
    }
  }

  @Test("requests that are sent at once are answered in their order")
  func pipelining() async throws {
    try await TestHTTPServer.run { server throws in
      let client = try server.connect()
      client.send(
        (0..<50).map { "GET /placemark?lat=\($0)&lon=9 HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
      for index in 0..<50 { #expect(try client.read().text.contains("\"title\":\"Street \(index * 100)\"")) }
    }
  }

  @Test("a connection ends when the client says so, and after HTTP/1.0 unless it asks for more")
  func persistence() async throws {
    try await TestHTTPServer.run { server throws in
      let last = try server.connect()
      #expect(try last.ask("/healthz", fields: ["Connection: close"])["Connection"] == "close")
      #expect(last.isAtEnd())
      let old = try server.connect()
      old.send("GET /healthz HTTP/1.0\r\n\r\n")
      #expect(try old.read()["Connection"] == "close")
      #expect(old.isAtEnd())
      let kept = try server.connect()
      kept.send("GET /healthz HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n")
      #expect(try kept.read()["Connection"] == "keep-alive")
      #expect(try kept.ask("/healthz").text == "ok\n")
    }
  }

  @Test("connections beyond the limit are refused with 503 where all others have a request under way, and counted")
  func connections() async throws {
    try await TestHTTPServer.run {
      $0.connections = 2
    } _: { server throws in
      let (first, second) = (try server.connect(), try server.connect())
      for client in [first, second] {
        #expect(try client.ask("/healthz").status == 200)
        client.send(
          "POST /placemarks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n"
        )
      }
      // The requests of the first clients are read before the third one comes.
      usleep(200_000)
      let third = try server.connect()
      let refusal = try third.read()
      #expect(refusal.status == 503)
      #expect(refusal["Retry-After"] == "1")
      #expect(third.isAtEnd())
      first.send("nope")
      #expect(try first.read().status == 400)
      let figures = try first.ask("/metrics").text
      #expect(figures.contains("\ngeocoded_http_connections 2\n"))
      #expect(figures.contains("\ngeocoded_http_connections_refused_total 1\n"))
    }
  }

  @Test("a client that is silent is let go")
  func silentClients() async throws {
    try await TestHTTPServer.run {
      $0.idleTimeout = .seconds(2)
    } _: { server throws in
      let silent = try server.connect()
      // On a machine that pauses this long, the next one gets a response.
      var rested = try server.connect()
      try eventually("an answer") {
        if let answer = try? rested.ask("/healthz") { return answer.status == 200 }
        rested = try server.connect()
        return false
      }
      #expect(silent.isAtEnd() && rested.isAtEnd())
    }
  }

  @Test("a client that dawdles with its request hears why")
  func slowClients() async throws {
    try await TestHTTPServer.run {
      $0.requestTimeout = .milliseconds(200)
    } _: { server throws in
      let head = try server.connect()
      head.send("GET /healthz HTTP/1.1\r\nHost: lo")
      let late = try head.read()
      #expect(late.status == 408)
      #expect(late.text.contains("did not come in time"))
      #expect(head.isAtEnd())
      let body = try server.connect()
      body.send("POST /placemarks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
      #expect(try body.read().status == 408)
      #expect(body.isAtEnd())
    }
  }

  @Test("a phase is timed as a whole: a byte now and then gains nothing")
  func deadlines() {
    var options = HTTPOptions()
    options.idleTimeout = .seconds(60)
    options.requestTimeout = .seconds(20)
    options.stallTimeout = .seconds(30)
    var deadlines = ConnectionDeadlines(options, now: .now())
    #expect(deadlines.verdict(now: .now() + .seconds(59)) == .wait)
    #expect(deadlines.verdict(now: .now() + .seconds(61)) == .close)
    deadlines.heard()
    deadlines.heard()
    #expect(deadlines.phase == .head)
    #expect(deadlines.verdict(now: .now() + .seconds(21)) == .tell)
    deadlines.advance(to: .answer)
    deadlines.heard()
    #expect(deadlines.verdict(now: .now() + .hours(1)) == .wait)
    deadlines.progress.send(100)
    deadlines.progress.look(waiting: 100, at: .now())
    #expect(deadlines.verdict(now: .now() + .seconds(31)) == .close)
    deadlines.progress.look(waiting: 0, at: .now())
    deadlines.advance(to: .close)
    deadlines.advance(to: .next)
    #expect(deadlines.phase == .close)
    #expect(deadlines.verdict(now: .now() + .seconds(3)) == .close)
  }
}
