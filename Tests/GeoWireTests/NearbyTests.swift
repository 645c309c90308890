import GeoModel
import GeoWire
import Testing

@Suite("What is near, on the wire")
struct NearbyWireTests {
  private func call(_ query: NearbyQuery) throws -> WireCall {
    var parser = JSONParser()
    let line = written { $0.request("nearby", id: .integer(1)) { $0.nearbyMembers(query) } }
    return try parser.parse(Array(line.utf8)) { WireRequest($0).call }.get()
  }

  @Test("a question comes as it was asked")
  func question() throws {
    var query = NearbyQuery(coordinate: try Coordinate(latitude: 47.1, longitude: 9.5))
    (query.kinds, query.radiusMeters, query.limit) = ([.street, .tag(key: "shop", value: nil)], 250.5, 3)
    query.languages = ["de"]
    guard case .nearby(let read) = try call(query) else { throw WireError(.invalidRequest, "not asked") }
    #expect(read == query)
    query.kinds = Array(repeating: .house, count: NearbyQuery.mostKinds + 1)
    #expect(throws: WireError.self) { try call(query) }
  }

  @Test("an array of them is a batch sooner than one of placemarks")
  func array() throws {
    let one = #"{"id":1,"method":"nearby","params":{"coordinate":{"latitude":1,"longitude":2}}}"#
    func read(_ count: Int) throws -> Result<Int, WireError> {
      var parser = JSONParser()
      let text = "[" + Array(repeating: one, count: count).joined(separator: ",") + "]"
      return try parser.parse(Array(text.utf8)) { node in
        Result { () throws(WireError) in try WireRequest.requests(node).count }
      }
    }
    #expect(try read(100).get() == 100)
    #expect(throws: WireError.self) { try read(101).get() }
  }

  @Test("a thing comes as it was sent, with and without a name and a direction")
  func things() throws {
    let named = NearbyThing(
      coordinate: try Coordinate(latitude: 47.1, longitude: 9.5), name: "Pump \"1\"", kind: "amenity=fuel",
      distanceMeters: 12.5, bearingDegrees: 359.9, source: SourceReference(type: .way, id: 7),
      formattedAddress: ["A St", "Land"])
    var bare = named
    (bare.name, bare.bearingDegrees, bare.formattedAddress) = (nil, nil, [])
    var parser = JSONParser()
    let line = written { $0.things([named, bare]) }
    #expect(try parser.parse(Array(line.utf8)) { NearbyThing.list($0) } == [named, bare])
    // A response that no daemon sends gives no thing, or one without direction.
    let odd = line.replacing("12.5", with: "1e300").replacing("359.9", with: "1e300")
    #expect(try parser.parse(Array(odd.utf8)) { NearbyThing.list($0) } == [])
  }

  @Test(
    "directions are eighths of the compass", arguments: [(0, "N"), (22, "N"), (23, "NE"), (180, "S"), (359.9, "N")])
  func directions(degrees: Double, point: String) throws {
    let thing = NearbyThing(
      coordinate: try Coordinate(latitude: 0, longitude: 0), name: nil, kind: "shop=x", distanceMeters: 999.6,
      bearingDegrees: degrees, source: SourceReference(type: .node, id: 1), formattedAddress: [])
    #expect(thing.distanceText == "1.0 km \(point)")
  }
}
