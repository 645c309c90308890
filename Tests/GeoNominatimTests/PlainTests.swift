import GeoEngine
import GeoImport
import GeoNominatim
import GeoTestKit
import Testing

@Suite("Stores without map objects")
struct PlainTests {
  private let folder = TemporaryFolder()

  private func responder(includesObjects: Bool) throws -> NominatimResponder {
    let path = folder.file("small-\(includesObjects).sqlite")
    var options = ImportOptions(threads: 1, worldLayer: nil)
    options.includesObjects = includesObjects
    _ = try Importer(options).run(extracts: [SharedData.small("pbf/01-dense-zlib.osm.pbf")], output: path)
    return NominatimResponder(engine: try PlacemarkEngine(database: path))
  }

  @Test("the placemark answers in the words of the API")
  func placemark() throws {
    let responder = try responder(includesObjects: false)
    let result = try #require(try responder.result(for: try request("lat=47.1402&lon=9.5206")))
    #expect(result.displayName.hasPrefix("7, Teststrasse, Testheim"))
    #expect(result.category == "place" && result.type == "house" && result.ranks.search == 30)
    #expect(result.parts.map(\.label).prefix(3) == ["house_number", "road", "city"])
    // What is no object of the store has an id all the same, since clients expect one, and each house its own.
    let id = try #require(result.placeID)
    #expect(id > 1 << 51 && id < 1 << 53)
    let street = try responder.result(for: try request("lat=47.1402&lon=9.5206&zoom=16"))
    #expect(street?.placeID != nil && street?.placeID != id)
  }

  @Test("zoom decides how fine it is, and other layers have nothing")
  func zoom() throws {
    let responder = try responder(includesObjects: false)
    let street = try #require(try responder.result(for: try request("lat=47.1402&lon=9.5206&zoom=16")))
    #expect(street.category == "highway" && street.addressType == "road")
    let city = try #require(try responder.result(for: try request("lat=47.1402&lon=9.5206&zoom=10")))
    #expect(city.displayName.hasPrefix("Testheim") && city.name == "Testheim")
    #expect(try responder.result(for: try request("lat=47.1402&lon=9.5206&zoom=3")) == nil)
    #expect(try responder.result(for: try request("lat=47.1402&lon=9.5206&layer=poi")) == nil)
  }

  @Test("with map objects the same house has its id")
  func objects() throws {
    let result = try #require(try responder(includesObjects: true).result(for: try request("lat=47.1402&lon=9.5206")))
    #expect(result.placeID != nil && result.source != nil)
    #expect(result.displayName.hasPrefix("7, Teststrasse, Testheim"))
  }
}
