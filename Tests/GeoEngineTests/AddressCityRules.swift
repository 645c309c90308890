import GeoModel
import Testing

@testable import GeoEngine

@Suite("What a house's address says about its city") struct AddressCityRules {
  private static let drawing = """
    a                      b

    s    p   v        h    t

    d                      c
    """

  @Test("a settlement within the municipality is the city where the house's address names it")
  func settlementInMunicipality() throws {
    var town = Town(AddressCityRules.drawing)
    town.area("Eschen", "abcd", level: 8)
    town.place("Nendeln", .village, at: "v", reach: 4_000)
    town.street("Street", "st")
    town.house("1", "Street", at: "p", city: "Nendeln")
    town.house("2", "Street", at: "h", city: "Eschen")
    let found = try town.ask("p") { $0.includesAreas = true }
    #expect(found.locality == "Nendeln")
    #expect(found.subLocality == nil)
    #expect(found.areas?.contains { $0.name == "Eschen" } == true)
    #expect(try town.ask("h").locality == "Eschen")
    #expect(try town.ask("h").subLocality == "Nendeln")
  }

  @Test("a city that the address names but that lies elsewhere does not move the house")
  func settlementElsewhere() throws {
    var town = Town(
      """
      a          b
      s    p     t    v
      d          c
      """)
    town.area("Triesen", "abcd", level: 8)
    town.place("Vaduz", .town, at: "v", reach: 8_000)
    town.street("Street", "st")
    town.house("1", "Street", at: "p", city: "Vaduz")
    #expect(try town.ask("p").locality == "Triesen")
  }

  @Test("a city that is not an object of the map comes from the address, even where the coarse layer has it")
  func cityFromAddress() throws {
    for layer in [nil, false, true] as [Bool?] {
      var town = Town(AddressCityRules.drawing)
      if let isCoarse = layer { town.place("Bayreuth", .city, at: "t", reach: 15_000, isCoarse: isCoarse) }
      town.place("Gemein", .village, at: "v", reach: 4_000)
      town.street("Street", "st")
      town.house("1", "Street", at: "p", city: "Bayreuth")
      let query = PlacemarkQuery(coordinate: town.coordinate("p"))
      let (name, isFromAddress) = try town.withEngine { engine in
        let grounded = try engine.grounded(query, .placemark)
        return (grounded.placemark?.locality, grounded.isCityFromAddress)
      }
      #expect(name == "Bayreuth" && isFromAddress == (layer != false))
    }
  }

  @Test("without a boundary the address goes before a nearer village, which becomes the suburb")
  func addressBeforeVillage() throws {
    var town = Town(AddressCityRules.drawing)
    town.place("Ramsenthal", .village, at: "v", reach: 4_000)
    town.street("Street", "st")
    town.house("1", "Street", at: "p", city: "Bindlach")
    let found = try town.ask("p")
    #expect(found.locality == "Bindlach")
    #expect(found.subLocality == "Ramsenthal")
  }

  @Test("a point on a street takes the city of the street's nearest house with a code")
  func cityOfStreet() throws {
    var town = Town(
      """
      s    v    p                h    t
      """)
    town.place("Ramsenthal", .village, at: "v", reach: 4_000)
    town.street("Street", "st")
    town.house("1", "Street", at: "h", postalCode: "95463", city: "Bindlach")
    let found = try town.ask("p")
    #expect(found.subThoroughfare == nil)
    #expect(found.locality == "Bindlach")
    #expect(found.postalCode == "95463")
  }

  @Test("far from all houses and settlements the city is that of the house which lends its postal code")
  func lentCity() throws {
    let drawing = """
      s    p            w    h    t
      """
    func city(_ village: Character, reach: Float) throws -> String? {
      var town = Town(drawing, metersPerCell: 40)
      town.street("Street", "sp")
      town.place("Theta", .village, at: village, reach: reach)
      town.house("1", "Other Street", at: "w", postalCode: "95463", city: "Bindlach")
      return try town.ask("p").locality
    }
    // The house is 520 m away and the villages are 920 and 200 m away: neither is three times as far.
    #expect(try city("t", reach: 1_200) == "Theta")
    #expect(try city("s", reach: 400) == "Theta")
    var far = Town("s  p       h                t", metersPerCell: 40)
    far.street("Street", "sp")
    far.house("1", "Other Street", at: "h", postalCode: "95463", city: "Bindlach")
    far.place("Theta", .village, at: "t", reach: 1_200)
    #expect(try far.ask("p").locality == "Bindlach")
    far.place("Gamma", .town, at: "t", reach: 8_000)
    #expect(try far.ask("p").locality == "Gamma")
    // Two mapped towns are in reach, and the house decides between them.
    far.place("Bindlach", .town, at: "t", reach: 7_000)
    #expect(try far.ask("p").locality == "Bindlach")
  }

