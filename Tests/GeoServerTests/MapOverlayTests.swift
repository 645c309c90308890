import GeoTestKit
import Testing

@testable import GeoServer

@Suite("Overlays of maps over the socket")
struct MapOverlayTests {
  @Test(
    "an overlay that is inserted goes to the place that is asked for, also when it is there already"
  )
  func inserted() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      func ask(_ method: String, _ params: String) -> String {
        client.ask(#"{"id":1,"method":"mapView.\#(method)","params":{"mapView":1,\#(params)}}"#)
          ?? ""
      }
      func object(_ id: String) -> String { #"{"id":"\#(id)","shape":{"polyline":[[0,0],[1,1]]}}"# }
      func insert(_ id: String, _ place: String) -> String {
        ask("insertOverlay", #""overlay":\#(object(id)),\#(place)"#)
      }
      func order() -> String {
        let state = ask("state", #""overlays":true"#)
        return state.split(separator: #""overlays":"#).last.map { String($0.prefix { $0 != "]" }) }
          ?? ""
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
}
