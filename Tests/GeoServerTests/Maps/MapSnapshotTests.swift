import GeoSupport
import GeoTestKit
import Testing

@testable import GeoServer

@Suite("Pictures of maps that clients and pages share", .serialized)
struct MapSnapshotTests {
  @Test("pictures that are SVG are shown by pages, also in markers; a snapshot leaves them out and says so")
  func svg() async throws {
    try await TestHTTPServer.run { server throws in
      let map = try PagedMap(server)
      let svg = "<svg xmlns='http://www.w3.org/2000/svg'/>"
      let put = map.ask("putImage", #""svg":"\#(svg)","size":[20,10]"#)
      let key = try #require(put.firstRange(of: #""image":""#).map { put[$0.upperBound...].prefix { $0 != "\"" } })
      let picture = #"{"kind":"image","image":"\#(key)"}"#
      _ = map.ask(
        "addAnnotations",
        #""annotations":[{"id":1,"coordinate":{"latitude":0,"longitude":0},"title":"Bus","view":{"kind":"marker","glyphImage":"\#(key)","canShowCallout":true,"leftCalloutAccessory":\#(picture)}}]"#
      )
      let screen = try ScreenClient(server.port, map.path("socket"))
      screen.send("hello", #"{"size":[400,300],"scale":1}"#)
      let first = try screen.frame()
      let look = try #require(first.firstRange(of: #""look":""#)).upperBound
      let view = try server.ask(map.path("view/\(first[look...].prefix { $0 != "\"" }).svg"))
      let element = #"<image x="5.0" y="5.0" width="20.0" height="20.0" xlink:href="data:image/svg+xml;base64,"#
      #expect(
        view.status == 200
          && view.text.contains(element + String(decoding: Base64.encode(Array(svg.utf8)), as: UTF8.self)))
      #expect(view.text.contains("<path") && view.text.hasSuffix("</svg>\n"))
      _ = map.ask("selectAnnotation", #""annotation":1"#)
      let snapshot = map.ask("snapshot", #""scale":1"#)
      #expect(snapshot.contains(#""warnings":["2 images are left out, the first at "#), "\(snapshot.prefix(300))")
      #expect(snapshot.contains(#""data":"iVBOR"#))
      #expect(try server.ask(map.path("snapshot.png")).status == 200)
    }
  }

  @Test("what is selected is so in a picture of elsewhere, too, where the others would cluster it, with its callout")
  func selectedElsewhere() async throws {
    try await TestHTTPServer.run { server throws in
      let map = try PagedMap(server)
      let look = #"{"kind":"marker","clusteringIdentifier":"bus","canShowCallout":true}"#
      _ = map.ask("registerTemplates", #""templates":{"bus":\#(look)}"#)
      let columns = #""ids":[1,2,3],"latitudes":[0,0.1,-0.1],"longitudes":[0,0,0],"titles":["A","B","C"]"#
      _ = map.ask("addAnnotations", #""template":"bus","columns":{\#(columns)}"#)
      let far = #""region":{"south":-20,"west":-20,"north":20,"east":20},"size":[300,300]"#
      let unselected = map.ask("snapshot", far)
      #expect(unselected.contains(#""points":[{"annotation":"cluster:1","#))
      #expect(map.ask("selectAnnotation", #""annotation":1"#).contains(#""selected":true"#))
      let selected = map.ask("snapshot", far)
      #expect(selected.contains(#""points":[{"annotation":1,"point":[150,150]},{"annotation":"cluster:1""#))
    }
  }

  @Test("a picture of elsewhere has the overlays there, also those that were never in sight")
  func overlaysElsewhere() async throws {
    try await TestHTTPServer.run { server throws in
      let map = try PagedMap(server)
      let far = #""region":{"south":49.9,"west":7.9,"north":50.2,"east":8.2},"size":[200,200]"#
      let empty = map.ask("snapshot", far)
      let area = #""shape":{"polygon":[[[7.9,49.9],[8.2,49.9],[8.2,50.2]]]}"#
      _ = map.ask("addOverlays", #""overlays":[{"id":"shown",\#(area),"renderer":{"fillColor":"red"}}]"#)
      let filled = map.ask("snapshot", far)
      #expect(filled.contains(#""data":""#) && filled != empty)
      #expect(map.ask("snapshot", far + #","overlays":false"#) == empty)
    }
  }

  @Test("a picture without a base map credits nobody")
  func credit() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      _ = client.ask(#"{"id":1,"method":"mapView.open","params":{"size":[200,100],"baseMap":"none"}}"#)
      let picture = client.ask(#"{"id":2,"method":"mapView.snapshot","params":{"mapView":1,"format":"svg"}}"#) ?? ""
      let start = try #require(picture.firstRange(of: #""data":""#)).upperBound
      let bytes = try #require(Base64.decode(picture[start...].prefix { $0 != "\"" }.utf8))
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.hasPrefix("<?xml") && !text.contains("glyph"), "\(text.prefix(400))")
    }
  }

  @Test("a snapshot is what the map shows, as data, with where its annotations are")
  func snapshot() async throws {
    try await TestHTTPServer.run { server throws in
      let map = try PagedMap(server)
      _ = map.ask("addAnnotations", PagedMap.depot)
      let picture = map.ask("snapshot", #""scale":2"#)
      #expect(picture.contains(#""format":"png","size":[400,300],"points":[{"annotation":"depot","point":[200,150]}]"#))
      let start = try #require(picture.firstRange(of: #""data":""#)).upperBound
      let bytes = try #require(Base64.decode(picture[start...].prefix { $0 != "\"" }.utf8))
      // PNG, 800 by 600 pixels.
      #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && Array(bytes[16..<24]) == [0, 0, 3, 32, 0, 0, 2, 88])
      let plain = map.ask("snapshot", #""annotations":false,"overlays":false"#)
      #expect(plain.contains(#""points":[]"#) && plain != picture)
      #expect(map.ask("snapshot", #""format":"svg""#).contains(#""format":"svg""#))
      // A picture of another place in the requested size has the views of that place, while the map stays where it is.
      _ = map.ask("registerTemplates", #""templates":{"bus":{"kind":"marker","clusteringIdentifier":"bus"}}"#)
      _ = map.ask(
        "addAnnotations",
        #""template":"bus","columns":{"ids":[1,2,3],"latitudes":[50,50,50.1],"longitudes":[8,8,8.1]}"#)
      _ = map.ask(
        "addAnnotations",
        #""annotations":[{"id":"x","coordinate":{"latitude":50.1,"longitude":8},"view":{"kind":"drawing","size":[20,20],"drawing":[["fill","M0 0L20 0L20 20Z","systemRed"]]}}]"#
      )
      let before = map.ask("state", #""overlays":true"#)
      let region = #""region":{"south":49.9,"west":7.9,"north":50.2,"east":8.2}"#
      let other = map.ask("snapshot", #"\#(region),"size":[200,200]"#)
      #expect(other.contains(#""size":[200,200],"points":[{"annotation":3,"#), "\(other.prefix(400))")
      #expect(other.contains(#"{"annotation":"cluster:1","point"#) && other.contains(#"{"annotation":"x","point"#))
      #expect(!other.contains("depot") && map.ask("state", #""overlays":true"#) == before)
      #expect(map.ask("snapshot", #"\#(region),"size":[200,200],"annotations":false"#).contains(#""points":[]"#))
      #expect(
        map.ask("snapshot", #""size":[800,150]"#).contains(
          #""size":[800,150],"points":[{"annotation":"depot","point":[400,75]}]"#))
      for (params, sentence) in [
        (#""path":"/tmp/x""#, "'path' cannot be chosen"), (#""size":[5000,10]"#, "4096 by 4096"),
        (#""region":{"south":3}"#, "'region' must be"), (#""scale":9"#, "'scale' must be a number"),
        (#""format":"gif""#, "'format' must be one of 'png', 'svg'"),
      ] {
        let answer = map.ask("snapshot", params)
        #expect(answer.contains(sentence), "\(answer)")
      }
    }
  }
}
