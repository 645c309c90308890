import GeoSupport
import Testing

@testable import GeoServer

/// Immediate and delayed responses share connections.
@Suite(.serialized) struct PromptAnswerTests {
  private static func get(_ target: String, _ fields: String = "") -> String {
    "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
  }

  @Test("answers keep the order of their requests, whichever of them must wait")
  func order() async throws {
    try await TestHTTPServer.run { server throws in
      let client = try server.connect()
      // At latitude 70 an answer takes 20 ms.
      let body = #"{"coordinates":[{"latitude":70,"longitude":9}]}"#
      let slow = "POST /placemarks HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      let quick = (1...3).map { Self.get("/placemark?lat=\($0)&lon=9") }.joined()
      client.send(quick + slow + Self.get("/healthz") + slow + quick + Self.get("/nowhere"))
      func expectQuick() throws {
        for index in 1...3 { #expect(try client.read().text.contains("\"title\":\"Street \(index * 100)\"")) }
      }
      try expectQuick()
      #expect(try client.read().text.contains("\"title\":\"Street 7000\""))
      #expect(try client.read().text == "ok\n")
      #expect(try client.read().text.contains("\"title\":\"Street 7000\""))
      try expectQuick()
      #expect(try client.read().status == 404)
      #expect(try client.ask("/healthz").text == "ok\n")
    }
  }

  @Test("no task answers what needs no waiting, from the first request of a connection on")
  func withoutTask() async throws {
    try await TestHTTPServer.run { server throws in
      var prompt: Int { server.http.state.counters.reduce(0) { $0 + $1.promptAnswers } }
      let client = try server.connect()
      for target in ["/placemark?lat=47&lon=9", "/healthz", "/nowhere", "/metrics"] { _ = try client.ask(target) }
      #expect(prompt == 4)
      #expect(try client.ask("/placemarks", method: "POST", body: #"{"coordinates":[]}"#).status == 200)
      #expect(prompt == 4)
      #expect(try client.ask("/healthz", method: "HEAD").status == 200)
      #expect(prompt == 5)
    }
  }

  @Test("a route that is answered at once takes a body that nobody reads")
  func unreadBody() async throws {
    try await TestHTTPServer.run { server throws in
      let client = try server.connect()
      #expect(try client.ask("/placemark?lat=47&lon=9", body: "what is this").status == 200)
      #expect(try client.ask("/healthz").text == "ok\n")
    }
  }

  @Test("a client that takes no answers gets no more of them")
  func pressure() async throws {
    try await TestHTTPServer.run { server throws in
      let client = try server.connect()
      client.send(String(repeating: Self.get("/placemark?lat=47&lon=9&overlay=1"), count: 50))
      try eventually("some answers") { server.server.state.budget.answerBytes > 0 }
      usleep(100_000)
      // One response is 200 KB. The socket accepts some of them, and one or two wait for it.
      #expect(server.server.state.budget.answerBytes < 1_000_000)
      #expect(server.world.queries.load(ordering: .relaxed) < 40)
      for _ in 0..<50 { #expect(try client.read().status == 200) }
      #expect(try client.ask("/healthz").status == 200)
    }
  }

  @Test("what was sent behind the last request of a connection is not answered")
  func behindTheLast() async throws {
    try await TestHTTPServer.run { server throws in
      let client = try server.connect()
      let question = "/placemark?lat=47&lon=9"
      client.send(Self.get(question, "Connection: close\r\n") + Self.get(question) + Self.get(question))
      #expect(try client.read()["Connection"] == "close")
      #expect(client.isAtEnd())
      #expect(server.world.queries.load(ordering: .relaxed) == 1)
    }
  }

  @Test("a connection may rest after an answer for as long as connections may, not as requests may take")
  func rest() async throws {
    try await TestHTTPServer.run {
      $0.requestTimeout = .milliseconds(100)
    } _: { server throws in
      let client = try server.connect()
      for _ in 0..<3 {
        #expect(try client.ask("/healthz").status == 200)
        usleep(300_000)
      }
    }
  }

  @Test("nothing is passed on for what is answered at once", .enabled(if: hasMap))
  func routes() async throws {
    try await TestHTTPServer.run { server throws in
      let waiting = server.http.state.routes.all.filter { !$0.isPrompt }.map(\.path)
      #expect(
        Set(waiting) == [
          "/placemarks", "/tiles/{z}/{x}/{y}.png", "/tiles/{z}/{x}/{y}.mvt", "/fonts/{fontstack}/{range}.pbf",
          "/map.png", "/map.svg", "/map.json",
          "/map/{name}",
        ])
    }
  }
}
