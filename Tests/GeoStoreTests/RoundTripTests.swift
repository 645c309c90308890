import GeoModel
import GeoStore
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@Suite("What is written comes back")
struct RoundTripTests {
  let grid = Grid(
    """
    A . . . B
    . P Q . .
    . S R H .
    M . X . N
    D . . . C
    """)

  func content() -> StoreContent {
    var content = StoreContent()
    content.area(
      "Vaduz", level: 8, countryCode: "LI", polygons: [[grid.line("ABCDA")]], id: 1_155_956,
      translations: ["de": "Vaduz!"])
    content.street("Landstrasse", grid.line("MXN"), kind: .primary, postalCode: "9490", id: 11)
    content.street("Platz", grid.line("PQRSP"), kind: .pedestrian, isArea: true, id: 12)
    content.address("7", street: "Landstrasse", postalCode: "9490", city: "Vaduz", at: grid["H"], id: -5)
    content.address("9a", street: "Landstrasse", houseName: "Haus", at: grid["Q"], outline: grid.line("PQRSP"), id: 22)
    content.interpolation("1", "9", street: "Landstrasse", grid.line("MXN"), id: 33)
    content.place("Vaduz", kind: .town, postalCode: "9490", timeZone: "Europe/Vaduz", at: grid["R"], id: 44)
    content.feature("Café", at: grid["S"], id: 55)
    content.feature("Museum", category: "tourism=museum", at: grid["R"], outline: grid.line("PQRSP"), id: 56)
    return content
  }

  @Test("a tile knows all that lies in it")
  func tile() throws {
    let reader = try TemporaryStore(content()).reader()
    let tile = try reader.tile(containing: grid["X"])
    #expect(tile.box.contains(grid["X"]))
    #expect(tile.addresses.count == 2)
    #expect(tile.features.count == 2)
    #expect(tile.places.count == 1)
    #expect(tile.interpolations.count == 1)
    #expect(tile.streets.count == 2)
    let area = try #require(tile.pieces.first { if case .area = $0.owner { true } else { false } })
    #expect(tile.contains(grid["X"], piece: area))
    let house = try #require(tile.pieces.first { if case .address = $0.owner { true } else { false } })
    #expect(!tile.contains(grid["X"], piece: house))
  }

  @Test("rows keep all their columns")
  func rows() throws {
    let reader = try TemporaryStore(content()).reader()
    let area = try reader.area(AreaID(1))
    #expect(area.source == SourceReference(type: .relation, id: 1_155_956))
    #expect(area.countryCode == "LI" && area.level == 8 && !area.isCoarse)
    #expect(try reader.name(area.name) == "Vaduz")
    #expect(try reader.translations(area.name) == [NameTranslation(language: "de", text: "Vaduz!")])
    let boundary = try reader.boundary(of: AreaID(1))
    #expect(boundary == [[grid.line("ABCDA")]])
    let place = try reader.place(PlaceID(1))
    #expect(place.areas == [AreaID(1)])
    #expect(place.timeZone == "Europe/Vaduz" && place.kind == .town)
    let addresses = try (1...2).map { try reader.address(AddressID($0)) }
    let house = try #require(addresses.first { $0.houseNumber == "7" })
    #expect(house.source == SourceReference(type: .node, id: -5))
    #expect(house.point == grid["H"])
    #expect(try house.city.map { try reader.name($0) } == "Vaduz")
    let interpolation = try reader.interpolation(InterpolationID(1))
    #expect(interpolation.line == grid.line("MXN"))
    #expect(interpolation.first == "1" && interpolation.last == "9" && interpolation.step == 2)
    let lines = try (1...2).map { try reader.line(of: StreetID($0)) }
    #expect(lines.contains(grid.line("MXN")) && lines.contains(grid.line("PQRSP")))
    let features = try (1...2).map { try reader.feature(FeatureID($0)) }
    #expect(Set(features.map { $0.category }) == ["amenity=cafe", "tourism=museum"])
  }
}
