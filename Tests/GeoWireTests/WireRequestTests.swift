import GeoModel
import GeoWire
import Testing

struct WireRequestTests {
  private func read(_ body: (inout JSONWriter) -> Void) throws -> WireRequest {
    var writer = JSONWriter()
    body(&writer)
    var parser = JSONParser()
    return try parser.parse(writer.bytes) { WireRequest($0) }
  }

  @Test("a query survives the way from client to server, every option and every digit")
  func query() throws {
    var query = PlacemarkQuery(coordinate: try Coordinate(latitude: 37.770947000000013, longitude: -122.41007730000001))
    query.languages = ["de-AT", "en"]
    query.detail = .suburb
    query.worldview = Worldview("IN")
    query.maximumDistanceMeters = 250.5
    query.limit = 3
    query.includesAreas = true
    query.includesTrace = true
    query.includesOverlay = true
    query.includesWikidata = true
    for field in [PlacemarkField.nearby, .plusCode, .countyFIPS, .street] { query.extraFields.insert(field) }
    var road = RoadQuery()
    (road.profile, road.bearingDegrees, road.speedMetersPerSecond, road.accuracyMeters) = (.driving, 271.5, 13.25, 8.5)
    query.road = road
    let request = try read { $0.request("reverseGeocode", id: .integer(5)) { $0.queryMembers(query) } }
    #expect(request.id == .integer(5))
    guard case .reverseGeocode(let received) = try request.call.get() else { Issue.record("another call"); return }
    #expect(received == WireQuery(query: query, isList: true))
  }

  @Test("a position survives the way")
  func fix() throws {
    let fix = WireFix(
      watch: 7, coordinate: try Coordinate(latitude: 1.5, longitude: 2.25), accuracyMeters: 12.5,
      timestamp: 1_700_000_000.125)
    let request = try read { $0.request("locationWatch.update", id: .absent) { $0.fixMembers(fix) } }
    #expect(request.id == .absent)
    guard case .updateWatch(let received) = try request.call.get() else { Issue.record("another call"); return }
    #expect(received == fix)
  }

  @Test("the socket's path follows the environment as documented")
  func socketPath() {
    func path(_ environment: [String: String]) -> String? { SocketPath.path { environment[$0] } }
    let full = ["GEOCODED_SOCKET": "/a", "XDG_RUNTIME_DIR": "/run/u", "XDG_STATE_HOME": "/state", "HOME": "/home/x"]
    #expect(path(full) == "/a")
    #expect(path(full.filter { $0.key != "GEOCODED_SOCKET" }) == "/run/u/geocoded.sock")
    #expect(path(["XDG_STATE_HOME": "/state", "HOME": "/home/x"]) == "/state/geocode/geocoded.sock")
    #expect(
      path(["HOME": "/home/x", "XDG_RUNTIME_DIR": "", "XDG_STATE_HOME": "relative"])
        == "/home/x/.local/state/geocode/geocoded.sock")
    #expect(path([:]) == nil)
  }

  @Test("every error of an engine has its place on the wire and comes back")
  func errors() {
    for code in GeocodingError.Code.allCases {
      let error = GeocodingError(code, "sentence")
      #expect(WireError(error).geocodingError == error)
    }
    #expect(Set(WireError.Reason.allCases.map(\.code)).count == WireError.Reason.allCases.count)
  }

  @Test("the id of a request that is too long is found at its beginning, whole or not at all")
  func beginning() {
    func id(_ text: String) -> RequestID { Array(text.utf8).withUnsafeBytes { RequestID(ofBeginning: $0) } }
    #expect(id(#"{"id":7,"method":"a","params":{"b":[1,2"#) == .integer(7))
    #expect(id(#" {"method":"a", "jsonrpc" : "2.0", "id" : "x\"y","#) == .text(Array(#""x\"y""#.utf8)))
    #expect(id(#"{"params":{"id":3},"id":4,"#) == .integer(4))
    let without = [
      "", "[", #"[{"id":7,"#, #"{"id":7"#, #"{"id":"seven"#, #"{"params":{"id":3,"#, #"{"id":[7],"#, "37.77 -1",
    ]
    for text in without { #expect(id(text) == .null, "\(text)") }
  }
}

extension WireRequestTests {
  private func call(_ line: String) throws -> Result<WireCall, WireError> {
    var parser = JSONParser()
    return try parser.parse(Array(line.utf8)) { WireRequest($0).call }
  }

  @Test("what nobody here knows goes to guests, by what it begins with, with its parameters as they are")
  func guests() throws {
    guard case .success(.guest(let request)) = try call(#"{"method":"ship.turn","params":{"ship":7,"to": 90}}"#) else {
      throw Unexpected()
    }
    #expect(request.method == "ship.turn" && request.kind == "ship" && request.number == 7)
    #expect(String(decoding: request.params, as: UTF8.self) == #"{"ship":7,"to": 90}"#)
    guard case .success(.guest(let bare)) = try call(#"{"method":"ship.open"}"#) else { throw Unexpected() }
    #expect(bare.number == nil && bare.params == Array("{}".utf8))
    for method in ["ship", ".open", ""] {
      guard case .failure(let error) = try call(#"{"method":"\#(method)"}"#) else { throw Unexpected() }
      #expect(error.reason == .methodNotFound)
    }
  }

  @Test("an answer goes to the guest that has asked; what is no answer is refused")
  func answers() throws {
    let answered = #"{"id":"q3.14","result":{"views":{}}}"#
    guard case .success(.guest(let answer)) = try call(answered) else { throw Unexpected() }
    #expect(answer.method == nil && answer.number == 3 && answer.question == 14)
    #expect(String(decoding: answer.params, as: UTF8.self) == #"{"views":{}}"#)
    #expect(GuestRequest.questionID(number: 3, question: 14) == "q3.14")
    guard case .success(.guest(let failed)) = try call(#"{"id":"q3.15","error":{}}"#) else { throw Unexpected() }
    #expect(failed.question == 15 && failed.params == Array("{}".utf8))
    for line in [#"{"id":"q3","result":{}}"#, #"{"id":"x3.1","result":{}}"#, #"{"id":"q3.1"}"#] {
      guard case .failure = try call(line) else { throw Unexpected() }
    }
  }
}

private struct Unexpected: Error {}
