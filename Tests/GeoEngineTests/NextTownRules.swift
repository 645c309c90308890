import GeoModel
import Testing

@testable import GeoEngine

@Suite("Which of several towns") struct NextTownRules {
  @Test("a town that only the coarse layer knows is not the extract's city beyond it")
  func nextTown() throws {
    var town = Town("o        p     q                         s", metersPerCell: 300)
    town.place("San Francisco", .city, at: "s", reach: 15_000)
    town.place("Oakland", .city, at: "o", reach: 11_800, population: 440_000, isCoarse: true)
    #expect(try town.ask("o").locality == "Oakland")
    #expect(try town.ask("p").locality == "Oakland")
    #expect(try town.ask("q").locality == "Oakland", "the extract does not know what is here")
    town.place("South Beach", .neighbourhood, at: "q", reach: 1_200)
    #expect(try town.ask("q").locality == "San Francisco", "where it does its own counts double")
    #expect(try town.ask("p").locality == "Oakland")
  }

  @Test("the extract's settlement stands for the coarse one of the same name")
  func sameTown() throws {
    var town = Town("c  p      s", metersPerCell: 300)
    town.place("Lauf", .town, at: "s", reach: 8_000)
    town.place("Lauf", .town, at: "c", reach: 3_000, population: 26_000, isCoarse: true)
    let found = try town.ask("p")
    #expect(found.locality == "Lauf" && !found.coarseFields.contains("city"))
  }

  @Test(
    "a settlement across a border of the coarse layer is not the city, unless it is hardly beyond it or the house names it: then it brings its state"
  )
  func stateBorder() throws {
    func city(named: String? = nil, metersPerCell: Double = 300) throws -> [String?] {
      var town = Town(
        """
        a        be            f

          j   p            n
          s   h       t
        d        cg            h
        """, metersPerCell: metersPerCell)
      town.area("New Jersey", "abcd", level: 4, country: "US", subdivision: "US-NJ", isCoarse: true)
      town.area("New York", "efhg", level: 4, country: "US", subdivision: "US-NY", isCoarse: true)
      town.place("Jersey City", .city, at: "j", reach: 3_000, population: 290_000, isCoarse: true)
      town.place("New York City", .city, at: "n", reach: 15_000, population: 8_000_000, isCoarse: true)
      if let named { town.house("1", nil, at: "p", city: named) }
      let found = try town.ask("p")
      return [found.locality, found.administrativeArea, found.administrativeAreaCode]
    }
    #expect(try city() == ["Jersey City", "New Jersey", "US-NJ"])
    #expect(try city(named: "New York City") == ["New York City", "New York", "US-NY"])
    #expect(try city(metersPerCell: 30) == ["New York City", "New York", "US-NY"])
  }

  @Test("settlements of another country of the extract do not count, nor do the cities and codes of its houses")
  func countryBorder() throws {
    var town = Town(
      """
      e                      f
        a         b
           v  h     p  k
        d         c
        s                t
      i                      g
      """, metersPerCell: 20)
    town.area("España", "efgi", level: 2, country: "ES", isCoarse: true)
    town.area("Andorra", "abcd", level: 2, country: "AD")
    town.street("Camí", "st")
    town.place("Sant Julià", .village, at: "v", reach: 4_000)
    town.house("1", "Plaça", at: "h", postalCode: "AD600", city: "Sant Julià")
    #expect(try town.ask("p").locality == nil)
    #expect(try town.ask("p").postalCode == nil)
    #expect(try town.ask("h").locality == "Sant Julià")
    town.house("2", "Carrer", at: "k", city: "La Seu")
    #expect(try town.ask("p").locality == "La Seu")
  }

  @Test("where no boundary says the city, the houses around do")
  func housesAround() throws {
    var town = Town(
      """
      s         t
        p              v
           h
      """)
    town.place("Kotzenhof", .village, at: "v", reach: 4_000)
    town.street("Street", "st")
    town.house("1", "Other Street", at: "h", city: "Lauf")
    #expect(try town.ask("p").locality == "Lauf")
    #expect(try town.ask("p").subLocality == "Kotzenhof")
  }

  @Test("what the house says of its city goes before a coarse state that is a city itself")
  func cityState() throws {
    func city(_ named: String?) throws -> String? {
      var town = Town(
        """
        a             b
           p    c
        d             e
        """, metersPerCell: 100)
      town.area("Hlavní město Praha", "abed", level: 4, country: "CZ", subdivision: "CZ-10", isCoarse: true)
      town.place("Praha", .city, at: "c", reach: 15_000, population: 1_300_000, isCoarse: true)
      town.street("Ulice", "pc")
      if let named { town.house("1", "Ulice", at: "p", city: named) }
      return try town.ask("p").locality
    }
    #expect(try city("Plzeň") == "Plzeň")
    #expect(try city("Praha") == "Praha")
    #expect(try city(nil) == "Praha", "a settlement goes before the unit that is called otherwise")
  }

  @Test("a house next door in the next municipality lends its code rather than one far away in the same")
  func codeNextDoor() throws {
    var town = Town(
      """
      a         be             f
        x      p n h
      d         cg             i
      """, metersPerCell: 50)
    town.area("Country", "afid", level: 2, country: "MT")
    town.area("Rabat", "abcd", level: 8)
    town.area("Mdina", "efig", level: 8)
    town.street("Triq", "pa")
    town.house("9", "Sqaq", at: "x", postalCode: "RBT 1202")
    #expect(try town.ask("p").postalCode == "RBT 1202")
    town.house("1", "Pjazza", at: "h", postalCode: "MDN 1191")
    #expect(try town.ask("p").postalCode == "RBT 1202", "not three times as near")
    town.house("2", "Pjazza", at: "n", postalCode: "MDN 1190")
    #expect(try town.ask("p").postalCode == "MDN 1190")
  }
}
