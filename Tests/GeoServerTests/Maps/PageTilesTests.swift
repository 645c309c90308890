import GeoTestKit
import Testing

@testable import GeoServer

/// The events that clients receive about tiles of pages.
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
        // All events came before it was connected.
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
      // When a page is closed in the meantime, nothing waits for it.
      hears([#""error":"the page was closed""#, #""fullyRendered":false"#])
    }
  }

  @Test("tiles that the delegate is loading are waited for, and those that it cannot load are missing")
  func given() async throws {
    try await TestHTTPServer.run { server throws in
      let client = try #require(RawClient(path: server.folder + "/s"))
      let opened = client.reply(
        #"{"id":1,"method":"mapView.open","params":{"name":"sea","size":[256,256],"center":{"latitude":0,"longitude":0},"level":10,"baseMap":"none","asks":["tiles"]}}"#
      )
      let start = try #require(opened.firstRange(of: "\"page\":\"http://127.0.0.1:\(server.port)"))
      let page = String(opened[start.upperBound...].prefix { $0 != "\"" })
      let callbacks = #"["didFinishLoadingMap","didFailLoadingMap","didFinishRenderingMap","didTap"]"#
      _ = client.reply(#"{"id":2,"method":"mapView.subscribe","params":{"mapView":1,"callbacks":\#(callbacks)}}"#)
      let screen = try ScreenClient(server.port, page.replacing("?", with: "/socket?"))
      screen.send("hello", #"{"size":[256,256]}"#)
      _ = try screen.frame()
      let sea = #"{"id":"sea","shape":{"tiles":{}},"renderer":{}}"#
      _ = client.reply(#"{"id":3,"method":"mapView.addOverlays","params":{"mapView":1,"overlays":[\#(sea)]}}"#)
      _ = try screen.frame()
      for (answer, heard) in [
        (#"{"error":"no sea"}"#, [#""error":"4 tiles did not come""#, #""fullyRendered":false"#]),
        (#"{"data":"\#(DrawnOverlayTests.dot)"}"#, [#"didFinishLoadingMap"#, #""fullyRendered":true"#]),
      ] {
        // The page has a picture at once, without the sea. There are nine tiles in and around it, of which the page
        // shows four.
        screen.send("tiles", "{}")
        #expect(try server.ask(page.replacing("?", with: "/tiles/10/512/512.png?")).status == 200)
        screen.send("tiles", #"{"failed":0}"#)
        // All its messages so far are processed before this one.
        screen.send("tap", #"{"at":{"latitude":0,"longitude":0}}"#)
        var lines = (0..<4).map { _ in client.readLine() ?? "" }
        #expect(lines.contains { $0.contains("didTap") })
        lines.removeAll { $0.contains("didTap") }
        for (question, count) in zip(lines, [4, 4, 1]) {
          #expect(question.contains("loadTiles") && question.ranges(of: #""path""#).count == count, "\(question)")
          let id = question.firstRange(of: #""id":""#).map { question[$0.upperBound...].prefix { $0 != "\"" } } ?? ""
          let tiles = [String](repeating: answer, count: count).joined(separator: ",")
          client.sendLine(#"{"id":"\#(id)","result":{"tiles":[\#(tiles)]}}"#)
        }
        client.sendLine(#"{"id":4,"method":"mapView.state","params":{"mapView":1}}"#)
        #expect(client.readLine()?.contains(#""id":4"#) == true)
        // It is informed of new tiles and loads them.
        screen.send("tiles", "{}")
        screen.send("tiles", #"{"failed":0}"#)
        for text in heard {
          let line = client.readLine() ?? "nothing"
          #expect(line.contains(text), "\(line)")
        }
        client.sendLine(#"{"id":5,"method":"mapView.setNeedsDisplay","params":{"mapView":1,"overlay":"sea"}}"#)
        #expect(client.readLine()?.contains(#""id":5"#) == true)
      }
    }
  }
}