  @Test("far from all settlements a house without a city leaves it to the next one that names it")
  func houseWithoutCity() throws {
    var town = Town("s  p   n   h                    t", metersPerCell: 40)
    town.street("Street", "sp")
    town.house("1", "Other Street", at: "n", postalCode: "95463")
    var other = town
    other.house("3", "Other Street", at: "h", postalCode: "95445", city: "Bayreuth")
    #expect(try other.ask("p").locality == nil)
    town.house("3", "Other Street", at: "h", postalCode: "95463", city: "Bindlach")
    #expect(try town.ask("p").locality == "Bindlach")
    town.place("Theta", .village, at: "t", reach: 1_400)
    #expect(try town.ask("p").locality == "Bindlach")
    town.place("Gamma", .town, at: "t", reach: 8_000)
    #expect(try town.ask("p").locality == "Gamma")
  }

  @Test("a house farther than a hamlet, or in another municipality, lends no city")
  func notLent() throws {
    var town = Town(
      """
                   a      b
      s  p   w         h                                            t
                   d      c
      """, metersPerCell: 25)
    town.street("Street", "sp")
    town.house("1", "Other Street", at: "h", postalCode: "95463", city: "Bindlach")
    town.place("Village", .village, at: "t", reach: 2_400)
    #expect(try town.ask("p").locality == "Bindlach")
    var near = town
    near.place("Hamlet", .hamlet, at: "w", reach: 2_000)
    #expect(try near.ask("p").locality == "Village")
    town.area("Bindlach", "abcd", level: 8)
    #expect(try town.ask("p").locality == "Village")
  }

  @Test("neither a trace nor a list of candidates changes the city")
  func sameWithTrace() throws {
    // The neighbor at 160 m has no postal code. Only an exhaustive search would find it.
    var town = Town("s  p    n               t", metersPerCell: 32)
    town.street("Street", "st")
    town.house("1", "Street", at: "p")
    town.house("9", "Other Street", at: "n", city: "Elsewhere")
    town.place("Village", .village, at: "t", reach: 4_000)
    #expect(try town.ask("p").locality == "Village")
    #expect(try town.ask("p") { $0.includesTrace = true }.locality == "Village")
    #expect(try town.ask("p") { $0.limit = 3 }.locality == "Village")
  }

  @Test("an address that abbreviates or translates the name of a settlement means that settlement")
  func otherSpellings() throws {
    #expect(SettlementNameMatcher.isAbbreviated("Lauf a.d.Pegnitz", "Lauf an der Pegnitz"))
    #expect(SettlementNameMatcher.isAbbreviated("Neustadt a. d. Aisch", "Neustadt an der Aisch"))
    #expect(!SettlementNameMatcher.isAbbreviated("Neustadt a. d. Donau", "Neustadt an der Aisch"))
    #expect(!SettlementNameMatcher.isAbbreviated("Lauf", "Lauf an der Pegnitz"))
    #expect(!SettlementNameMatcher.isAbbreviated("L.", "Lauf"))
    var town = Town(AddressCityRules.drawing)
    town.place("Lauf an der Pegnitz", .town, at: "h", reach: 8_000)
    town.place("Heuchling", .village, at: "v", reach: 4_000)
    town.street("Street", "st")
    town.house("1", "Street", at: "p", city: "Lauf a.d.Pegnitz")
    #expect(try town.ask("p").locality == "Lauf an der Pegnitz")
    #expect(try town.ask("p").subLocality == "Heuchling")
  }

  @Test("a town near its own middle stays the city, whatever the address calls it")
  func sureTown() throws {
    var town = Town(AddressCityRules.drawing)
    town.place("Helsinki", .city, at: "v", reach: 15_000)
    town.street("Street", "st")
    town.house("1", "Street", at: "p", city: "Kallio")
    #expect(try town.ask("p").locality == "Helsinki")
  }

  @Test("a village has no other village as its suburb")
  func villageInVillage() throws {
    var town = Town(AddressCityRules.drawing)
    town.place("Near", .village, at: "v", reach: 4_000)
    town.place("Far", .village, at: "h", reach: 4_000)
    let found = try town.ask("p")
    #expect(found.locality == "Near")
    #expect(found.subLocality == nil)
  }
}
