import GeoTestKit
import Testing

@testable import GeoServer

@Suite("Overlays of maps over the socket")
struct MapOverlayTests {
  @Test("an overlay that is inserted goes to the place that is asked for, also when it is there already")
  func inserted() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      func ask(_ method: String, _ params: String) -> String {
        client.ask(#"{"id":1,"method":"mapView.\#(method)","params":{"mapView":1,\#(params)}}"#) ?? ""
      }
      func object(_ id: String) -> String { #"{"id":"\#(id)","shape":{"polyline":[[0,0],[1,1]]}}"# }
      func insert(_ id: String, _ place: String) -> String {
        ask("insertOverlay", #""overlay":\#(object(id)),\#(place)"#)
      }
      func order() -> String {
        let state = ask("state", #""overlays":true"#)
        return state.split(separator: #""overlays":"#).last.map { String($0.prefix { $0 != "]" }) } ?? ""
      }
      _ = client.ask(#"{"id":1,"method":"mapView.open","params":{}}"#)
      let all = ["a", "b", "c"].map(object).joined(separator: ",")
      #expect(ask("addOverlays", #""overlays":[\#(all)]"#).contains(#""count":3"#))
      _ = insert("c", #""at":0"#)
      #expect(order() == #"["c","a","b""#)
      _ = insert("c", #""above":"b""#)
      #expect(order() == #"["a","b","c""#)
      _ = insert("c", #""below":"b""#)
      #expect(order() == #"["a","c","b""#)
      _ = insert("a", #""title":"again""#)
      #expect(order() == #"["a","c","b""#, "without a place it stays")
      _ = insert("b", #""level":"aboveRoads""#)
      #expect(order() == #"["b","a","c""#, "those above roads come first")
      #expect(insert("a", #""above":"a""#).contains("'above' must be the id of another overlay"))
      #expect(insert("a", #""above":"x""#).contains("no overlay has the id 'x'"))
    }
  }

  @Test("a hole of the world over the antimeridian looks like two that end there")
  func worldHoles() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      func ask(_ method: String, _ params: String) -> String {
        client.ask(#"{"id":1,"method":"mapView.\#(method)","params":{\#(params)}}"#) ?? ""
      }
      _ = ask("open", #""size":[200,100],"baseMap":"none","center":{"latitude":0,"longitude":180},"level":2"#)
      func picture(_ holes: String) -> String {
        let shape = #""shape":{"world":{"holes":[\#(holes)]}}"#
        _ = ask("addOverlays", #""mapView":1,"overlays":[{"id":1,\#(shape),"renderer":{"fillColor":"red"}}]"#)
        return ask("snapshot", #""mapView":1"#)
      }
      func hole(_ west: Int, _ east: Int) -> String {
        "[[\(west),-10],[\(east),-10],[\(east),10],[\(west),10],[\(west),-10]]"
      }
      let halves = picture("\(hole(170, 180)),\(hole(-180, -170))")
      #expect(halves.contains(#""data":""#) && halves != picture(""))
      #expect(picture(hole(170, 190)) == halves)
      #expect(picture(hole(-190, -170)) == halves)
    }
  }

  @Test("a place that is nowhere on the Earth is named with its number among the others")
  func misplaced() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      _ = client.reply(#"{"id":1,"method":"mapView.open","params":{}}"#)
      let line = #"{"id":"way","shape":{"polyline":[[9,47],[9,48]]}}"#
      _ = ask(client, "addOverlays", #""overlays":[\#(line)]"#)
      func add(_ shape: String) -> String {
        ask(client, "addOverlays", #""overlays":[{"id":"o","shape":{\#(shape)}}]"#)
      }
      let far = "has the latitude 95.0, which is out of range (-90 to 90); a place is [longitude,latitude]"
      #expect(add(#""polyline":[[9,47],[10,95]]"#).contains("'polyline[1]' of overlay 'o' \(far)"))
      let hole = add(#""polygon":[[[0,0],[1,0],[1,1]],[[0,95],[1,0],[1,1]]]"#)
      #expect(hole.contains("'polygon[1][0]' of overlay 'o' \(far)"), "\(hole)")
      #expect(add(#""world":{"holes":[[[0,0],[1,95],[1,1]]]}"#).contains("'holes[0][1]' \(far)"))
      #expect(
        add(#""circle":{"center":{"latitude":95,"longitude":10},"radiusMeters":5}"#).contains(
          "'circle' of overlay 'o': latitude 95.0 is out of range"))
      #expect(add(#""polyline":[[9,"47"]]"#).contains("'polyline' of overlay 'o' must be an array of places"))
      let more = ask(client, "extendOverlay", #""overlay":"way","places":[[9,49],[9,95]]"#)
      #expect(more.contains("'places[1]' \(far)"), "\(more)")
      let wrong = #"{"latitude":95,"longitude":0}"#
      let added = ask(client, "addAnnotations", #""annotations":[{"id":"a","coordinate":\#(wrong)}]"#)
      #expect(added.contains("annotation 'a': latitude 95.0 is out of range"), "\(added)")
      let converted = ask(client, "convert", #""coordinates":[{"latitude":5,"longitude":0},\#(wrong)]"#)
      #expect(converted.contains("'coordinates[1]': latitude 95.0 is out of range"), "\(converted)")
    }
  }

  @Test("a style that its overlay cannot have, and dashes that nobody could see, are refused with a sentence")
  func impossibleStyles() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      _ = client.reply(#"{"id":1,"method":"mapView.open","params":{}}"#)
      let area = #""polygon":[[[0,0],[1,0],[1,1]]]"#
      let circle = #""circle":{"center":{"latitude":0,"longitude":0},"radiusMeters":5}"#
      func add(_ shape: String, _ renderer: String) -> String {
        ask(client, "addOverlays", #""overlays":[{"id":"o","shape":{\#(shape)},"renderer":{\#(renderer)}}]"#)
      }
      let parts = [
        ("strokeStart", #""strokeStart":0.2"#), ("strokeEnd", #""strokeEnd":0.9"#),
        ("colors", #""colors":["red","blue"]"#),
      ]
      for (name, renderer) in parts {
        #expect(add(#""polyline":[[0,0],[1,1]]"#, renderer).contains(#""count":1"#), "\(name)")
        for shape in [area, circle, #""multiPolyline":[[[0,0],[1,1]]]"#, #""tiles":{}"#] {
          let answer = add(shape, renderer)
          #expect(answer.contains("'\(name)' is for a 'polyline' or 'geodesicPolyline'; leave it out"), "\(answer)")
        }
      }
      #expect(add(area, #""strokeColor":"red","strokeStart":0,"strokeEnd":1"#).contains(#""count":1"#))
      #expect(ask(client, "setRenderer", #""overlay":"o","renderer":{"strokeEnd":0.5}"#).contains("'strokeEnd' is for"))
      for dashes in ["[6,-4]", "[0,0]", "[-1]", "4"] {
        let answer = add(area, #""lineDashPattern":\#(dashes)"#)
        #expect(answer.contains("none of them negative and not all 0"), "\(answer)")
      }
      for dashes in ["[]", "[6]", "[0,4]"] {
        #expect(add(area, #""lineDashPattern":\#(dashes)"#).contains(#""count":1"#), "\(dashes)")
      }
      for renderer in [#""kind":"gradient""#, #""locations":[0,1]"#] {
        #expect(add(#""polyline":[[0,0],[1,1]]"#, renderer).contains("'colors' is missing"), "\(renderer)")
      }
    }
  }

  @Test("longitudes go on beyond 180: the shape is over the antimeridian, and not round the world")
  func antimeridian() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      _ = client.ask(#"{"id":1,"method":"mapView.open","params":{"asks":["renderers"],"baseMap":"none"}}"#)
      func add(_ shape: String) -> String {
        client.ask(
          #"{"id":2,"method":"mapView.addOverlays","params":{"mapView":1,"overlays":[{"id":1,"shape":{\#(shape)}}]}}"#)
          ?? ""
      }
      let world = 268_435_456.0
      for shape in [
        #""polyline":[[170,0],[190,10]]"#, #""polygon":[[[170,0],[190,0],[190,10]]]"#,
        #""multiPolyline":[[[170,0],[190,10]]]"#, #""multiPolygon":[[[[170,0],[190,0],[190,10]]]]"#,
        #""geodesicPolyline":[[170,0],[-170,10]]"#,
      ] {
        #expect(add(shape).contains(#""count":1"#))
        let question = client.readLine() ?? ""
        let rect = question.split(separator: #""boundingMapRect":{"x":"#).last ?? ""
        let numbers = rect.split { !"-0123456789.".contains($0) }.compactMap { Double($0) }
        #expect(numbers.count > 2 && abs(numbers[0] - 350 / 360 * world) < 1, "\(question)")
        #expect(numbers.count > 2 && abs(numbers[2] - 20 / 360 * world) < 1, "\(question)")
      }
      #expect(
        add(#""polyline":[[0,0],[541,0]]"#).contains(
          "'polyline[1]' of overlay '1' has the longitude 541.0, which is out of range (-540 to 540)"))
    }
  }

  @Test("a line, an area and what several share go on, drawn as before, wherever that was said")
  func extending() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      func ask(_ method: String, _ params: String) -> String {
        client.reply(#"{"id":1,"method":"mapView.\#(method)","params":{\#(params)}}"#)
      }
      let size = #""size":[200,100],"baseMap":"none","center":{"latitude":0,"longitude":0},"level":8"#
      _ = ask("open", size)
      let shapes = [
        #"{"polyline":[[0,0],[0.1,0]]}"#, #"{"geodesicPolyline":[[0,0],[0.1,0]]}"#,
        #"{"multiPolyline":[[[0,0.1],[0.1,0.1]],[[0,0],[0.1,0]]]}"#, #"{"polygon":[[[0,0],[0.1,0],[0.1,0.1]]]}"#,
        #"{"polygon":[[[-0.1,-0.1],[0.3,-0.1],[0.3,0.3]],[[0,0],[0.1,0],[0.1,0.1]]]}"#,
        #"{"multiPolygon":[[[[0,0],[0.1,0],[0.1,0.1]]]]}"#,
      ]
      for (id, shape) in shapes.enumerated() {
        // The renderer comes with the overlay, or later.
        let (first, later) = id.isMultiple(of: 2) ? (#","renderer":{"strokeColor":"red"}"#, "") : ("", "red")
        let added = ask("addOverlays", #""mapView":1,"overlays":[{"id":\#(id),"shape":\#(shape)\#(first)}]"#)
        #expect(added.contains(#""count":1"#), "\(added)")
        if !later.isEmpty {
          _ = ask("setRenderer", #""mapView":1,"overlay":\#(id),"renderer":{"strokeColor":"\#(later)"}"#)
        }
        let picture = { ask("snapshot", #""mapView":1"#) }
        let before = picture()
        let answer = ask("extendOverlay", #""mapView":1,"overlay":\#(id),"places":[[0.2,0.2],[0.3,0.1]]"#)
        #expect(answer.contains(#""count":"#), "\(answer)")
        #expect(picture() != before, "\(shape)")
        _ = ask("setRenderer", #""mapView":1,"overlay":\#(id)"#)
        let hidden = picture()
        _ = ask("extendOverlay", #""mapView":1,"overlay":\#(id),"places":[[0.25,0.2]]"#)
        #expect(picture() == hidden, "\(shape) stays hidden")
      }
      let circle = #"{"id":"c","shape":{"circle":{"center":{"latitude":0,"longitude":0},"radiusMeters":5}}}"#
      _ = ask("addOverlays", #""mapView":1,"overlays":[\#(circle)]"#)
      for (params, sentence) in [
        (#""overlay":"c","places":[[0,0]]"#, "'c' cannot go on by 'places'"),
        (#""overlay":"x","places":[[0,0]]"#, "'x'"),
        (#""overlay":0,"places":[[0]]"#, "'places' must be an array of places"), (#""overlay":0"#, "'places' must be"),
      ] {
        let answer = ask("extendOverlay", "\"mapView\":1,\(params)")
        #expect(answer.contains(sentence) && answer.contains("invalidQuery"), "\(answer)")
      }
    }
  }

  @Test("shapes of many lines, areas and holes go on in further requests, and look as if they had been said at once")
  func extendedParts() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      func ask(_ method: String, _ params: String) -> String {
        client.reply(#"{"id":1,"method":"mapView.\#(method)","params":{\#(params)}}"#)
      }
      let open = #""size":[200,100],"baseMap":"none","center":{"latitude":0,"longitude":0},"level":8"#
      _ = ask("open", open)
      let (outer, hole) = ("[[-0.2,-0.1],[0.3,-0.1],[0.3,0.1],[-0.2,0.1]]", "[[0,0],[0.1,0],[0.1,0.05]]")
      let other = "[[0.32,0],[0.38,0],[0.35,0.1]]"
      let cases = [
        (
          #""multiPolyline":[[[0,0.1],[0.1,0.1]],[[0,0],[0.1,0],[0.2,0]]]"#,
          [
            #""multiPolyline":[[[0,0.1],[0.1,0.1]]]"#, #""lines":[[[0,0],[0.1,0]]]"#, #""places":[[0.2,0]]"#,
          ]
        ),
        (#""polygon":[\#(outer),\#(hole)]"#, [#""polygon":[\#(outer)]"#, #""holes":[\#(hole)]"#]),
        (
          #""multiPolygon":[[\#(other)],[\#(outer),\#(hole)]]"#,
          [
            #""multiPolygon":[[\#(other)]]"#, #""polygons":[[\#(outer)]]"#, #""holes":[\#(hole)]"#,
          ]
        ),
      ]
      for (whole, parts) in cases {
        func picture(_ shape: String, _ rest: ArraySlice<String>) -> String {
          let look = #""renderer":{"strokeColor":"red","fillColor":"blue"}"#
          _ = ask("addOverlays", #""mapView":1,"overlays":[{"id":"o","shape":{\#(shape)},\#(look)}]"#)
          for part in rest {
            let answer = ask("extendOverlay", #""mapView":1,"overlay":"o",\#(part)"#)
            #expect(answer.contains(#""count":"#), "\(answer)")
          }
          return ask("snapshot", #""mapView":1"#)
        }
        let expected = picture(whole, [])
        #expect(expected != picture(parts[0], []))
        #expect(expected == picture(parts[0], parts.dropFirst()), "\(whole)")
      }
      // The last one was areas, with a hole.
      for (params, sentence) in [
        (#""lines":[[[0,0],[1,1]]]"#, "cannot go on by 'lines'"),
        (#""holes":[[0,0]]"#, "'holes' must be an array of rings"),
        (#""polygons":[[[[0,0],[1,1]]]]"#, "overlay 'o': "),
      ] {
        let answer = ask("extendOverlay", #""mapView":1,"overlay":"o",\#(params)"#)
        #expect(answer.contains(sentence) && answer.contains("invalidQuery"), "\(answer)")
      }
    }
  }

  @Test("of an overlay that goes on nobody is asked or told again; one that comes into sight by it is drawn")
  func growing() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      func ask(_ method: String, _ params: String) -> String {
        client.ask(#"{"id":1,"method":"mapView.\#(method)","params":{\#(params)}}"#) ?? ""
      }
      _ = ask(
        "open",
        #""size":[200,100],"baseMap":"none","center":{"latitude":0,"longitude":0},"level":10,"asks":["renderers"]"#)
      _ = ask("subscribe", #""mapView":1,"callbacks":["didAddOverlayRenderers"]"#)
      func extend(_ id: String, _ places: String) {
        let answer = ask("extendOverlay", #""mapView":1,"overlay":"\#(id)","places":\#(places)"#)
        #expect(answer.contains(#""id":1"#) && answer.contains("count"), "\(answer)")
      }
      let line = #""shape":{"polyline":[[0,0],[0.01,0.01]]}"#
      _ = ask("addOverlays", #""mapView":1,"overlays":[{"id":"said",\#(line),"renderer":{"strokeColor":"red"}}]"#)
      #expect(client.readLine()?.contains(#"didAddOverlayRenderers"#) == true)
      let before = ask("snapshot", #""mapView":1"#)
      for _ in 0..<3 { extend("said", "[[0.02,0.01]]") }
      #expect(ask("snapshot", #""mapView":1"#) != before)
      // An overlay that the delegate hides.
      _ = ask("addOverlays", #""mapView":1,"overlays":[{"id":"hidden",\#(line)}]"#)
      #expect(client.readLine()?.contains("renderersForOverlays") == true)
      client.sendLine(#"{"id":"q1.1","result":{"renderers":{"hidden":null}}}"#)
      for _ in 0..<3 { extend("hidden", "[[0.02,0.01]]") }
      // An overlay that was not visible.
      let far = #"{"id":"far","shape":{"polyline":[[9,0],[9.1,0]]},"renderer":{"strokeColor":"blue"}}"#
      _ = ask("addOverlays", #""mapView":1,"overlays":[\#(far)]"#)
      let without = ask("snapshot", #""mapView":1"#)
      extend("far", "[[0,0]]")
      #expect(
        client.readLine()?.contains(#"didAddOverlayRenderers","params":{"mapView":1,"sequence":3,"overlays":["far"]"#)
          == true)
      #expect(ask("snapshot", #""mapView":1"#) != without)
    }
  }
}
