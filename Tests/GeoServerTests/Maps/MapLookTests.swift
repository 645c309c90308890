import GeoTestKit
import Testing

@testable import GeoMapServer
@testable import GeoServer

/// The looks of maps and their views, as set by clients and sent to pages.
@Suite("Looks of maps and views", .serialized)
struct MapLookTests {
  private struct Map {
    let client: RawClient
    let screen: ScreenClient
    let path: String

    init(_ server: TestHTTPServer, _ more: String = "") throws {
      client = try #require(RawClient(path: server.folder + "/s"))
      let reply = try #require(
        client.ask(
          #"{"id":1,"method":"mapView.open","params":{"name":"look","size":[400,300],"center":{"latitude":0,"longitude":0},"level":10\#(more)}}"#
        ))
      let start = try #require(reply.firstRange(of: "\"page\":\"http://127.0.0.1:\(server.port)"))
      path = String(reply[start.upperBound...].prefix { $0 != "\"" })
      screen = try ScreenClient(server.port, path.replacing("?", with: "/socket?"))
      screen.send("hello", #"{"size":[400,300]}"#)
    }

    func ask(_ method: String, _ params: String) -> String {
      client.reply(#"{"id":2,"method":"mapView.\#(method)","params":{"mapView":1,\#(params)}}"#)
    }

    /// The next frame that contains a text.
    func frame(with text: String) throws -> String {
      while true {
        let frame = try screen.frame()
        if frame.contains(text) { return frame }
      }
    }
  }

  private static func bus(_ view: String, _ more: String = "") -> String {
    #""annotations":[{"id":1,"coordinate":{"latitude":0,"longitude":0},"title":"Bus","subtitle":"late"\#(more),"view":\#(view)}]"#
  }

