import GeoSupport
import GeoTestKit
import Testing

@testable import GeoMapServer
@testable import GeoServer

@Suite("Maps over the socket", .serialized)
struct MapTests {
  private static let open = #"{"id":1,"method":"mapView.open","params":{"name":"shared","stays":60}}"#

  /// Reads lines until one contains a text.
  private func line(_ client: RawClient, with text: String) -> String {
    while let line = client.readLine() { if line.contains(text) { return line } }
    return "nothing with \(text)"
  }

  @Test(
    "two clients share a map: both are told, each with its own number and sequence, and the delegate's role changes hands"
  )
  func shared() async throws {
    try await TestServer.run { server in
      let (first, second) = (try server.connect(), try server.connect())
      #expect(first.get(MapTests.open).contains(#""mapView":1,"name":"shared","created":true"#))
      // A geocoder takes a number of the same sequence.
      _ = second.get(#"{"id":0,"method":"mapView.open","params":{}}"#)
      #expect(second.get(MapTests.open).contains(#""mapView":2,"name":"shared","created":false"#))
      let center = #"{"latitude":47.14,"longitude":9.52}"#
      first.sendLine(#"{"id":2,"method":"mapView.setRegion","params":{"mapView":1,"center":\#(center),"level":14}}"#)
      // The two callbacks of a change without animation come before the response.
      let lines = (0..<3).map { _ in first.readLine() ?? "" }
      #expect(lines[0].contains(#""method":"mapView.regionWillChange","params":{"mapView":1,"sequence":1"#))
      #expect(lines[1].contains(#""method":"mapView.regionDidChange","params":{"mapView":1,"sequence":2"#))
      #expect(lines[2].contains(#""id":2,"result":{"region""#) && lines[2].contains(#""level":14"#))
      #expect(line(second, with: "regionDidChange").contains(#""mapView":2,"sequence":2"#))
      _ = second.get(#"{"id":3,"method":"mapView.claim","params":{"mapView":2}}"#)
      #expect(line(first, with: "delegateDidChange").contains(#""mapView":1,"sequence":3"#))
      // Each client has its own map.
      #expect(first.get(#"{"id":4,"method":"mapView.state","params":{"mapView":2}}"#).contains("there is no map 2"))
    }
  }

  @Test("a map that is opened without a name has one that nobody guesses; who is told it opens the map by it")
  func unnamed() async throws {
    try await TestServer.run { server in
      let (owner, other) = (try server.connect(), try server.connect())
      func name(_ reply: String) -> String {
        reply.firstMatch(of: /"name":"(map [0-9a-f]{32})"/).map { "\($0.1)" } ?? ""
      }
      let first = name(owner.get(#"{"id":1,"method":"mapView.open","params":{}}"#))
      let second = name(owner.get(#"{"id":2,"method":"mapView.open"}"#))
      #expect(first.utf8.count == 36 && second.utf8.count == 36 && first != second)
      for guess in ["map 1", "map 2", "1", "map"] {
        let reply = other.get(#"{"id":3,"method":"mapView.open","params":{"name":"\#(guess)"}}"#)
        #expect(reply.contains(#""created":true"#), "\(guess)")
      }
      let reply = other.get(#"{"id":4,"method":"mapView.open","params":{"name":"\#(first)"}}"#)
      #expect(reply.contains(#""created":false"#))
    }
  }

  @Test("a map outlives the connection of its last client, unless it was asked not to stay")
  func stays() async throws {
    try await TestServer.run { server in
      func open(_ name: String, stays: Int) -> String {
        #"{"id":1,"method":"mapView.open","params":{"name":"\#(name)","stays":\#(stays)}}"#
      }
      for (name, stays) in [("staying", 60), ("passing", 0)] {
        let gone = try server.connect()
        #expect(gone.get(open(name, stays: stays)).contains(#""created":true"#))
        _ = gone.get(#"{"id":2,"method":"mapView.showAnnotations","params":{"mapView":1}}"#)
        gone.finish()
        while gone.readLine() != nil {}
      }
      #expect(try server.connect().get(open("staying", stays: 60)).contains(#""created":false"#))
      // The end of the last client is noticed shortly after the response to it.
      var answer = ""
      for _ in 0..<1_000 where !answer.contains(#""created":true"#) {
        let late = try server.connect()
        answer = late.get(open("passing", stays: 0))
        _ = late.get(#"{"id":2,"method":"mapView.close","params":{"mapView":1}}"#)
      }
      #expect(answer.contains(#""created":true"#))
    }
  }

  @Test("beyond the limits of maps, annotations, overlays and places nothing is added")
  func limits() async throws {
    let limited: (inout ServerOptions) -> Void = { options in
      (options.mapsInAll, options.mapsPerClient) = (2, 2)
      (options.annotationsPerMap, options.overlaysPerMap, options.verticesPerMap) = (3, 2, 8)
    }
    try await TestServer.run(limited) { server in
      let client = try server.connect()
      #expect(client.get(MapTests.open).contains("result"))
      func ask(_ method: String, _ params: String) -> String {
        client.get(#"{"id":2,"method":"mapView.\#(method)","params":{"mapView":1,\#(params)}}"#)
      }
      func add(_ ids: String, _ zeros: String) -> String {
        ask("addAnnotations", #""columns":{"ids":[\#(ids)],"latitudes":[\#(zeros)],"longitudes":[\#(zeros)]}"#)
      }
      #expect(add("1,2,3", "0,0,0").contains(#""count":3"#))
      #expect(add("2,3,4", "0,0,0").contains("a map may have 3 annotations"))
      #expect(add("2,3", "1,1").contains(#""count":2"#), "those that are there take no more room")
      #expect(ask("state", #""overlays":true"#).contains(#""annotationCount":3"#))
      func overlay(_ id: Int, _ places: Int) -> String {
        let line = (0..<places).map { "[\($0),1]" }.joined(separator: ",")
        return ask("addOverlays", #""overlays":[{"id":\#(id),"shape":{"polyline":[\#(line)]}}]"#)
      }
      #expect(overlay(1, 9).contains("may have 8 vertices"))
      #expect(overlay(1, 4).contains(#""count":1"#) && overlay(2, 4).contains(#""count":1"#))
      #expect(overlay(3, 2).contains("a map may have 2 overlays"))
      #expect(overlay(1, 5).contains("may have 8 vertices"))
      #expect(client.get(#"{"id":3,"method":"mapView.open","params":{"size":[0,1]}}"#).contains("'size' must be"))
      #expect(
        client.get(#"{"id":3,"method":"mapView.open"}"#).contains(#""name":"map "#), "one that failed does not count")
      #expect(client.get(#"{"id":4,"method":"mapView.open"}"#).contains("too many maps"))
      #expect(try server.connect().get(#"{"id":4,"method":"mapView.open"}"#).contains("loadingThrottled"))
    }
  }

  @Test("who is asked for views and does not answer gets the usual ones; an answer that comes late still counts")
  func silentDelegate() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      _ = client.get(#"{"id":1,"method":"mapView.open","params":{"size":[400,300],"level":10,"asks":["views"]}}"#)
      _ = client.get(
        #"{"id":2,"method":"mapView.subscribe","params":{"mapView":1,"callbacks":["didAddAnnotationViews"]}}"#)
      let annotations = (0..<600).map {
        #"{"id":\#($0),"coordinate":{"latitude":\#(Double($0) / 10_000),"longitude":0}}"#
      }
      client.sendLine(
        #"{"id":3,"method":"mapView.addAnnotations","params":{"mapView":1,"annotations":[\#(annotations.joined(separator: ","))]}}"#
      )
      #expect(line(client, with: "result").contains(#""count":600"#))
      // Five hundred in the first request, the rest in another one.
      #expect(line(client, with: "viewsForAnnotations").contains(#""id":"q1.1""#))
      #expect(line(client, with: "viewsForAnnotations").contains(#""id":"q1.2""#))
      #expect(line(client, with: "didAddAnnotationViews").contains(#""sequence":3"#))
      client.sendLine(
        #"{"id":"q1.1","result":{"views":{"0":{"kind":"marker","displayPriority":1000},"1":{"kind":"balloon"},"2":null}}}"#
      )
      client.sendLine(#"{"id":4,"method":"mapView.selectAnnotation","params":{"mapView":1,"annotation":0}}"#)
      #expect(line(client, with: #""id":4"#).contains(#""selected":true"#))
    }
  }

  @Test("who subscribes hears whose views may be used for others")
  func recycled() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      _ = client.get(#"{"id":1,"method":"mapView.open","params":{"size":[400,300],"level":10}}"#)
      let annotations = (1...3).map { #"{"id":\#($0),"coordinate":{"latitude":0,"longitude":\#(Double($0) / 1000)}}"# }
      let objects = annotations.joined(separator: ",")
      _ = client.get(
        #"{"id":2,"method":"mapView.addAnnotations","params":{"mapView":1,"annotations":[\#(objects)]}}"#)
      _ = client.get(#"{"id":3,"method":"mapView.removeAnnotations","params":{"mapView":1,"ids":[1]}}"#)
      _ = client.get(
        #"{"id":4,"method":"mapView.subscribe","params":{"mapView":1,"callbacks":["didRecycleAnnotationViews"]}}"#)
      // A view with a changed look is still visible.
      _ = client.get(
        #"{"id":7,"method":"mapView.setView","params":{"mapView":1,"annotation":3,"view":{"kind":"pin","pinColor":"blue"}}}"#
      )
      client.sendLine(#"{"id":5,"method":"mapView.removeAnnotations","params":{"mapView":1,"ids":[2]}}"#)
      #expect(line(client, with: "didRecycle").contains(#""sequence":1,"annotations":[2]}"#))
      client.sendLine(
        #"{"id":6,"method":"mapView.setRegion","params":{"mapView":1,"center":{"latitude":50,"longitude":9},"level":10}}"#
      )
      #expect(line(client, with: "didRecycle").contains(#""sequence":2,"annotations":[3]}"#))
    }
  }

  @Test("a client that does not read what its maps say loses its connection, and the map stays")
  func flooded() async throws {
    try await TestServer.run({ ($0.answerBytesPerClient, $0.outputHighWatermark) = (64 << 10, 4096) }) { server in
      let (quiet, busy) = (try server.connect(), try server.connect())
      _ = quiet.get(MapTests.open)
      _ = busy.get(MapTests.open)
      _ = busy.get(#"{"id":2,"method":"mapView.subscribe","params":{"mapView":1,"callbacks":[]}}"#)
      try eventually("the end of the connection") {
        for degree in 0..<200 {
          let center = #"{"latitude":\#(degree % 80),"longitude":0}"#
          busy.sendLine(#"{"id":3,"method":"mapView.setRegion","params":{"mapView":1,"center":\#(center),"level":9}}"#)
        }
        for _ in 0..<200 { _ = busy.readLine() }
        return server.server.state.counts.clientCount == 1
      }
      while quiet.readLine() != nil {}
      #expect(try server.connect().get(MapTests.open).contains(#""created":false"#))
    }
  }

  @Test("maps take a bounded amount of memory, however often things are replaced, and none when they are gone")
  func memory() async throws {
    try await TestServer.run({ $0.mapBytesInAll = 1_000_000 }) { server in
      let client = try server.connect()
      _ = client.get(#"{"id":1,"method":"mapView.open","params":{"stays":0}}"#)
      func add(_ first: Int, _ title: Int) -> String {
        let ids = (first..<first + 100).map { "\($0)" }.joined(separator: ",")
        let zeros = Array(repeating: "0", count: 100).joined(separator: ",")
        let titles = Array(repeating: "\"\(String(repeating: "x", count: title))\"", count: 100).joined(separator: ",")
        return client.get(
          #"{"id":2,"method":"mapView.addAnnotations","params":{"mapView":1,"columns":{"ids":[\#(ids)],"latitudes":[\#(zeros)],"longitudes":[\#(zeros)],"titles":[\#(titles)]}}}"#
        )
      }
      for _ in 0..<50 { #expect(add(0, 10).contains(#""count":100"#)) }
      #expect(add(100, 3_000).contains(#""count":100"#))
      #expect(add(200, 3_000).contains("may take 1000000 bytes"))
      let line = (0..<10_000).map { "[\(Double($0) / 100),1]" }.joined(separator: ",")
      let overlay = #""overlays":[{"id":1,"shape":{"polyline":[\#(line)]}}]"#
      let addOverlay = #"{"id":3,"method":"mapView.addOverlays","params":{"mapView":1,\#(overlay)}}"#
      #expect(client.get(addOverlay).contains("may take 1000000 bytes"))
      #expect(server.server.state.maps.byteCount > 500_000)
      _ = client.get(#"{"id":4,"method":"mapView.removeAnnotations","params":{"mapView":1,"all":true}}"#)
      // The map itself, and views that wait for reuse.
      #expect(server.server.state.maps.byteCount < 300_000)
      #expect(add(0, 10).contains(#""count":100"#))
      _ = client.get(#"{"id":5,"method":"mapView.close","params":{"mapView":1}}"#)
      try eventually("the end of the map") { server.server.state.maps.count == 0 }
      try eventually("no memory of maps") { server.server.state.maps.byteCount == 0 }
    }
  }

  @Test("an annotation that is added again gets the view that it has now, shown or hidden, with a template or without")
  func addedAgain() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      #expect(client.get(MapTests.open).contains("result"))
      func ask(_ method: String, _ params: String) -> String {
        client.get(#"{"id":2,"method":"mapView.\#(method)","params":{"mapView":1,\#(params)}}"#)
      }
      func add(_ look: String) -> String {
        let all = [("a", 0), ("b", 1)].map { id, longitude in
          #"{"id":"\#(id)","coordinate":{"latitude":0,"longitude":\#(longitude)},\#(look)}"#
        }.joined(separator: ",")
        return ask("addAnnotations", #""annotations":[\#(all)]"#)
      }
      // Only an enabled, visible view can be selected; the event follows the response.
      func canBeSelected(_ id: String) -> Bool {
        let isSelected = ask("selectAnnotation", #""annotation":"\#(id)""#).contains(#""selected":true"#)
        if isSelected { _ = ask("deselectAnnotation", #""annotation":"\#(id)""#) }
        return isSelected
      }
      _ = ask("subscribe", #""callbacks":[]"#)
      _ = ask("registerTemplates", #""templates":{"usual":{"kind":"marker"},"off":{"enabled":false}}"#)
      _ = add(#""view":{"enabled":false}"#)
      #expect(!canBeSelected("a"))
      _ = add(#""view":{"enabled":true}"#)
      #expect(canBeSelected("a") && canBeSelected("b"))
      _ = add(#""template":"off""#)
      #expect(!canBeSelected("a"))
      // On the world map, both are in one place.
      _ = add(#""view":{"clusteringIdentifier":"all"}"#)
      #expect(ask("selectAnnotation", #""annotation":{"clusterOf":"a"}"#).contains(#""selected":true"#))
      _ = add(#""view":{"enabled":true}"#)
      #expect(canBeSelected("a") && canBeSelected("b"))
    }
  }

  @Test("GeoJSON on a map: several points are as many annotations, and what features ask for is how they look")
  func geoJSON() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      let size = #""size":[200,100],"baseMap":"none","center":{"latitude":0,"longitude":0},"level":8"#
      #expect(client.get(#"{"id":1,"method":"mapView.open","params":{\#(size)}}"#).contains("result"))
      func ask(_ method: String, _ params: String) -> String {
        client.get(#"{"id":2,"method":"mapView.\#(method)","params":{"mapView":1,\#(params)}}"#)
      }
      func feature(_ type: String, _ coordinates: String, _ properties: String) -> String {
        #"{"type":"Feature","id":"f","properties":{\#(properties)},"geometry":{"type":"\#(type)","coordinates":\#(coordinates)}}"#
      }
      let stops = feature("MultiPoint", "[[0.1,0],[0.2,0]]", ##""title":"Stop","marker-color":"#0a0""##)
      let added = ask("addGeoJSON", #""geojson":\#(stops)"#)
      #expect(added.contains(#""annotations":["f:1","f:2"],"overlays":[]"#), "\(added)")
      #expect(ask("state", #""annotations":true"#).contains(#""title":"Stop""#))
      // Of two features with one id, both are kept, and so is a feature without id when more of its kind come.
      let pair = ["[0,0]", "[0,1]"].map { feature("Point", $0, "") }.joined(separator: ",")
      let twins = #"{"type":"FeatureCollection","features":[\#(pair)]}"#
      #expect(ask("addGeoJSON", #""geojson":\#(twins)"#).contains(#""annotations":["f","f:2"]"#))
      let point = #""geojson":{"type":"Point","coordinates":[0,0]}"#
      let unnamed = (0..<2).map { _ in ask("addGeoJSON", point) }
      #expect(unnamed[0] != unnamed[1] && unnamed[1].contains("geojson:"), "\(unnamed)")
      #expect(ask("state", #""overlays":false"#).contains(#""annotationCount":5"#))
      // A picture shows its color.
      func picture(_ more: String = "") -> String {
        ask("removeOverlays", #""all":true"#) + ask("addGeoJSON", #""geojson":\#(area)\#(more)"#)
          + ask("snapshot", #""format":"svg","annotations":false"#)
      }
      let area = feature(
        "Polygon", "[[[-0.2,-0.1],[-0.1,-0.1],[-0.1,0.1],[-0.2,-0.1]]]", ##""fill":"#00ff00","fill-opacity":1"##)
      func decoded(_ reply: String) throws -> String {
        let data = try #require(reply.split(separator: #""data":""#).last?.split(separator: "\"").first)
        let bytes = try #require(Array(data.utf8).withUnsafeBytes { Base64.decode($0) })
        return String(decoding: bytes, as: UTF8.self)
      }
      #expect(try decoded(picture()).contains("rgb(0%,100%,0%)"))
      #expect(try !decoded(picture(#","renderer":{"fillColor":"red"}"#)).contains("rgb(0%,100%,0%)"))
    }
  }

  @Test("who pans a map that follows the user ends that, and clients hear by whom it was ended")
  func panned() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      func ask(_ method: String, _ params: String) -> String {
        client.get(#"{"id":1,"method":"mapView.\#(method)","params":{\#(params)}}"#)
      }
      #expect(ask("open", #""center":{"latitude":0,"longitude":0},"level":8"#).contains("result"))
      let callbacks = #""callbacks":["didChangeUserTrackingMode"]"#
      #expect(ask("subscribe", #""mapView":1,\#(callbacks)"#).contains("result"))
      #expect(ask("setUserTrackingMode", #""mapView":1,"mode":"follow""#).contains("result"))
      #expect(client.readLine()?.contains("byUser") == false)
      for (gesture, x) in [("press", 100), ("move", 160), ("release", 160)] {
        client.sendLine(
          #"{"method":"mapView.gesture","params":{"mapView":1,"gesture":"\#(gesture)","point":[\#(x),100]}}"#)
      }
      #expect(client.readLine()?.contains(#""mode":"none","animated":false,"byUser":true"#) == true)
    }
  }

  @Test("the client of a view that handles its drag says when it is lifted and has been dropped, and nothing else")
  func ownDrag() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      func say(_ state: String) -> String { ask(client, "setDragState", #""annotation":"a","state":"\#(state)""#) }
      _ = client.get(
        #"{"id":1,"method":"mapView.open","params":{"size":[400,300],"center":{"latitude":0,"longitude":0},"level":10}}"#
      )
      let view = #"{"kind":"marker","draggable":true,"handlesDragState":true}"#
      _ = ask(
        client, "addAnnotations",
        #""annotations":[{"id":"a","coordinate":{"latitude":0,"longitude":0},"view":\#(view)}]"#)
      for state in ["starting", "dragging", "ending", "canceling"] {
        #expect(say(state).contains("a view that is 'none' cannot become '\(state)'"), "\(state)")
      }
      #expect(say("none").contains(#""result":{}"#))
      _ = ask(client, "gesture", #""gesture":"press","point":[200,140],"time":0"#)
      _ = ask(client, "gesture", #""gesture":"move","point":[250,140],"time":1"#)
      #expect(say("none").contains("a view that is 'starting' cannot become 'none'"))
      #expect(say("dragging").contains(#""result":{}"#) && say("dragging").contains(#""result":{}"#))
      #expect(say("none").contains("a view that is 'dragging' cannot become 'none'"))
      _ = ask(client, "gesture", #""gesture":"release","point":[250,140],"time":2"#)
      #expect(say("dragging").contains(#""result":{}"#), "too late, which is not the client's fault")
      #expect(say("starting").contains("a view that is 'ending' cannot become 'starting'"))
      #expect(say("none").contains(#""result":{}"#))
    }
  }

  @Test("a drag by gestures is told with its states and the new coordinate, and clusters hold what stands together")
  func gestures() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      func ask(_ method: String, _ params: String) -> String {
        client.get(#"{"id":2,"method":"mapView.\#(method)","params":{\#(params)}}"#)
      }
      _ = ask("open", #""size":[400,300],"center":{"latitude":0,"longitude":0},"level":10"#)
      _ = ask(
        "addAnnotations",
        #""mapView":1,"annotations":[{"id":"a","coordinate":{"latitude":0,"longitude":0},"view":{"kind":"marker","draggable":true}}]"#
      )
      _ = ask("gesture", #""mapView":1,"gesture":"press","point":[200,140],"time":1"#)
      client.sendLine(
        #"{"method":"mapView.gesture","params":{"mapView":1,"gesture":"move","point":[210,140],"time":2}}"#)
      #expect(line(client, with: "didChangeDragState").contains(#""state":"starting","oldState":"none""#))
      client.sendLine(
        #"{"method":"mapView.gesture","params":{"mapView":1,"gesture":"move","point":[260,140],"time":3}}"#)
      client.sendLine(
        #"{"method":"mapView.gesture","params":{"mapView":1,"gesture":"release","point":[260,140],"time":4}}"#)
      let end = line(client, with: #""state":"ending""#)
      #expect(!end.contains(#""longitude":0}"#) && end.contains(#""oldState":"dragging""#), "\(end)")
      _ = line(client, with: #""state":"none""#)
      _ = ask("subscribe", #""mapView":1,"callbacks":["didAddAnnotationViews"]"#)
      _ = ask("registerTemplates", #""mapView":1,"templates":{"bus":{"kind":"marker","clusteringIdentifier":"bus"}}"#)
      _ = ask(
        "addAnnotations",
        #""mapView":1,"template":"bus","columns":{"ids":[1,2,3],"latitudes":[0.1,0.1,0.1],"longitudes":[0.1,0.1,0.1]}"#)
      #expect(line(client, with: "didAdd").contains(#"[{"id":"cluster:1","members":3}]"#))
      #expect(ask("selectAnnotation", #""mapView":1,"annotation":"cluster:1""#).contains(#""selected":true"#))
    }
  }
}

extension RawClient {
  /// The line that follows a request; empty when none comes.
  fileprivate func get(_ line: String) -> String { ask(line) ?? "" }
}
