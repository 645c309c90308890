import GeoTestKit
import Testing

@testable import GeoServer

/// What clients hear of the tiles that pages load.
@Suite("Tiles of pages", .serialized)
struct PageTilesTests {
  @Test("a page that loads tiles is told of as MapKit tells: loading, drawing, done; or what is missing")
  func loading() async throws {
    try await TestHTTPServer.run { server throws in
      let client = try #require(RawClient(path: server.folder + "/s"))
      let opened = client.reply(
        #"{"id":1,"method":"mapView.open","params":{"name":"tiles","size":[400,300],"level":10}}"#)
      let start = try #require(opened.firstRange(of: "\"page\":\"http://127.0.0.1:\(server.port)"))
      let page = String(opened[start.upperBound...].prefix { $0 != "\"" }).replacing("?", with: "/socket?")
      let callbacks = [
        "willStartLoadingMap", "didFinishLoadingMap", "didFailLoadingMap", "willStartRenderingMap",
        "didFinishRenderingMap",
      ]
      let names = callbacks.map { "\"\($0)\"" }.joined(separator: ",")
      _ = client.reply(#"{"id":2,"method":"mapView.subscribe","params":{"mapView":1,"callbacks":[\#(names)]}}"#)

      func hears(_ expected: [String]) {
        for (index, text) in expected.enumerated() {
          let line = client.readLine() ?? "nothing"
          #expect(line.contains(text), "\(index): \(line)")
        }
      }
      let whole = [
        #"willStartLoadingMap","params":{"mapView":1,"sequence":1,"screen":1}"#,
        #"willStartRenderingMap","params":{"mapView":1,"sequence":2,"screen":1}"#,
        #"didFinishLoadingMap","params":{"mapView":1,"sequence":3,"screen":1}"#,
        #"didFinishRenderingMap","params":{"mapView":1,"sequence":4,"fullyRendered":true,"screen":1}"#,
      ]
      do {
        let screen = try ScreenClient(server.port, page)
        screen.send("hello", #"{"size":[400,300]}"#)
        _ = try screen.frame()
        // All came before it was connected.
        screen.send("tiles", #"{"failed":0}"#)
        hears(whole)
        for _ in 0..<2 { screen.send("tiles", "{}") }
        screen.send("tiles", #"{"failed":3}"#)
        hears([
          "willStartLoadingMap", "willStartRenderingMap",
          #"didFailLoadingMap","params":{"mapView":1,"sequence":7,"screen":1,"error":"3 tiles did not come"}"#,
          #"didFinishRenderingMap","params":{"mapView":1,"sequence":8,"fullyRendered":false,"screen":1}"#,
        ])
        screen.send("tiles", "{}")
        hears(["willStartLoadingMap", "willStartRenderingMap"])
      }
      // A page that is closed meanwhile leaves nobody waiting.
      hears([#""error":"the page was closed""#, #""fullyRendered":false"#])
    }
  }
}
