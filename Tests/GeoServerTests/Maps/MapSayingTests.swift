import GeoTestKit
import Testing

@testable import GeoServer

@Suite("What clients may say of overlays, annotations and regions", .serialized)
struct MapSayingTests {
  private static func map(_ server: TestServer, asks: String = "") throws -> RawClient {
    let client = try server.connect()
    let asks = asks.isEmpty ? "" : #","asks":["\#(asks)"]"#
    _ = client.reply(
      #"{"id":1,"method":"mapView.open","params":{"size":[256,256],"center":{"latitude":0,"longitude":0},"level":10,"baseMap":"none"\#(asks)}}"#
    )
    _ = ask(client, "subscribe", #""callbacks":[]"#)
    return client
  }

  @Test("what GeoJSON puts on a map has the properties of its feature as data, unless they are too long")
  func properties() async throws {
    try await TestServer.run { server in
      let map = try Self.map(server)
      let long = String(repeating: "x", count: 5_000)
      func feature(_ id: Int, _ type: String, _ places: String, _ properties: String) -> String {
        #"{"type":"Feature","id":"f\#(id)","geometry":{"type":"\#(type)","coordinates":\#(places)},"properties":\#(properties)}"#
      }
      let features = [
        feature(1, "Point", "[0,0]", #"{"title":"A","kind":7}"#),
        feature(2, "LineString", "[[0,0],[1,1]]", #"{"road":"B 1"}"#),
        feature(3, "MultiPoint", "[[0,0],[1,1]]", #"{"note":"\#(long)"}"#),
      ]
      let answer = ask(
        map, "addGeoJSON",
        #""geojson":{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#)
      #expect(answer.contains(#""overlays":["f2"],"withoutData":2"#), "\(answer)")
      let state = ask(map, "state", #""annotations":["f1"],"overlays":["f2"]"#)
      #expect(state.contains(#""title":"A","data":{"title":"A","kind":7}"#), "\(state)")
      #expect(state.contains(#""data":{"road":"B 1"}"#), "\(state)")
    }
  }

  @Test("an overlay has a coordinate, and can be an annotation, too")
  func overlayAsAnnotation() async throws {
    try await TestServer.run { server in
      let map = try Self.map(server)
      _ = ask(
        map, "addOverlays",
        #""overlays":[{"id":"o","title":"Zone","shape":{"circle":{"center":{"latitude":0.1,"longitude":0.2},"radiusMeters":500}}}]"#
      )
      let state = ask(map, "state", #""overlays":["o"]"#)
      #expect(state.contains(#"},"coordinate":{"latitude":0.1,"longitude":0.2},"level":"aboveLabels"}"#), "\(state)")
      #expect(ask(map, "addAnnotations", #""annotations":[{"id":"a","overlay":"o"}]"#).contains(#""count":1"#))
      let annotation = #"{"id":"a","coordinate":{"latitude":0.1,"longitude":0.2},"title":"Zone"}"#
      #expect(ask(map, "state", #""annotations":true"#).contains(annotation))
      let unknown = ask(map, "addAnnotations", #""annotations":[{"id":"b","overlay":"none"}]"#)
      #expect(unknown.contains("none") && unknown.contains("invalidQuery"), "\(unknown)")
    }
  }

  @Test("a region is said in meters, too")
  func meters() async throws {
    try await TestServer.run { server in
      let map = try Self.map(server)
      let center = #""center":{"latitude":0,"longitude":0}"#
      let region = ask(map, "setRegion", #"\#(center),"latitudinalMeters":11132,"longitudinalMeters":11132"#)
      let south = try #require(region.firstRange(of: #""south":"#)).upperBound
      let degrees = Double(region[south...].prefix { $0 != "," }) ?? 0
      #expect(abs(degrees + 0.05) < 0.001, "\(region)")
      let half = ask(map, "setRegion", #"\#(center),"latitudinalMeters":11132"#)
      #expect(half.contains("go together"))
    }
  }

  @Test("tiles without a level, and rectangles that no map has, are refused with a sentence")
  func limits() async throws {
    try await TestServer.run { server in
      let map = try Self.map(server)
      for (tiles, sentence) in [
        (#""minimumZ":9,"maximumZ":3"#, "'minimumZ' 9 is more than 'maximumZ' 3"),
        (#""boundingMapRect":{"x":0,"y":0,"width":1e300,"height":1}"#, "'boundingMapRect' must be"),
      ] {
        let answer = ask(map, "addOverlays", #""overlays":[{"id":1,"shape":{"tiles":{\#(tiles)}}}]"#)
        #expect(answer.contains(sentence), "\(answer)")
      }
    }
  }

  @Test("gradients, texts and pictures of a drawing may be as far from its corner as the world is wide")
  func farPlaces() async throws {
    try await TestServer.run { server in
      let map = try Self.map(server, asks: "drawing")
      // The whole world: the center of the picture is 134 million map points from the corner.
      let world = #"{"x":0,"y":0,"width":268435456,"height":268435456}"#
      _ = ask(
        map, "addOverlays",
        #""overlays":[{"id":"g","shape":{"custom":{"boundingMapRect":\#(world)}},"renderer":{"kind":"custom"}}]"#)
      map.sendLine(#"{"id":9,"method":"mapView.snapshot","params":{"mapView":1}}"#)
      let question = map.readLine() ?? ""
      let id = question.firstRange(of: #""id":""#).map { question[$0.upperBound...].prefix { $0 != "\"" } } ?? ""
      let gradient = ##"["linearGradient",[134086656,134086656],[134348800,134348800],[0,1],["#ff0000","#0000ff"]]"##
      let text = ##"["text",[134217728,134217728],"Here",{"size":20}]"##
      map.sendLine(##"{"id":"\##(id)","result":{"parts":[{"drawing":[\##(gradient),\##(text)]}]}}"##)
      let drawn = map.readLine() ?? ""
      #expect(drawn.contains(#""format":"png""#), "\(drawn.prefix(300))")
      _ = ask(map, "removeOverlays", #""all":true"#)
      #expect(ask(map, "snapshot") != drawn)
    }
  }

  @Test("what a client presses and holds is lifted, as under a finger on a page; what it lets go of before is selected")
  func held() async throws {
    try await TestServer.run { server in
      let map = try Self.map(server)
      _ = ask(
        map, "addAnnotations",
        #""annotations":[{"id":"k","coordinate":{"latitude":0,"longitude":0},"view":{"kind":"drawing","size":[40,40],"drawing":[],"draggable":true}}]"#
      )
      _ = ask(map, "subscribe", #""callbacks":["didChangeDragState","didSelectAnnotationView"]"#)
      for (gesture, heard) in [
        (#""gesture":"press","point":[128,128]"#, ["starting", "dragging"]),
        (#""gesture":"release","point":[128,128]"#, ["ending", "none"]),
      ] {
        #expect(ask(map, "gesture", gesture).contains("{}"))
        for state in heard {
          let line = map.readLine() ?? ""
          #expect(line.contains(#""state":"\#(state)""#) && line.contains(#""byUser":true"#), "\(line)")
        }
      }
      _ = ask(map, "gesture", #""gesture":"press","point":[128,128]"#)
      _ = ask(map, "gesture", #""gesture":"release","point":[128,128]"#)
      #expect(map.readLine()?.contains("didSelectAnnotationView") == true)
    }
  }

  @Test("whether tiles replace the map is read")
  func replacing() async throws {
    try await TestServer.run { server in
      let map = try Self.map(server, asks: "tiles")
      for (value, sentence) in [("true", #""count":1"#), ("3", "'canReplaceMapContent' must be true or false")] {
        let answer = ask(
          map, "addOverlays",
          #""overlays":[{"id":1,"shape":{"tiles":{"canReplaceMapContent":\#(value)}},"renderer":{}}]"#)
        #expect(answer.contains(sentence), "\(answer)")
      }
    }
  }
}
