import Foundation
import GeoSupport
import GeoTestKit
import Testing

@testable import GeoServer

/// Pages of maps, with a client that speaks WebSocket and is not a browser.
@Suite("Pages of maps", .serialized)
struct MapPageTests {
  @Test("who knows the token gets the page, its pictures, tiles and a snapshot; nobody else learns that there is a map")
  func page() async throws {
    try await TestHTTPServer.run { server throws in
      let map = try PagedMap(server)
      #expect(map.page.hasPrefix("/map/a%20fleet?token="))
      let page = try server.ask(map.page)
      #expect(page.status == 200 && page.text.contains("data-path=\"/map/a%20fleet\""))
      let policy = page["Content-Security-Policy"] ?? ""
      #expect(policy.hasPrefix("default-src 'none'; script-src 'nonce-") && !policy.contains("unsafe"))
      #expect(page["Referrer-Policy"] == "no-referrer" && page["Cache-Control"] == "no-store")
      #expect(!page.text.contains("<script src") && page.text.contains("<noscript>"))
      #expect(try server.ask(map.viewerPage).text.contains("data-viewer=\"true\""))
      for path in [
        "/map/a%20fleet", "/map/a%20fleet?token=0", "/map/other?token=0", map.page.replacing("fleet", with: "flee"),
        "/map/",
      ] { #expect(try server.ask(path).status == 404, "\(path)") }
      let before = try server.ask(map.path("tiles/10/512/511.png"))
      #expect(before.status == 200 && before["Content-Type"] == "image/png")
      let overlay =
        #""overlays":[{"id":1,"shape":{"circle":{"center":{"latitude":0.1,"longitude":0.1},"radiusMeters":9000}},"renderer":{"fillColor":"systemRed"}}]"#
      #expect(map.ask("addOverlays", overlay).contains(#""count":1"#))
      let after = try server.ask(map.path("tiles/10/512/511.png"))
      #expect(after.status == 200 && after.body != before.body && after["ETag"] != before["ETag"])
      #expect(try server.ask(map.path("tiles/10/512/5000.png")).status == 400)
      let snapshot = try server.ask(map.path("snapshot.png"))
      #expect(snapshot.status == 200 && snapshot.body.starts(with: [0x89, 0x50]))
      for (file, kind, start) in [("svg", "image/svg+xml", "<?xml"), ("pdf", "application/pdf", "%PDF")] {
        let document = try server.ask(map.path("snapshot.\(file)"))
        #expect(document.status == 200 && document["Content-Type"]?.hasPrefix(kind) == true)
        #expect(document.body.starts(with: Array(start.utf8)))
        #expect((document["Content-Security-Policy"]?.contains("sandbox") == true) == (file == "svg"))
      }
      #expect(try server.ask(map.path("socket")).status == 426)
      #expect(try server.ask(map.path("view/7.svg")).status == 404)
      #expect(try server.ask("/map.js").text.contains("screen.frame"))
      #expect(try server.ask("/leaflet/passwd").status == 404)
    }
  }

  @Test("frames that no browser sends close a page's socket with the code of RFC 6455; others do not")
  func frames() async throws {
    try await TestHTTPServer.run { server throws in
      let map = try PagedMap(server)
      let mask: [UInt8] = [1, 2, 3, 4]
      func masked(_ data: [UInt8]) -> [UInt8] { mask + data.enumerated().map { $1 ^ mask[$0 % 4] } }
      func frame(_ first: UInt8, _ data: [UInt8]) -> [UInt8] {
        let length: [UInt8] =
          data.count < 126 ? [UInt8(data.count)] : [126, UInt8(data.count >> 8), UInt8(data.count & 255)]
        return [first, 0x80 | length[0]] + length.dropFirst() + masked(data)
      }
      let (hello, long) = (Array(#"{"method":"screen.hello"}"#.utf8), [UInt8](repeating: 32, count: 9_000))
      let cases: [(String, [UInt8], Int)] = [
        ("no mask", [0x81, UInt8(hello.count)] + hello, 1002), ("a reserved bit", frame(0xC1, hello), 1002),
        ("an opcode without meaning", frame(0x83, hello), 1002),
        ("a continuation of nothing", frame(0x80, hello), 1002),
        ("a text within a text", frame(0x01, hello) + frame(0x81, hello), 1002),
        ("a ping in parts", frame(0x09, []), 1002),
        ("a long ping", frame(0x89, [UInt8](repeating: 0, count: 126)), 1002),
        ("bytes", frame(0x82, hello), 1003), ("no UTF-8", frame(0x81, [0xFF, 0xFE]), 1007),
        ("half a character at the end of a text", frame(0x01, hello) + frame(0x80, [0xC3]), 1007),
        ("too much in one", [0x81, 0xFE, 0xFF, 0xFF] + mask, 1009),
        ("too much in parts", frame(0x01, long) + frame(0x80, long), 1009),
        ("farewell", frame(0x88, [0x03, 0xE9]), 1001), ("farewell without a word", frame(0x88, []), 1000),
        ("a program's farewell", frame(0x88, [0x0F, 0xA0] + Array("ü".utf8)), 4000),
        ("half a code", frame(0x88, [3]), 1002), ("a code that nobody sends", frame(0x88, [0x03, 0xED]), 1002),
        ("a farewell that is no text", frame(0x88, [0x03, 0xE8, 0xFF]), 1002),
        (
          "a text in parts with a ping within",
          frame(0x01, Array(hello[..<9])) + frame(0x89, [7])
            + frame(0x80, Array(hello[9...])) + frame(0x88, [0x03, 0xE8]), 1000
        ),
      ]
      for (name, bytes, code) in cases {
        let screen = try ScreenClient(server.port, map.path("socket"))
        screen.sendRaw(bytes)
        #expect(try screen.closeCode() == code, "\(name)")
      }
    }
  }

  @Test("a page that pings and takes no pongs is not read any further")
  func pings() async throws {
    try await TestHTTPServer.run { server throws in
      let map = try PagedMap(server)
      let screen = try ScreenClient(server.port, map.path("socket"))
      let ping: [UInt8] = [0x89, 0xFD, 0, 0, 0, 0] + [UInt8](repeating: 7, count: 125)
      let taken = screen.flood([[UInt8]](repeating: ping, count: 500).flatMap(\.self), limit: 64 << 20)
      #expect(taken < 32 << 20, "\(taken) bytes")
    }
  }

  @Test("Leaflet comes from its folder, and where it is not there a sentence says what to install")
  func leaflet() async throws {
    try await TestHTTPServer.run({ $0.leafletFolder = "/nowhere" }) { server throws in
      let answer = try server.ask("/leaflet/leaflet.js")
      #expect(answer.status == 404 && answer.text.contains("libjs-leaflet"))
    }
    let folder = TemporaryFolder()
    @Sendable func write(_ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("leaflet.js")))
    }
    try write("one")
    try await TestHTTPServer.run({ $0.leafletFolder = folder.path }) { server throws in
      let first = try server.ask("/leaflet/leaflet.js")
      let tag = try #require(first["ETag"])
      func again() throws -> Int {
        try server.ask("/leaflet/leaflet.js", fields: ["If-None-Match: \(tag)"]).status
      }
      #expect(first.text == "one" && first["Cache-Control"] == "no-cache")
      #expect(try again() == 304)
      try write("two")
      #expect(try again() == 200, "the package was updated")
    }
  }

  @Test("what is dragged on one page cannot be dragged on another, which is told so")
  func dragOfTwo() async throws {
    try await TestHTTPServer.run { server throws in
      let map = try PagedMap(server)
      _ = map.ask("addAnnotations", PagedMap.depot)
      let pin = #"{"id":"pin","coordinate":{"latitude":0.1,"longitude":0},"view":{"draggable":true}}"#
      let fixed = #"{"id":"fixed","coordinate":{"latitude":-0.1,"longitude":0}}"#
      _ = map.ask("addAnnotations", #""annotations":[\#(pin),\#(fixed)]"#)
      let pages = try (0..<2).map { _ in try ScreenClient(server.port, map.path("socket")) }
      for page in pages {
        page.send("hello", #"{"size":[400,300]}"#)
        _ = try page.frame()
      }
      func refusal() throws -> String {
        while true {
          let line = try pages[1].frame()
          if line.contains("screen.refuse") { return line }
        }
      }
      pages[1].send("lift", #"{"annotation":"fixed"}"#)
      #expect(try refusal().contains(#""params":{"annotation":"fixed"}"#))
      pages[0].send("lift", #"{"annotation":"depot"}"#)
      while !(try pages[0].frame().contains(#""dragging":true"#)) {}
      for id in ["pin", "depot"] {
        pages[1].send("lift", #"{"annotation":"\#(id)"}"#)
        #expect(try refusal().contains(#""params":{"annotation":"\#(id)"}"#))
      }
      pages[1].send("drop", "{}")
      pages[0].send("cancel", "{}")
      while !(try pages[0].frame().contains(#""id":"depot""#)) {}
      pages[1].send("lift", #"{"annotation":"pin"}"#)
      #expect(map.line(with: #""annotation":"pin","state":"starting""#).contains("didChangeDragState"))
    }
  }

  @Test("two pages that are moved at once end at the same place")
  func movesOfTwo() async throws {
    try await TestHTTPServer.run { server throws in
      let map = try PagedMap(server)
      let pages = try (0..<2).map { _ in try ScreenClient(server.port, map.path("socket")) }
      for page in pages {
        page.send("hello", #"{"size":[400,300]}"#)
        _ = try page.frame()
      }
      for trial in 11...19 {
        let latitude = #""latitude":0.0\#(trial),"#
        let place = #""at":{\#(latitude)"longitude":0.1},"level":10"#
        pages[1].send("show", #"{\#(place),"last":false}"#)
        // The first page receives this while it is being moved, and ignores it.
        while !(try pages[0].frame().contains(latitude)) {}
        pages[0].send("show", #"{"at":{"latitude":0.2,"longitude":0.\#(trial)},"level":10,"last":true}"#)
        // The move has ended, and the next frame has not come yet.
        let there = #""coordinates":[{"latitude":0.2,"longitude":0.\#(trial)}]"#
        while !map.ask("convert", there).contains("[200,150]") {}
        pages[1].send("show", #"{\#(place),"last":true}"#)
        // Longer than from a change to its frame. A change after that has a frame of its own, which would otherwise
        // also have the place.
        Thread.sleep(forTimeInterval: 0.2)
        _ = map.ask("setControls", #""controls":[{"kind":"text","title":"trial \#(trial)"}]"#)
        var frames: [String] = []
        repeat { frames.append(try pages[0].frame()) } while !frames[frames.count - 1].contains("trial \(trial)")
        #expect(frames.dropLast().last?.contains(latitude) == true, "\(frames)")
      }
    }
  }

  @Test("a page is shown views and what changes of them, and what is done on it the client hears")
  func screen() async throws {
    try await TestHTTPServer.run { server throws in
      let map = try PagedMap(server)
      _ = map.ask("addAnnotations", PagedMap.depot)
      let screen = try ScreenClient(server.port, map.path("socket"))
      screen.send("hello", #"{"size":[400,300],"scale":1}"#)
      let first = try screen.frame()
      #expect(first.contains(#""id":"depot","at":{"latitude":0,"longitude":0}"#) && first.contains(#""title":"<b>""#))
      #expect(first.contains(#""draggable":true"#) && first.contains(#""callout":null"#))
      let look = try #require(first.firstRange(of: #""look":""#)).upperBound
      let picture = try server.ask(map.path("view/\(first[look...].prefix { $0 != "\"" }).svg"))
      #expect(picture.status == 200 && picture["Content-Type"] == "image/svg+xml" && picture.text.contains("<svg"))
      #expect(map.line(with: "screenDidConnect").contains(#""screen":1,"size":[400,300]"#))

      screen.send("select", #"{"annotation":"depot"}"#)
      #expect(map.line(with: "didSelect").contains(#""annotation":"depot","byUser":true,"screen":1"#))
      let selected = try screen.frame()
      #expect(selected.contains(#""selected":true"#) && selected.contains(#""right":{"button":"More"}"#))
      screen.send("accessory", #"{"side":"right"}"#)
      #expect(map.line(with: "calloutAccessoryControlTapped").contains(#""control":"more","side":"right","screen":1"#))

      // A drag that is cancelled, and one that is completed.
      for (end, state) in [("cancel", "canceling"), ("drop", "ending")] {
        screen.send("lift", #"{"annotation":"depot"}"#)
        screen.send("carry", #"{"at":{"latitude":0.1,"longitude":0.1}}"#)
        screen.send(end, "{}")
        for one in ["starting", "dragging", state, "none"] {
          let line = map.line(with: "didChangeDragState")
          #expect(line.contains(#""state":"\#(one)""#), "\(line)")
        }
      }
      #expect(
        map.ask("state", #""annotations":true"#).contains(#""id":"depot","coordinate":{"latitude":0.1,"longitude":0.1"#)
      )

      screen.send("show", #"{"at":{"latitude":1,"longitude":2},"level":11,"last":true}"#)
      #expect(map.line(with: "regionDidChange").contains(#""level":11,"byUser":true,"screen":1"#))
      while try !screen.frame().contains(#""level":11,"mover":1"#) {}
      // When a client moves the map, the page follows, although it was the last page to move it.
      _ = map.ask("setRegion", #""center":{"latitude":0,"longitude":2}"#)
      while try !screen.frame().contains(#""level":11,"mover":0"#) {}
      _ = map.ask("setRegion", #""center":{"latitude":1,"longitude":2}"#)
      screen.send("tap", #"{"at":{"latitude":1,"longitude":2}}"#)
      #expect(map.line(with: "didTap").contains(#""point":[200,150],"screen":1"#))
      // Invalid messages change nothing.
      for line in ["", "{", "[]", #"{"method":"screen.show"}"#, #"{"method":"mapView.close","params":{"mapView":1}}"#] {
        screen.sendText(line)
      }
      screen.close()
      #expect(map.line(with: "screenDidDisconnect").contains(#""screen":1"#))
    }
  }

  @Test("a client or page that vanishes in the middle of a gesture leaves nothing lifted and the map at rest")
  func vanishing() async throws {
    try await TestHTTPServer.run { server throws in
      let map = try PagedMap(server)
      _ = map.ask("addAnnotations", PagedMap.depot)
      // Another client drags the depot, and then the map.
      for point in ["[200,140]", "[20,20]"] {
        let other = try #require(RawClient(path: server.folder + "/s"))
        _ = other.ask(#"{"id":1,"method":"mapView.open","params":{"name":"a fleet"}}"#)
        let pressed = #"{"id":2,"method":"mapView.gesture","params":{"mapView":1,"gesture":"#
        _ = other.ask(pressed + #""press","point":\#(point),"time":1}}"#)
        _ = other.ask(pressed + #""move","point":[90,90],"time":2}}"#)
        let isDrag = point == "[200,140]"
        #expect(map.line(with: isDrag ? #""state":"dragging""# : "regionWillChange").contains(#""byUser":true"#))
        other.finish()
        #expect(map.line(with: isDrag ? #""state":"canceling""# : "regionDidChange").contains(#""byUser":true"#))
      }
      // A page moves the map; afterwards another page, and a touch on it, find the map at rest.
      let screen = try ScreenClient(server.port, map.path("socket"))
      screen.send("hello", #"{"size":[400,300]}"#)
      screen.send("show", #"{"at":{"latitude":0.01,"longitude":0},"level":10,"last":false}"#)
      #expect(map.line(with: "regionWillChange").contains(#""screen":1"#))
      screen.close()
      #expect(map.line(with: "regionDidChange").contains(#""animated":true"#))
      let next = try ScreenClient(server.port, map.path("socket"))
      next.send("hello", #"{"size":[400,300]}"#)
      next.send("lift", #"{"annotation":"depot"}"#)
      #expect(map.line(with: "didChangeDragState").contains(#""state":"starting""#))
    }
  }

  @Test("two pages show the same; one that may only look changes nothing")
  func pages() async throws {
    try await TestHTTPServer.run { server throws in
      let map = try PagedMap(server)
      _ = map.ask("addAnnotations", PagedMap.depot)
      let one = try ScreenClient(server.port, map.path("socket"))
      let viewer = try ScreenClient(server.port, map.viewerPage.replacing("?", with: "/socket?"))
      one.send("hello", #"{"size":[400,300]}"#)
      _ = try one.frame()
      viewer.send("hello", #"{"size":[800,200]}"#)
      #expect(try viewer.frame().contains("depot"))
      // As wide as one page and as high as the other.
      while !map.ask("state", #""overlays":false"#).contains(#""size":[800,300]"#) {}
      viewer.send("select", #"{"annotation":"depot"}"#)
      viewer.send("show", #"{"at":{"latitude":1,"longitude":2},"level":11}"#)
      one.send("select", #"{"annotation":"depot"}"#)
      #expect(try viewer.frame().contains(#""selected":true"#))
      let state = map.ask("state", #""overlays":false"#)
      #expect(state.contains(#""level":10"#), "\(state)")
    }
  }

  @Test("controls stand on pages, and what is tapped the client hears; what is none is refused with a sentence")
  func controls() async throws {
    try await TestHTTPServer.run { server throws in
      let map = try PagedMap(server)
      let screen = try ScreenClient(server.port, map.path("socket"))
      screen.send("hello", #"{"size":[400,300]}"#)
      #expect(try screen.frame().contains(#""controls":[]"#))
      #expect(map.line(with: "screenDidConnect").contains(#""screen":1"#))
      let legend = ##"{"kind":"legend","title":"Speed","entries":[{"color":"#ff000080","title":"slow"}]}"##
      let button = #"{"kind":"button","id":"all","title":"Show all","position":"bottomLeft"}"#
      #expect(map.ask("setControls", #""controls":[\#(legend),\#(button)]"#).contains(#""result":{}"#))
      let frame = try screen.frame()
      #expect(frame.contains(##""entries":[{"light":"#ff000080","dark":"#ff000080","title":"slow"}]"##))
      #expect(frame.contains(#"{"kind":"button","position":"bottomLeft","id":"all","title":"Show all"}"#))
      screen.send("control", #"{"control":"none"}"#)
      screen.send("control", #"{"control":"all"}"#)
      #expect(map.line(with: "didTapControl").contains(#""control":"all","byUser":true,"screen":1"#))
      for (controls, sentence) in [
        ("1", "'controls' must be an array"), ("[{}]", "'title' of a control is missing"),
        (#"[{"kind":"clock"}]"#, "'kind' must be one of 'text', 'legend', 'button'"),
        (#"[{"kind":"legend"}]"#, "'entries' must be an array"),
        (#"[{"kind":"legend","entries":[{"title":"x"}]}]"#, "'color' of a legend's line is missing"),
        (#"[{"kind":"button","title":"x"}]"#, "'id' must be a text that names the button"),
        ("[\(button),\(button)]", "two buttons have the same 'id'"),
        ("[\(repeatElement(button, count: 33).joined(separator: ","))]", "a map may have 32 controls"),
      ] {
        let answer = map.ask("setControls", "\"controls\":\(controls)")
        #expect(answer.contains(sentence), "\(answer)")
      }
      #expect(map.ask("setControls", #""controls":[]"#).contains(#""result":{}"#))
      #expect(try screen.frame().contains(#""controls":[]"#))
    }
  }

  @Test("a page that does not acknowledge gets no more than two frames, and then all that has changed at once")
  func acknowledgement() async throws {
    try await TestHTTPServer.run { server throws in
      let map = try PagedMap(server)
      let screen = try ScreenClient(server.port, map.path("socket"))
      screen.acknowledges = false
      screen.send("hello", #"{"size":[400,300]}"#)
      #expect(try screen.frame().contains(#""frame":1"#))
      func add(_ id: Int) {
        _ = map.ask("addAnnotations", #""columns":{"ids":[\#(id)],"latitudes":[0],"longitudes":[0.0\#(id)]}"#)
      }
      add(1)
      #expect(try screen.frame().contains(#""frame":2"#))
      for id in 2...5 { add(id) }
      screen.send("ack", #"{"frame":2}"#)
      let frame = try screen.frame()
      #expect(frame.contains(#""frame":3"#) && (2...5).allSatisfy { frame.contains("\"id\":\($0),") }, "\(frame)")
    }
  }

  @Test("pages of other sites, without a token or beyond the limit are refused, and a map that ends closes its pages")
  func refusals() async throws {
    var limits = ServerOptions()
    limits.screensPerMap = 1
    try await TestHTTPServer.run(limits: limits) { server throws in
      let map = try PagedMap(server)
      let path = map.path("socket")
      #expect(throws: TestFailure.self) { try ScreenClient(server.port, path, ["Origin: https://example.org"]) }
      #expect(throws: TestFailure.self) { try ScreenClient(server.port, "/map/a%20fleet/socket?token=1") }
      #expect(throws: TestFailure.self) { try ScreenClient(server.port, path, version: 12) }
      let screen = try ScreenClient(server.port, path, ["Origin: http://localhost"])
      screen.send("hello", #"{"size":[400,300]}"#)
      _ = try screen.frame()
      let second = try ScreenClient(server.port, path)
      #expect(try second.isClosed())
      screen.sendText(String(repeating: "x", count: 20_000))
      #expect(try screen.isClosed())
      #expect(map.line(with: "screenDidDisconnect").contains(#""screen":1"#))
      let third = try ScreenClient(server.port, path)
      third.send("hello", #"{"size":[400,300]}"#)
      _ = try third.frame()
      _ = map.client.ask(#"{"id":3,"method":"mapView.open","params":{"name":"a fleet","stays":0}}"#)
      for number in [1, 2] { _ = map.client.ask(#"{"id":4,"method":"mapView.close","params":{"mapView":\#(number)}}"#) }
      #expect(try third.isClosed())
      #expect(try server.ask(map.page).status == 404)
    }
  }
}
