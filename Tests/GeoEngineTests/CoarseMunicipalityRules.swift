import GeoModel
import GeoStore
import Testing

@testable import GeoEngine

@Suite("Municipalities of the world layer") struct CoarseMunicipalityRules {
  /// Adds a country, and a municipality that fills it, to a drawing with a square `abcd`.
  private func naxxar(_ drawing: Town) -> Town {
    var town = drawing
    town.area("Malta", "abcd", level: 2, country: "MT", isCoarse: true)
    town.area("Naxxar", "abcd", level: 8, country: "MT", subdivision: "MT-38", isCoarse: true)
    return town
  }

  @Test("in a coarse municipality the extract's villages come first")
  func villages() throws {
    var town = naxxar(.square(metersPerCell: 1_000))
    #expect(try town.ask("p").locality == "Naxxar")
    town.place("Mosta", .town, at: "s", reach: 4_000, country: "MT", isCoarse: true)
    #expect(try town.ask("p").locality == "Naxxar")
    town.place("Għargħur", .village, at: "s", reach: 4_000)
    #expect(try town.ask("p").locality == "Għargħur")
  }

  @Test("codes of the extract's regions say nothing of those of coarse municipalities")
  func levels() throws {
    var town = Town(
      """
      a   e  b   g
        p    s
      d   f  c   h
      """, metersPerCell: 200)
    town.area("Malta", "aghd", level: 2, country: "MT", isCoarse: true)
    town.area("Naxxar", "abcd", level: 8, country: "MT", subdivision: "MT-38", isCoarse: true)
    town.area("Malta", "eghf", level: 4, subdivision: "MT-46")
    town.place("Għargħur", .village, at: "s", reach: 4_000)
    #expect(try town.ask("p").locality == "Għargħur")
  }

  @Test("a town that is mapped as an area goes before the coarse municipality around it, a hamlet does not")
  func townArea() throws {
    func city(_ kind: PlaceKind) throws -> String? {
      var town = naxxar(.squares(metersPerCell: 200))
      town.area("Qawra", "efgh", kind: .place, placeKind: kind)
      return try town.ask("p").locality
    }
    #expect(try city(.town) == "Qawra")
    #expect(try city(.hamlet) == "Naxxar")
  }

  @Test("where the houses around name the coarse municipality, a settlement near does not go before it")
  func namedMunicipality() throws {
    var town = naxxar(.square(metersPerCell: 40))
    town.place("In-Naxxar", .town, at: "s", reach: 8_000)
    #expect(try town.ask("p").locality == "In-Naxxar")
    town.house("1", "Triq", at: "p", city: "Naxxar")
    #expect(try town.ask("p").locality == "Naxxar")
  }

  /// Two municipalities side by side.
  ///
  /// From the point, `v` is 1.5 km and `w` 3 km away across the border, and `o` is 2 km away on this side.
  private func neighbors() -> Town {
    var town = naxxar(
      Town(
        """
        a         b       e
            o   p  v  w
        d         c       f
        """, metersPerCell: 500))
    town.area("Malta", "aefd", level: 2, country: "MT", isCoarse: true)
    town.area("Mosta", "befc", level: 8, country: "MT", subdivision: "MT-32", isCoarse: true)
    return town
  }

  @Test("a village in another coarse municipality counts only as far as the border may be wrong, and half")
  func otherMunicipality() throws {
    func city(_ place: Character, own: Character? = nil) throws -> String? {
      var town = neighbors()
      town.place("Il-Mosta", .village, at: place, reach: 6_000)
      if let own { town.place("Għargħur", .village, at: own, reach: 6_000) }
      return try town.ask("p").locality
    }
    #expect(try city("v") == "Il-Mosta")
    #expect(try city("w") == "Naxxar")
    #expect(try city("v", own: "o") == "Għargħur")
    var named = neighbors()
    named.place("Il-Mosta", .village, at: "w", reach: 6_000)
    named.house("1", "Triq", at: "p", city: "Il-Mosta")
    #expect(try named.ask("p").locality == "Il-Mosta")
  }

  @Test("municipalities end at the coast: at sea a town counts although its boundary does not contain the point")
  func coast() throws {
    var town = Town(
      """
      a                    b
        e   f
          t       i    s
        h   g
      d                    c
      """, metersPerCell: 200)
    town = naxxar(town)
    town.area("In-Naxxar", "efgh", level: 8)
    town.place("In-Naxxar", .town, at: "t", reach: 8_000)
    town.place("Sliema", .village, at: "s", reach: 4_000)
    #expect(try town.ask("i").locality == "Sliema")
    town.area("Mediterranean Sea", "abcd", kind: .ocean, isCoarse: true)
    #expect(try town.ask("i").locality == "In-Naxxar")
  }
}
