import GeoTestKit
import Testing

@testable import GeoServer

/// The limits within which a map can be moved.
@Suite struct MapLimitTests {
  @Test("limits move the map into them, hold for gestures and requests, and are taken away by null")
  func limits() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      func ask(_ method: String, _ params: String = "") -> String {
        client.reply(
          #"{"id":1,"method":"mapView.\#(method)","params":{"mapView":1\#(params.isEmpty ? "" : ",")\#(params)}}"#)
      }
      _ = ask("open", #""size":[400,400],"center":{"latitude":0,"longitude":0},"level":10"#)
      _ = ask("subscribe", #""callbacks":[]"#)
      #expect(!ask("state").contains("camera"))
      let boundary = #""cameraBoundary":{"x":134217728,"y":134217728,"width":1024,"height":1024}"#
      #expect(ask("setLimits", #""cameraZoomRange":[1000,20000],\#(boundary)"#).contains(#""result":{}"#))
      let state = ask("state")
      #expect(state.contains(#""cameraZoomRange":[1000,20000],\#(boundary)"#), "\(state)")
      #expect(!state.contains(#""level":10,"#), "\(state)")
      #expect(ask("setRegion", #""center":{"latitude":47,"longitude":9}"#).contains(#""x":134"#))
      #expect(ask("setLimits", #""isZoomEnabled":false,"isScrollEnabled":false"#).contains(#""result":{}"#))
      let fixed = ask("state")
      #expect(fixed.contains(#""isZoomEnabled":false,"isScrollEnabled":false"#), "\(fixed)")
      _ = ask("gesture", #""gesture":"wheel","point":[10,10],"levels":1"#)
      _ = ask("gesture", #""gesture":"key","key":"left""#)
      #expect(ask("state") == fixed)
      for (params, sentence) in [
        (#""cameraZoomRange":[2,1]"#, "[nearest,farthest]"), (#""cameraZoomRange":[0,1]"#, "[nearest,farthest]"),
        (#""cameraBoundary":{"x":0,"y":0,"width":-1,"height":1}"#, "'cameraBoundary'"),
        (#""isZoomEnabled":"no","cameraZoomRange":null"#, "'isZoomEnabled'"),
      ] {
        let answer = ask("setLimits", params)
        #expect(answer.contains(sentence) && answer.contains("invalidQuery"), "\(answer)")
      }
      #expect(ask("state") == fixed, "what was refused changed nothing")
      let none = #""isZoomEnabled":true,"isScrollEnabled":true,"cameraZoomRange":null,"cameraBoundary":null"#
      _ = ask("setLimits", none)
      #expect(!ask("state").contains("camera") && !ask("state").contains("Enabled"))
      #expect(ask("setRegion", #""center":{"latitude":47,"longitude":9},"level":3"#).contains(#""level":3"#))
    }
  }

  @Test("both limits in one request move the map once")
  func together() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      _ = client.reply(
        #"{"id":1,"method":"mapView.open","params":{"size":[400,400],"center":{"latitude":0,"longitude":0},"level":10}}"#
      )
      client.sendLine(
        #"{"id":2,"method":"mapView.setLimits","params":{"mapView":1,"cameraZoomRange":[1000,20000],"cameraBoundary":{"x":134229728,"y":134217728,"width":1024,"height":1024}}}"#
      )
      var told: [String] = []
      while let line = client.readLine(), !line.contains(#""id":2"#) { told.append(line) }
      #expect(told.count == 2, "\(told)")
      #expect(told.first?.contains("regionWillChange") == true && told.last?.contains("regionDidChange") == true)
    }
  }
}
