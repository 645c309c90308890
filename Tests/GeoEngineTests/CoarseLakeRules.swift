import GeoModel
import GeoStore
import Testing

@testable import GeoEngine

@Suite("Lakes of the world layer") struct CoarseLakeRules {
  /// A lake `efgh` in a county, with the point `p` in its middle, `s` near its shore and a town `t` on the other side.
  private var drawing: Town {
    var town = Town(
      """
      a                 b
         e         f
         s    p      t
         h         g
      d                 c
      """, metersPerCell: 1_000)
    town.area("United States", "abcd", level: 2, country: "US", isCoarse: true)
    town.area("Michigan", "abcd", level: 4, country: "US", subdivision: "US-MI", isCoarse: true)
    town.area("Oceana County", "abcd", level: 6, country: "US", isCoarse: true)
    town.area("Lake Michigan", "efgh", kind: .inlandWater, isCoarse: true)
    town.place("Pentwater", .town, at: "t", reach: 15_000, country: "US", isCoarse: true)
    return town
  }

  @Test("well out on a lake the answer is the lake: no town, no county")
  func middle() throws {
    let lake = try drawing.ask("p")
    #expect(lake.inlandWater == "Lake Michigan" && lake.match == .water && lake.coarseFields.contains("inlandWater"))
    #expect(lake.locality == nil && lake.subAdministrativeArea == nil && lake.postalCode == nil)
    #expect(lake.administrativeArea == "Michigan" && lake.isoCountryCode == "US")
  }

  @Test("near the shore, which is good to some hundred meters, and on land nothing changes")
  func shore() throws {
    for point: Character in ["s", "t"] {
      let shore = try drawing.ask(point)
      #expect(shore.inlandWater == nil && shore.locality == "Pentwater", "\(point)")
      #expect(shore.subAdministrativeArea == "Oceana County")
    }
  }

  @Test("the middle of a settlement is on land, whatever the outline of a lake")
  func middleOfTown() throws {
    var town = drawing
    town.place("Detroit", .city, at: "p", reach: 15_000, country: "US", isCoarse: true)
    let center = try town.ask("p")
    #expect(center.inlandWater == nil && center.locality == "Detroit")
    // A coarser answer says the same.
    #expect(try town.ask("p") { $0.detail = .county }.inlandWater == nil)
  }

  @Test("a street on a bridge or an island is answered as anywhere")
  func bridge() throws {
    var town = drawing
    town.street("Causeway", "pt")
    let bridge = try town.ask("p")
    #expect(bridge.thoroughfare == "Causeway" && bridge.inlandWater == nil && bridge.locality == "Pentwater")
  }

  @Test("a lake of the extract goes before a coarse one")
  func own() throws {
    var town = drawing
    town.area("Pentwater Lake", "efgh", kind: .inlandWater)
    #expect(try town.ask("p").inlandWater == "Pentwater Lake")
  }
}
