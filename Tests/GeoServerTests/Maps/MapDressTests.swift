import GeoTestKit
import Testing

@testable import GeoServer

/// The look of annotations after several consecutive settings: two maps that look the same have the same picture.
@Suite("What annotations look like after all that was said of them", .serialized)
struct MapDressTests {
  private static let place = #""coordinate":{"latitude":0,"longitude":0}"#
  private static func pin(_ color: String) -> String { #"{"kind":"pin","pinColor":"\#(color)"}"# }

  /// A map of 256 by 256 points with the template `t`, a balloon.
  private static func map(_ server: TestServer, asks: String = "") throws -> RawClient {
    let client = try server.connect()
    let asks = asks.isEmpty ? "" : #","asks":["\#(asks)"]"#
    _ = client.reply(
      #"{"id":1,"method":"mapView.open","params":{"size":[256,256],"center":{"latitude":0,"longitude":0},"level":10,"baseMap":"none"\#(asks)}}"#
    )
    _ = ask(client, "subscribe", #""callbacks":[]"#)
    _ = ask(client, "registerTemplates", #""templates":{"t":{"kind":"marker","glyphText":"T"}}"#)
    return client
  }

  /// The picture of the current map, which must be the same in its own size and for its own region.
  private static func picture(_ map: RawClient) -> String {
    let picture = ask(map, "snapshot", #""scale":1"#)
    #expect(picture.contains(#""data":""#) && ask(map, "snapshot", #""size":[256,256]"#) == picture)
    return picture
  }

  /// The picture of a map with one annotation.
  private static func picture(_ server: TestServer, _ said: String) throws -> String {
    let map = try map(server)
    _ = ask(map, "addAnnotations", #""annotations":[{"id":"k",\#(place)\#(said)}]"#)
    return picture(map)
  }

  private static func panAway(_ map: RawClient) {
    for longitude in [90, 0] {
      _ = ask(map, "setRegion", #""center":{"latitude":0,"longitude":\#(longitude)},"level":10"#)
    }
  }

  @Test(
    "a view that is set stands before template and own view, in pictures of another size, too, until it is out of sight"
  )
  func setView() async throws {
    try await TestServer.run { server in
      let blue = try Self.picture(server, #","view":\#(Self.pin("blue"))"#)
      for said in [#","template":"t""#, #","view":\#(Self.pin("green"))"#] {
        let own = try Self.picture(server, said)
        #expect(own != blue)
        let map = try Self.map(server)
        _ = ask(map, "addAnnotations", #""annotations":[{"id":"k",\#(Self.place)\#(said)}]"#)
        _ = ask(map, "setView", #""annotation":"k","view":\#(Self.pin("blue"))"#)
        #expect(Self.picture(map) == blue)
        // Other settings leave the view unchanged.
        _ = ask(map, "updateAnnotations", #""annotations":[{"id":"k","subtitle":"s"}]"#)
        #expect(Self.picture(map) == blue)
        Self.panAway(map)
        #expect(Self.picture(map) == own)
        _ = ask(map, "setView", #""annotation":"k","view":\#(Self.pin("blue"))"#)
        _ = ask(map, "selectAnnotation", #""annotation":"k""#)
        #expect(ask(map, "setView", #""annotation":"k""#).contains("{}"))
        #expect(ask(map, "state", "").contains(#""selectedAnnotations":["k"]"#))
        _ = ask(map, "deselectAnnotation", #""annotation":"k""#)
        #expect(Self.picture(map) == own)
      }
    }
  }

  @Test("a template that is said of what is there takes the place of its view, and a view that of its template")
  func update() async throws {
    try await TestServer.run { server in
      let (balloon, green) = (
        try Self.picture(server, #","template":"t""#), try Self.picture(server, #","view":\#(Self.pin("green"))"#)
      )
      let map = try Self.map(server)
      _ = ask(map, "addAnnotations", #""annotations":[{"id":"k",\#(Self.place),"view":\#(Self.pin("red"))}]"#)
      for _ in 0..<2 {
        let answer = ask(map, "updateAnnotations", #""annotations":[{"id":"k","template":"t"}]"#)
        #expect(answer.contains(#""unknown":[]"#))
        #expect(Self.picture(map) == balloon)
        #expect(ask(map, "state", #""annotations":true"#).contains(#""template":"t""#))
        _ = ask(map, "updateAnnotations", #""annotations":[{"id":"k","view":\#(Self.pin("green"))}]"#)
        #expect(Self.picture(map) == green)
        Self.panAway(map)
        #expect(Self.picture(map) == green)
      }
      let wrong = ask(map, "updateAnnotations", #""annotations":[{"id":"k","template":"none"}]"#)
      #expect(wrong.contains("no template is called 'none'"))
    }
  }

  @Test("what is added again is replaced: without a template or view it has none any more")
  func addedAgain() async throws {
    try await TestServer.run { server in
      let plain = try Self.picture(server, "")
      for said in [#","template":"t""#, #","view":\#(Self.pin("green"))"#] {
        for again in [
          #""annotations":[{"id":"k",\#(Self.place)}]"#, #""columns":{"ids":["k"],"latitudes":[0],"longitudes":[0]}"#,
        ] where said.contains("template") || again.contains("annotations") {
          let map = try Self.map(server)
          _ = ask(map, "addAnnotations", #""annotations":[{"id":"k",\#(Self.place)\#(said)}]"#)
          _ = ask(map, "addAnnotations", again)
          #expect(Self.picture(map) == plain, "\(said) \(again)")
          #expect(!ask(map, "state", #""annotations":true"#).contains("template\":\"t"))
          Self.panAway(map)
          #expect(Self.picture(map) == plain)
        }
      }
    }
  }

  @Test("pictures of another size have the views of annotations and clusters that the delegate has given")
  func given() async throws {
    try await TestServer.run { server in
      let map = try Self.map(server, asks: "views")
      let ids = (0..<5).map { #"{"id":\#($0),\#(Self.place)}"# }.joined(separator: ",")
      _ = ask(map, "addAnnotations", #""annotations":[\#(ids)]"#)
      func answer(_ result: String) -> String {
        let question = map.readLine() ?? ""
        let id = question.firstRange(of: #""id":""#).map { question[$0.upperBound...].prefix { $0 != "\"" } } ?? ""
        map.sendLine(#"{"id":"\#(id)","result":\#(result)}"#)
        return question
      }
      let member = #"{"kind":"pin","clusteringIdentifier":"c"}"#
      let views = (0..<5).map { #""\#($0)":\#(member)"# }.joined(separator: ",")
      #expect(answer(#"{"views":{\#(views)}}"#).contains("viewsForAnnotations"))
      let look = #"{"kind":"marker","glyphText":"5","markerTintColor":"systemGreen","titleVisibility":"visible"}"#
      let cluster = answer(#"{"views":{"cluster:1":\#(look)},"annotations":{"cluster:1":{"title":"Many"}}}"#)
      #expect(cluster.contains(#""id":"cluster:1""#), "\(cluster)")
      let picture = Self.picture(map)
      #expect(picture.contains(#""points":[{"annotation":"cluster:1","point":[128,128]}]"#), "\(picture.prefix(300))")
    }
  }
}
