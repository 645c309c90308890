import GeoTestKit
import Testing

@testable import GeoServer

@Suite("What a client reads of a map")
struct MapStateTests {
  @Test("annotations with their templates, overlays with their levels, by their ids, and everything else that was said")
  func everything() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      _ = client.reply(
        #"{"id":1,"method":"mapView.open","params":{"name":"read","size":[400,400],"center":{"latitude":0,"longitude":0},"level":10}}"#
      )
      _ = ask(client, "subscribe", #""callbacks":[]"#)
      let plain = ask(client, "state", #""annotations":true,"overlays":true"#)
      for member in ["templates", "screens", "showsUserLocation", "location", "userTrackingMode"] {
        #expect(!plain.contains("\"\(member)\""), "\(plain)")
      }
      #expect(plain.contains(#""annotations":[],"overlays":[]}"#))
      _ = ask(client, "registerTemplates", #""templates":{"bus":{"kind":"marker"},"depot":{"kind":"pin"}}"#)
      let columns = #""template":"bus","columns":{"ids":[7,8],"latitudes":[0,0.01],"longitudes":[0,0]}"#
      _ = ask(client, "addAnnotations", columns)
      _ = ask(client, "addAnnotations", #""annotations":[{"id":"x","coordinate":{"latitude":0,"longitude":1}}]"#)
      let line = #""shape":{"polyline":[[0,0],[0.1,0.1]]}"#
      _ = ask(client, "addOverlays", #""overlays":[{"id":"top",\#(line),"title":"Way","data":{"k":1}}]"#)
      _ = ask(client, "addOverlays", #""level":"aboveRoads","overlays":[{"id":"low",\#(line)}]"#)
      _ = ask(client, "setShowsUserLocation", #""shows":true"#)
      _ = ask(client, "updateUserLocation", #""coordinate":{"latitude":0,"longitude":0},"accuracyMeters":5"#)
      let state = ask(client, "state", #""annotations":[8,"nobody","x"],"overlays":["top","none","low"]"#)
      #expect(state.contains(#""templates":["bus","depot"]"#), "\(state)")
      #expect(
        state.contains(
          #""showsUserLocation":true,"userTrackingMode":"none","location":{"coordinate":{"latitude":0,"longitude":0},"accuracyMeters":5}"#
        ), "\(state)")
      #expect(
        state.contains(
          #""annotations":[{"id":8,"coordinate":{"latitude":0.01,"longitude":0},"template":"bus"},{"id":"x","coordinate":{"latitude":0,"longitude":1}}]"#
        ), "\(state)")
      #expect(state.contains(#""overlays":[{"id":"top","title":"Way","boundingMapRect":{"#), "\(state)")
      #expect(state.contains(#""data":{"k":1},"level":"aboveLabels"},{"id":"low","#), "\(state)")
      #expect(state.contains(#""level":"aboveRoads"}]"#))
      #expect(ask(client, "state", #""overlays":true"#).contains(#""overlays":["low","top"]"#))
      for (params, sentence) in [(#""annotations":[[]]"#, "array of ids"), (#""overlays":[{}]"#, "array of ids")] {
        #expect(ask(client, "state", params).contains(sentence), "\(params)")
      }
    }
  }

  @Test("a map is seen from the distance that was asked for, and says from which one")
  func distance() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      let center = #""center":{"latitude":47,"longitude":9},"centerCoordinateDistance":"#
      _ = client.reply(#"{"id":1,"method":"mapView.open","params":{"size":[400,300],\#(center)8000}}"#)
      #expect(ask(client, "state", #""overlays":false"#).contains(#""centerCoordinateDistance":8000,"#))
      #expect(ask(client, "setRegion", "\(center)2000").contains(#""level":14.8"#))
      #expect(ask(client, "state", #""overlays":false"#).contains(#""centerCoordinateDistance":2000,"#))
      #expect(
        ask(client, "setRegion", "\(center)0").contains(
          "'centerCoordinateDistance' must be a number from 1 to 1000000000"))
    }
  }

  @Test("who says only how near a map is keeps its middle, which on a new map is that of the world")
  func levelAlone() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      func point(_ latitude: Int, _ longitude: Int) -> String {
        ask(client, "convert", #""coordinates":[{"latitude":\#(latitude),"longitude":\#(longitude)}]"#)
      }
      _ = client.reply(#"{"id":1,"method":"mapView.open","params":{"size":[400,300],"level":5}}"#)
      #expect(ask(client, "state", #""overlays":false"#).contains(#""level":5,"#))
      #expect(point(0, 0).contains("[[200,150]]"))
      _ = ask(client, "setRegion", #""center":{"latitude":47,"longitude":9},"level":8"#)
      #expect(ask(client, "setRegion", #""level":12"#).contains(#""level":12"#))
      #expect(ask(client, "setRegion", #""centerCoordinateDistance":2000"#).contains(#""level":14.8"#))
      #expect(point(47, 9).contains("[[200,150]]"))
      for near in [#""span":[1,1]"#, #""latitudinalMeters":500,"longitudinalMeters":500"#] {
        #expect(!ask(client, "setRegion", near).contains(#""level":14.8"#), "\(near)")
      }
    }
  }

  @Test("a map shows one thing: what would be ignored beside it is refused, and nothing moves")
  func oneForm() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      _ = client.reply(#"{"id":1,"method":"mapView.open","params":{"size":[400,300],"level":5}}"#)
      let (center, rect) = (#""center":{"latitude":47,"longitude":9}"#, #""x":134217728,"y":133955584"#)
      let region = #""region":{"south":46.5,"west":8.5,"north":47.5,"east":9.5}"#
      for (params, words) in [
        ("\(region),\(center)", "'region' and 'center' exclude each other: give one of them"),
        (#"\#(region),"level":3"#, "'region' and 'level' exclude each other"),
        (#"\#(center),"level":3,"span":[1,1]"#, "'level' and 'span' exclude each other"),
        (#""visibleMapRect":{\#(rect),"width":100,"height":100},"level":3"#, "'visibleMapRect' and 'level' exclude"),
        (#"\#(center),"level":3,"edgePadding":10"#, "'edgePadding' is for a 'region'"),
      ] {
        #expect(ask(client, "setRegion", params).contains(words), "\(params)")
      }
      #expect(ask(client, "state", #""overlays":false"#).contains(#""level":5,"#))
      let wide = ask(client, "setRegion", #"\#(center),"span":[1,1],"edgePadding":100"#)
      #expect(wide != ask(client, "setRegion", #"\#(center),"span":[1,1]"#))
      #expect(wide.contains(#""level":6.58"#))
      #expect(ask(client, "setRegion", #"\#(region),"edgePadding":100"#).contains(#""level":6.58"#))
    }
  }
}