  @Test("a view is turned by degrees, or as its annotation heads, also when it moves")
  func rotation() async throws {
    try await TestHTTPServer.run { server throws in
      let map = try Map(server)
      _ = map.ask("addAnnotations", MapLookTests.bus(#"{"kind":"marker","rotation":-90}"#))
      _ = try map.frame(with: #""rotation":270"#)
      _ = map.ask(
        "registerTemplates",
        #""templates":{"car":{"kind":"drawing","size":[10,10],"drawing":[["fill","M0 0L10 0L5 10Z","red"]],"rotation":"heading"}}"#
      )
      let cars = #""ids":[7,8],"latitudes":[0.1,0.1],"longitudes":[0.1,0.2]"#
      _ = map.ask("addAnnotations", #""template":"car","columns":{\#(cars),"headings":[45,90]}"#)
      let first = try map.frame(with: #""id":7"#)
      #expect(first.contains(#""rotation":45"#) && first.contains(#""rotation":90"#))
      #expect(map.ask("moveAnnotations", #"\#(cars),"headings":[46,91]"#).contains(#""unknown":[]"#))
      _ = try map.frame(with: #""rotation":46"#)
      // Without headings they keep their direction.
      _ = map.ask("moveAnnotations", #""ids":[7],"latitudes":[0.12],"longitudes":[0.1]"#)
      #expect(try map.frame(with: #""id":7"#).contains(#""rotation":46"#))
      _ = map.ask("updateAnnotations", #""annotations":[{"id":7,"heading":180}]"#)
      _ = try map.frame(with: #""rotation":180"#)
      #expect(map.ask("state", #""annotations":true"#).contains(#""heading":180"#))
      #expect(map.ask("moveAnnotations", #"\#(cars),"headings":[1]"#).contains("headings"))
      for wrong in [#""up""#, "361"] {
        let answer = map.ask("setView", #""annotation":7,"view":{"rotation":\#(wrong)}"#)
        #expect(answer.contains("'rotation' must be degrees from -360 to 360, or 'heading'"), "\(answer)")
      }
    }
  }

  @Test("a marker has the color of its letters, its subtitle, and how it comes, on pages")
  func markers() async throws {
    try await TestHTTPServer.run { server throws in
      let map = try Map(server)
      let look = ##""kind":"marker","glyphText":"B","animatesWhenAdded":true"##
      _ = map.ask("addAnnotations", MapLookTests.bus("{\(look)}"))
      let plain = try map.frame(with: #""title":"Bus""#)
      #expect(plain.contains(#""label":"adaptive""#) && !plain.contains("sublabel"))
      #expect(plain.contains(#""enters":"grow""#))
      // When selected, it shows both if it has no callout.
      _ = map.ask("selectAnnotation", #""annotation":1"#)
      let selected = try map.frame(with: #""selected":true"#)
      #expect(selected.contains(#""label":"visible","sublabel":true"#), "\(selected)")
      _ = map.ask(
        "addAnnotations",
        MapLookTests.bus(
          ##"{\##(look),"glyphTintColor":"#00ff00","subtitleVisibility":"visible","canShowCallout":true}"##))
      let open = try map.frame(with: #""callout":{"id""#)
      #expect(!open.contains(#""label""#))
      _ = map.ask("deselectAnnotation", #""annotation":1"#)
      let colored = try map.frame(with: #""sublabel":true"#)
      let start = try #require(colored.firstRange(of: #""look":""#)).upperBound
      let name = String(colored[start...].prefix { $0 != "\"" })
      let picture = try server.ask(map.path.replacing("?", with: "/view/\(name).svg?"))
      #expect(picture.text.contains("rgb(0%,100%,0%)"))
    }
  }

  @Test("the base map's style, languages and darkness are said when a map is opened, and later")
  func baseMap() async throws {
    try await TestHTTPServer.run { server throws in
      let map = try Map(server, #","baseMap":"muted","languages":["de"]"#)
      let first = try map.frame(with: #""overlays":"#)
      #expect(!first.contains("appearance"))
      func version(_ frame: String) -> Substring {
        frame.firstRange(of: #""overlays":"#).map { frame[$0.upperBound...].prefix { $0.isNumber } } ?? ""
      }
      let same = #""baseMap":"muted","languages":["de"],"userInterfaceStyle":"light""#
      #expect(map.ask("setBaseMap", same).contains(#""result":{}"#))
      #expect(map.ask("setBaseMap", #""userInterfaceStyle":"dark""#).contains(#""result":{}"#))
      let dark = try map.frame(with: #""appearance":"dark""#)
      #expect(version(dark) != version(first))
      for base in ["standard", "sketch", "none", "muted"] {
        #expect(map.ask("setBaseMap", #""baseMap":"\#(base)""#).contains(#""result":{}"#))
        #expect(try server.ask(map.path.replacing("?", with: "/tiles/10/512/511.png?")).status == 200)
      }
      let wrong = map.ask("setBaseMap", #""baseMap":"neon""#)
      #expect(wrong.contains("'baseMap' must be one of 'standard', 'muted', 'sketch', 'none'"), "\(wrong)")
      #expect(map.ask("setBaseMap", #""languages":"de""#).contains("'languages' must be an array"))
    }
  }

  @Test("the picture of a page has all views that stand there, not only the nearest 2,000")
  func manyViews() async throws {
    try await TestHTTPServer.run { server throws in
      let map = try Map(server, #","baseMap":"none""#)
      _ = map.ask(
        "registerTemplates",
        #""templates":{"dot":{"kind":"drawing","size":[4,4],"collisionMode":"none","drawing":[["fill","M0 0L4 0L4 4L0 4Z","red"]]}}"#
      )
      // Two thousand in the center, and one near the edge.
      let count = 2_000
      func list(_ last: String, _ each: String) -> String {
        (repeatElement(each, count: count) + [last]).joined(separator: ",")
      }
      let ids = (0...count).map { "\($0)" }.joined(separator: ",")
      let columns = #""ids":[\#(ids)],"latitudes":[\#(list("0.15", "0"))],"longitudes":[\#(list("0.2", "0"))]"#
      _ = map.ask("addAnnotations", #""template":"dot","columns":{\#(columns)}"#)
      let all = try server.ask(map.path.replacing("?", with: "/snapshot.png?")).body
      _ = map.ask("removeAnnotations", #""ids":[2000]"#)
      #expect(try server.ask(map.path.replacing("?", with: "/snapshot.png?")).body != all)
    }
  }
}
