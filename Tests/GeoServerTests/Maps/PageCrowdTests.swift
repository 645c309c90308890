import GeoSupport
import GeoTestKit
import Testing

@testable import GeoMapServer
@testable import GeoServer

/// Many pages of a map, and many maps.
@Suite(.serialized) struct PageCrowdTests {
  @Test("64 pages are shown the same, whatever two of them do not acknowledge or read")
  func pages() async throws {
    try await TestHTTPServer.run { server throws in
      let client = try #require(RawClient(path: server.folder + "/s"))
      let opened = client.reply(
        #"{"id":1,"method":"mapView.open","params":{"name":"crowd","center":{"latitude":0,"longitude":0},"level":10}}"#)
      let start = try #require(opened.firstRange(of: "http://127.0.0.1:\(server.port)")).upperBound
      let socket = String(opened[start...].prefix { $0 != "\"" }).replacing("?", with: "/socket?")
      func ask(_ method: String, _ params: String) -> String {
        client.reply(#"{"id":2,"method":"mapView.\#(method)","params":{"mapView":1,\#(params)}}"#)
      }
      func columns(_ step: Int) -> String { #""ids":[1],"latitudes":[0.00\#(step)],"longitudes":[0]"# }
      #expect(ask("addAnnotations", "\"columns\":{\(columns(1))}").contains(#""count":1"#))
      let screens = try (0..<64).map { _ in try ScreenClient(server.port, socket) }
      for screen in screens { screen.send("hello", #"{"size":[400,300]}"#) }
      for screen in screens { #expect(try screen.frame().contains(#""id":1"#)) }
      screens[0].acknowledges = false
      for step in 2...5 {
        #expect(ask("moveAnnotations", columns(step)).contains(#""unknown":[]"#))
        for screen in screens[2...] { while try !screen.frame().contains(#""latitude":0.00\#(step)"#) {} }
      }
      // A returning page sees the current state.
      while try !screens[1].frame().contains(#""latitude":0.005"#) {}
    }
  }

  @Test("many maps at once keep apart what is theirs")
  func maps() async throws {
    try await TestServer.run { server in
      let count = getenv("GEOCODE_LONG_TESTS") == nil ? 130 : 1_000
      var clients: [RawClient] = []
      for number in 0..<count {
        if number % 64 == 0 { clients.append(try server.connect()) }
        let client = try #require(clients.last)
        let map = number % 64 + 1
        #expect(
          client.reply(#"{"id":1,"method":"mapView.open","params":{"stays":0}}"#).contains(#""mapView":\#(map),"#))
        let columns = #""columns":{"ids":["a \#(number)"],"latitudes":[0],"longitudes":[0]}"#
        _ = client.reply(#"{"id":2,"method":"mapView.addAnnotations","params":{"mapView":\#(map),\#(columns)}}"#)
      }
      #expect(server.server.state.maps.count == count)
      for number in 0..<count {
        let state = clients[number / 64].reply(
          #"{"id":3,"method":"mapView.state","params":{"mapView":\#(number % 64 + 1),"annotations":true}}"#)
        #expect(state.contains(#""annotations":[{"id":"a \#(number)","#), "\(state)")
      }
      for client in clients { client.finish() }
      try eventually("the end of all maps") { server.server.state.maps.count == 0 }
      try eventually("no memory of maps") { server.server.state.maps.byteCount == 0 }
    }
  }
}
