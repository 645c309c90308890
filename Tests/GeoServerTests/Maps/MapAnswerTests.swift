import GeoMap
import GeoTestKit
import GeoWire
import Testing

@testable import GeoMapServer
@testable import GeoServer

@Suite("Answers of a map's delegate, and pictures of many views")
struct MapAnswerTests {
  /// A client with a map and only some callbacks.
  private struct Asked {
    let client: RawClient

    init(_ server: TestServer, _ asks: String, _ callbacks: String) throws {
      client = try server.connect()
      _ = client.ask(
        #"{"id":1,"method":"mapView.open","params":{"size":[256,256],"center":{"latitude":0,"longitude":0},"level":10,"baseMap":"none","asks":["\#(asks)"]}}"#
      )
      _ = ask("subscribe", #""callbacks":[\#(callbacks)]"#)
    }

    func ask(_ method: String, _ params: String) -> String {
      client.ask(#"{"id":2,"method":"mapView.\#(method)","params":{"mapView":1,\#(params)}}"#) ?? ""
    }
  }

  @Test(
    "a delegate is told what in its answer could not be read",
    arguments: [
      (#"{"views":{"a":{"kind":"markr"},"b":{"kind":5}}}"#, "annotation 'a': 'kind' must be one of 'pin', 'marker'", 2),
      (#"{"views":{"c":{}}}"#, "nothing was asked about 'c'", 1),
      (#"{"view":{"a":{}}}"#, "the answer has no 'views'", 1),
      (#"{"views":[{}]}"#, "'views' must be an object of ids", 1),
    ])
  func misread(_ answer: String, _ problem: String, _ count: Int) async throws {
    try await TestServer.run { server in
      let asked = try Asked(server, "views", #""didRefuse""#)
      let objects = ["a", "b"].map { #"{"id":"\#($0)","coordinate":{"latitude":0,"longitude":0}}"# }
      _ = asked.ask("addAnnotations", #""annotations":[\#(objects.joined(separator: ","))]"#)
      #expect(asked.client.readLine()?.contains(#""id":"q1.1""#) == true)
      let told = asked.client.ask(#"{"id":"q1.1","result":\#(answer)}"#) ?? ""
      #expect(
        told.contains(#""method":"mapView.didRefuse""#) && told.contains(#""question":"q1.1","error":"\#(problem)"#))
      #expect(told.contains(#""count":\#(count)}"#), "\(told)")
    }
  }

  @Test("views that are answered, said later or changed together are added together")
  func together() async throws {
    try await TestServer.run { server in
      let asked = try Asked(server, "views", #""didAddAnnotationViews""#)
      let ids = (0..<20).map { "v\($0)" }
      func objects(_ more: (String) -> String) -> String {
        ids.enumerated().map {
          #"{"id":"\#($1)","coordinate":{"latitude":0,"longitude":\#(Double($0) / 100)}\#(more($1))}"#
        }
        .joined(separator: ",")
      }
      func added() -> Int {
        let told = asked.client.readLine() ?? ""
        #expect(told.contains("didAddAnnotationViews"), "\(told)")
        return told.components(separatedBy: #""v"#).count - 1
      }
      _ = asked.ask("addAnnotations", #""annotations":[\#(objects { _ in "" })]"#)
      #expect(asked.client.readLine()?.contains(#""id":"q1.1""#) == true)
      let look = #"{"kind":"pin"}"#
      let answer = ids.map { "\"\($0)\":\(look)" }.joined(separator: ",")
      asked.client.sendLine(#"{"id":"q1.1","result":{"views":{\#(answer)}}}"#)
      #expect(added() == 20)
      let marker = #"{"kind":"marker","collisionMode":"none"}"#
      let views = ids.map { #"{"annotation":"\#($0)","view":\#(marker)}"# }.joined(separator: ",")
      _ = asked.ask("setView", #""views":[\#(views)]"#)
      #expect(added() == 20)
      let changes = ids.map { #"{"id":"\#($0)","view":{"kind":"pin","pinColor":"green"}}"# }.joined(separator: ",")
      _ = asked.ask("updateAnnotations", #""annotations":[\#(changes)]"#)
      #expect(added() == 20)
      _ = asked.ask("addAnnotations", #""annotations":[\#(objects { _ in #","view":{"kind":"pin"}"# })]"#)
      #expect(added() == 20)
    }
  }

  @Test("the three colors of pins are those of MapKit's pins, and others are colors")
  func pins() throws {
    func tint(_ word: String) throws -> Color? {
      var parser = JSONParser()
      let read = try parser.parse(Array(#"{"kind":"pin","pinColor":"\#(word)"}"#.utf8)) { node in
        Result { () throws(WireError) in try MapViewLook(node).tint }
      }
      return try read.get()
    }
    #expect(try tint("red") == .systemRed && tint("green") == .systemGreen && tint("purple") == .systemPurple)
    #expect(try tint("blue") == .blue && tint("#00ff00") == Color("#00ff00"))
    #expect(throws: WireError.self) { try tint("greenish") }
  }

  @Test("a template that is taken back leaves its annotations to the delegate")
  func takenBack() async throws {
    try await TestServer.run { server in
      let asked = try Asked(server, "views", "")
      _ = asked.ask("registerTemplates", #""templates":{"bus":{"kind":"marker"}}"#)
      let bus = #""template":"bus","columns":{"ids":[7],"latitudes":[0],"longitudes":[0]}"#
      #expect(asked.ask("addAnnotations", bus).contains(#""count":1"#))
      #expect(asked.ask("registerTemplates", #""templates":{"bus":null,"never":null}"#).contains(#""result":{}"#))
      let question = asked.client.readLine() ?? ""
      #expect(question.contains("viewsForAnnotations") && question.contains(#""id":7"#), "\(question)")
      #expect(asked.ask("addAnnotations", bus).contains("no template is called 'bus'"))
    }
  }

  @Test("nothing is told of an answer that leaves out what it does not know, and of one that is an error")
  func silent() async throws {
    try await TestServer.run { server in
      for answer in [#""result":{"views":{"a":null}}"#, #""result":{}"#, #""error":{"code":1,"message":"no"}"#] {
        let asked = try Asked(server, "views", #""didRefuse""#)
        _ = asked.ask("addAnnotations", #""annotations":[{"id":"a","coordinate":{"latitude":0,"longitude":0}}]"#)
        _ = asked.client.readLine()
        asked.client.sendLine(#"{"id":"q1.1",\#(answer)}"#)
        #expect(asked.ask("state", #""overlays":false"#).contains(#""id":2"#), "\(answer)")
      }
    }
  }

  @Test("a renderer and a drawing that cannot be read are told, too")
  func renderers() async throws {
    try await TestServer.run { server in
      let asked = try Asked(server, "renderers", #""didRefuse""#)
      _ = asked.ask("addOverlays", #""overlays":[{"id":1,"shape":{"polyline":[[0,0],[0.1,0.1]]}}]"#)
      _ = asked.client.readLine()
      let told = asked.client.ask(#"{"id":"q1.1","result":{"renderers":{"1":{"strokeColor":"bleu"}}}}"#) ?? ""
      #expect(told.contains("overlay '1': 'strokeColor' must be a color"), "\(told)")
    }
  }

  @Test("a picture shows all views that stand there, also where a page shows only the nearest")
  func many() async throws {
    try await TestServer.run { server in
      let asked = try Asked(server, "clusters", "")
      _ = asked.ask("registerTemplates", #""templates":{"dot":{"kind":"pin","collisionMode":"none"}}"#)
      let ids = (0..<2_500).map { "\($0)" }.joined(separator: ",")
      let places = (0..<2_500).map { "\(Double($0 % 50) / 500 - 0.05)" }.joined(separator: ",")
      let columns = #""columns":{"ids":[\#(ids)],"latitudes":[\#(places)],"longitudes":[\#(places)]}"#
      #expect(asked.ask("addAnnotations", #""template":"dot",\#(columns)"#).contains(#""count":2500"#))
      for more in ["", #","size":[200,200]"#] {
        let picture = asked.ask("snapshot", #""scale":0.1\#(more)"#)
        #expect(picture.ranges(of: #""annotation":"#).count == 2_500, "\(more)")
      }
    }
  }
}
