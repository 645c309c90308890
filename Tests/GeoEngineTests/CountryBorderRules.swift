import GeoModel
import Testing

@testable import GeoEngine

@Suite("What lies across a border between countries") struct CountryBorderRules {
  /// A country of the extract in the east and one of the coarse layer around it.
  ///
  /// Of the two houses, the eastern one is nearer to p.
  private func town(metersPerCell: Double = 10) -> Town {
    var town = Town(
      """
      e                            f
               a           b
                 w         x

        h    p   v  k
                     y     z
               d           c
        s    q             t
      i                            g
      """, metersPerCell: metersPerCell)
    town.area("Schweiz", "efgi", level: 2, country: "CH", isCoarse: true)
    town.area("Liechtenstein", "abcd", level: 2, country: "LI")
    return town
  }

  @Test("a house in another country is not the answer, however near it is")
  func house() throws {
    var town = town()
    town.house("2", "Ruggeller Strasse", at: "k", postalCode: "9491", city: "Ruggell")
    let alone = try town.ask("p")
    #expect(alone.subThoroughfare == nil && alone.thoroughfare == nil && alone.postalCode == nil)
    #expect(alone.isoCountryCode == "CH" && alone.locality == nil)
    #expect(try town.ask("v").subThoroughfare == "2")
    town.house("1", "Sennwalder Strasse", at: "h")
    #expect(try town.ask("p").subThoroughfare == "1")
    #expect(try town.ask("p") { $0.includesTrace = true }.subThoroughfare == "1")
    #expect(try town.ask("p") { $0.limit = 3 }.subThoroughfare == "1")
  }

  @Test("a house of the own country is found behind any number of foreign ones, in whatever tile")
  func houses() throws {
    var town = town(metersPerCell: 30)
    for letter in "kvwxyz" { town.house("\(letter)", "Ruggeller Strasse", at: letter) }
    town.house("1", "Sennwalder Strasse", at: "h")
    #expect(try town.ask("p").subThoroughfare == "1")
    #expect(try town.ask("q").subThoroughfare == "1")
    #expect(try town.ask("y").subThoroughfare == "y")
  }

  @Test("a building around the point may stand on the border")
  func building() throws {
    var town = town()
    town.house("7", "Grenzweg", outline: "hwzs")
    #expect(try town.ask("p").subThoroughfare == "7")
    #expect(try town.ask("v").subThoroughfare == "7")
  }

  @Test("a street across the border is not the answer, one along it is, on both sides")
  func street() throws {
    var town = town()
    town.street("Ruggeller Strasse", "wy")
    #expect(try town.ask("p").thoroughfare == nil)
    town.street("Grenzweg", "ad")
    #expect(try town.ask("p").thoroughfare == "Grenzweg")
    #expect(try town.ask("v").thoroughfare == "Ruggeller Strasse")
    var nearby = self.town(metersPerCell: 2)
    nearby.street("Ruggeller Strasse", "wy")
    #expect(try nearby.ask("p").thoroughfare == "Ruggeller Strasse", "streets are as wide as that")
  }

  @Test("a street of the own country far behind one abroad is not the answer either")
  func fartherStreet() throws {
    var town = town()
    town.street("Ruggeller Strasse", "wy")
    town.street("Sennwalder Strasse", "hs")
    #expect(try town.ask("p").thoroughfare == "Sennwalder Strasse")
    var far = self.town()
    far.street("Sennwalder Strasse", "pq")
    far.street("Landstrasse", "bc")
    #expect(try far.ask("z").thoroughfare == "Landstrasse")
    #expect(try far.ask("v").thoroughfare == nil)
  }

  @Test("who asks for the city alone gets that of the house behind a street abroad, too")
  func cityAlone() throws {
    var town = town(metersPerCell: 30)
    town.area("Mauren", "abcd", level: 8)
    town.place("Schaanwald", .village, at: "z")
    town.street("Sennwalder Strasse", "pq")
    town.house("7", nil, at: "y", city: "Schaanwald")
    #expect(try town.ask("v").locality == "Schaanwald")
    #expect(try town.ask("v") { $0.detail = .city }.locality == "Schaanwald")
  }

  @Test("numbers between two houses stay in their country")
  func interpolation() throws {
    var town = town()
    town.interpolation("2", "8", step: 2, "Ruggeller Strasse", "wy")
    #expect(try town.ask("p").subThoroughfare == nil)
    #expect(try town.ask("v").subThoroughfare != nil)
    town.interpolation("1", "9", step: 2, "Grenzweg", "ad")
    #expect(try town.ask("p").thoroughfare == "Grenzweg", "as a street along the border it is on both sides")
  }
}
