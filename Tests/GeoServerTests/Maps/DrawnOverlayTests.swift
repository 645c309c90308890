import GeoMapClient
import GeoMap
import GeoModel
import GeoSupport
import GeoTestKit
import Testing

@testable import GeoServer

/// Overlays and views that a client draws itself.
@Suite("What clients draw", .serialized)
struct DrawnOverlayTests {
  private static let custom =
    #""shape":{"custom":{"boundingMapRect":{"x":134217728,"y":133955584,"width":262144,"height":262144}}},"renderer":{"kind":"custom"}"#

  @Test("a tile asks the delegate for what it draws, shows it when it comes, and asks again when it says so")
  func question() async throws {
    try await TestHTTPServer.run { server throws in
      let client = try #require(RawClient(path: server.folder + "/s"))
      let opened = try #require(
        client.ask(#"{"id":1,"method":"mapView.open","params":{"name":"drawn","baseMap":"none","asks":["drawing"]}}"#))
      let start = try #require(opened.firstRange(of: "http://127.0.0.1:\(server.port)"))
      let page = String(opened[start.upperBound...].prefix { $0 != "\"" })
      let tile = page.replacing("?", with: "/tiles/10/512/511.png?")
      func ask(_ method: String, _ params: String) -> String {
        client.sendLine(#"{"id":2,"method":"mapView.\#(method)","params":{"mapView":1,\#(params)}}"#)
        while let line = client.readLine() { if line.contains(#""id":2,"#) { return line } }
        return ""
      }
      _ = ask("subscribe", #""callbacks":[]"#)
      let lost = DrawnOverlayTests.custom.replacing(#"{"custom":{"#, with: #"{"custom":{"coordinate":[95,9],"#)
      #expect(ask("addOverlays", #""overlays":[{"id":"lost",\#(lost)}]"#).contains("overlay 'lost': "))
      #expect(ask("addOverlays", #""overlays":[{"id":"grid",\#(DrawnOverlayTests.custom)}]"#).contains(#""count":1"#))
      // Renderers are requested where they are visible.
      _ = ask("setRegion", #""center":{"latitude":0.1,"longitude":0.1},"level":10"#)
      while !ask("state", #""overlays":true"#).contains(#""overlays":["grid"]"#) {}
      var pictures: [[UInt8]] = [try server.ask(tile).body]
      for color in ["#ff0000", "#00ff00"] {
        let question = client.readLine() ?? ""
        #expect(
          question.contains(#""method":"mapView.drawOverlays""#) && question.contains(#""overlay":"grid","mapRect""#))
        let id = question.firstRange(of: #""id":"q"#).map { question[$0.upperBound...].prefix { $0 != "\"" } } ?? ""
        let drawing = #"[["fill","M0 0L262144 0L262144 262144L0 262144Z","\#(color)","winding"]]"#
        client.sendLine(#"{"id":"q\#(id)","result":{"parts":[{"drawing":\#(drawing)}]}}"#)
        _ = ask("state", #""overlays":false"#)
        pictures.append(try server.ask(tile).body)
        #expect(ask("setNeedsDisplay", #""overlay":"grid""#).contains(#""result":{}"#))
        _ = try server.ask(tile)
      }
      #expect(pictures[0] != pictures[1] && pictures[1] != pictures[2])
      #expect(ask("setNeedsDisplay", #""overlay":"none""#).contains("is not drawn by a client"))
    }
  }

  static let dot =
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC"

  /// A client that receives requests for drawings and waits for nothing else.
  private struct Asked {
    let client: RawClient
    /// The URL of the page, if there is one.
    let page: String?

    init(_ path: String, _ asks: String) throws {
      client = try #require(RawClient(path: path))
      let opened = client.reply(
        #"{"id":1,"method":"mapView.open","params":{"size":[256,256],"center":{"latitude":0,"longitude":0},"level":10,"baseMap":"none","asks":["\#(asks)"]}}"#
      )
      page = opened.firstRange(of: #""page":""#).map { String(opened[$0.upperBound...].prefix { $0 != "\"" }) }
      _ = ask("subscribe", #""callbacks":[]"#)
    }

    func send(_ method: String, _ params: String) {
      client.sendLine(#"{"id":2,"method":"mapView.\#(method)","params":{"mapView":1,\#(params)}}"#)
    }

    func ask(_ method: String, _ params: String) -> String {
      client.reply(#"{"id":2,"method":"mapView.\#(method)","params":{"mapView":1,\#(params)}}"#)
    }

    /// Requests a picture, answers the request that comes, and returns both.
    func picture(answering result: String, scale: Int = 1) -> (question: String, picture: String) {
      send("snapshot", #""scale":\#(scale)"#)
      let question = client.readLine() ?? ""
      let id = question.firstRange(of: #""id":""#).map { question[$0.upperBound...].prefix { $0 != "\"" } } ?? ""
      client.sendLine(#"{"id":"\#(id)",\#(result)}"#)
      return (question, client.readLine() ?? "")
    }
  }

  @Test(
    "a picture waits for what the delegate draws; what is wrong, refused or late is not drawn, and nothing waits for it longer"
  )
  func pictures() async throws {
    try await TestServer.run { server in
      let asked = try Asked(server.path, "drawing")
      let custom = DrawnOverlayTests.custom.replacing("133955584", with: "134086656")
      _ = asked.ask("addOverlays", #""overlays":[{"id":"grid",\#(custom)}]"#)
      var pictures: [String] = []
      for result in [
        #""result":{"parts":[{"drawing":[["fill","M0 0L262144 0L262144 262144Z","systemRed"]]}]}"#,
        #""result":{"parts":[{"drawing":[["smile"]]}]}"#, #""result":{"parts":[{"canDraw":false}]}"#,
        #""result":{}"#, #""error":{"code":1,"message":"no"}"#,
      ] {
        let (question, picture) = asked.picture(answering: result)
        #expect(question.contains(#""method":"mapView.drawOverlays""#), "\(question)")
        #expect(picture.contains(#""format":"png""#), "\(picture.prefix(200))")
        pictures.append(picture)
        // A finished drawing is not requested again until the client reports a change.
        #expect(asked.ask("snapshot", #""scale":1"#) == picture)
        #expect(asked.ask("setNeedsDisplay", #""overlay":"grid""#).contains("{}"))
      }
      #expect(pictures[0] != pictures[1] && Set(pictures[1...]).count == 1)
      // Without an answer, the picture comes anyway, and the next one repeats the request after the time limit. An
      // answer after the picture still counts.
      asked.send("snapshot", #""scale":1"#)
      let question = asked.client.readLine() ?? ""
      let id = question.firstRange(of: #""id":""#).map { question[$0.upperBound...].prefix { $0 != "\"" } } ?? ""
      #expect(asked.client.readLine() == pictures[1])
      asked.client.sendLine(
        #"{"id":"\#(id)","result":{"parts":[{"drawing":[["fill","M0 0L262144 0L262144 262144Z","systemRed"]]}]}}"#)
      #expect(asked.ask("snapshot", #""scale":1"#) == pictures[0])
    }
  }

  @Test(
    "tiles are loaded by the delegate, four in a question; one that fails is missing until it is said that there are others"
  )
  func tiles() async throws {
    try await TestServer.run { server in
      let asked = try Asked(server.path, "tiles")
      let refused = asked.ask("addOverlays", #""overlays":[{"id":1,"shape":{"tiles":{"urlTemplate":"http://x/{z}"}}}]"#)
      #expect(refused.contains("the daemon fetches no tiles"), "\(refused)")
      let added = asked.ask("addOverlays", #""overlays":[{"id":"sea","shape":{"tiles":{"maximumZ":9}},"renderer":{}}]"#)
      #expect(added.contains(#""count":1"#), "\(added)")
      let nothing = asked.picture(answering: #""result":{"tiles":[{"error":"no sea"}]}"#)
      #expect(
        nothing.question.contains(
          #""deadlineMilliseconds":10000,"tiles":[{"overlay":"sea","path":{"x":255,"y":255,"z":9,"scale":1}},{"overlay":"sea""#
        ))
      #expect(nothing.question.split(separator: "path").count == 5)
      #expect(asked.ask("snapshot", #""scale":1"#) == nothing.picture)
      _ = asked.ask("setNeedsDisplay", #""overlay":"sea""#)
      let tile = #"{"data":"\#(DrawnOverlayTests.dot)"}"#
      let sea = asked.picture(answering: #""result":{"tiles":[\#(tile),\#(tile),{"data":"AAAA"},\#(tile)]}"#)
      #expect(sea.picture.contains(#""data":""#) && sea.picture != nothing.picture)
      #expect(asked.ask("snapshot", #""scale":1"#) == sea.picture)
    }
  }

  @Test("who draws and loads hears how many pixels a point has; what was given for one pixel is not taken for two")
  func scale() async throws {
    try await TestServer.run { server in
      let asked = try Asked(server.path, "drawing")
      let custom = DrawnOverlayTests.custom.replacing("133955584", with: "134086656")
      _ = asked.ask("addOverlays", #""overlays":[{"id":"grid",\#(custom)}]"#)
      let drawing = #""result":{"parts":[{"drawing":[["fill","M0 0L262144 0L262144 262144Z","systemRed"]]}]}"#
      for scale in [1, 2] {
        let (question, picture) = asked.picture(answering: drawing, scale: scale)
        #expect(question.contains(#""zoomScale":0.0009765625,"scale":\#(scale)}"#), "\(question)")
        #expect(asked.ask("snapshot", #""scale":\#(scale)"#) == picture)
      }
    }
    try await TestHTTPServer.run { server throws in
      let asked = try Asked(server.folder + "/s", "tiles")
      let tile = try #require(asked.page).replacing("?", with: "/tiles/10/512/511@2x.png?")
      _ = asked.ask("addOverlays", #""overlays":[{"id":"sea","shape":{"tiles":{}},"renderer":{}}]"#)
      let start = try #require(tile.firstRange(of: "/map/"))
      _ = try server.ask(String(tile[start.lowerBound...]))
      let question = asked.client.readLine() ?? ""
      #expect(question.contains("mapView.loadTiles"), "\(question)")
      #expect(question.ranges(of: #""z":10,"scale":2}"#).count == 4 && !question.contains(#""scale":1"#), "\(question)")
    }
  }

  @Test("a Swift program's own renderer and view are seen in pictures of its map")
  func program() async throws {
    final class Blue: OverlayRenderer {
      override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: DrawingContext) {
        context.setFillColor(.blue)
        context.fill(rect(for: mapRect))
      }
    }
    final class Cross: AnnotationView {
      override func draw(in context: DrawingContext) { context.fill(ScreenRect(x: 4, y: 0, width: 2, height: 10)) }
    }
    final class Delegate: MapViewDelegate {
      func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView? {
        let view = Cross(annotation: annotation, reuseIdentifier: nil)
        view.size = ScreenSize(width: 10, height: 10)
        return view
      }
      func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? {
        (overlay as? TileOverlay).map { TileOverlayRenderer(tileOverlay: $0) } ?? Blue(overlay: overlay)
      }
    }
    let place = Coordinate(clampingLatitude: 0.1, longitude: 0.1)
    try await TestHTTPServer.withServer { server in
      let delegate = Delegate()
      let map = try await GeoClient(socketPath: server.folder + "/s").mapView(named: "own", center: place, level: 10)
      map.delegate = delegate
      map.addAnnotation(PointAnnotation(coordinate: place, title: "here"))
      map.addOverlay(try Circle(center: place, radiusMeters: 10_000))
      try await map.synchronize()
      let page = try #require(map.page)
      let start = try #require(page.firstRange(of: "/map/"))
      let tile = String(page[start.lowerBound...]).replacing("?", with: "/tiles/10/512/511.png?")
      let empty = try await onThread { try server.ask(tile).body }
      // The daemon requests the tile from the program while drawing, so that a later picture has it.
      var drawn = empty
      for _ in 0..<1_000 where drawn == empty {
        try await map.synchronize()
        drawn = try await onThread { try server.ask(tile).body }
      }
      #expect(drawn != empty)
      // The same for its tiles, which it loads itself.
      let dot = try #require(Base64.decode(DrawnOverlayTests.dot.utf8))
      map.addOverlay(TileOverlay { path in path.z == 10 ? dot : [] })
      var tiled = drawn
      for _ in 0..<1_000 where tiled == drawn {
        try await map.synchronize()
        tiled = try await onThread { try server.ask(tile).body }
      }
      #expect(tiled != drawn)
      withExtendedLifetime(delegate) {}
    }
  }
}
