import GeoModel
import GeoStore
import Testing

@testable import GeoEngine

@Suite("Seas of the world layer") struct SeaRules {
  /// A country with a state whose coarse border reaches far over the sea.
  ///
  /// The time zone is that of land near the coast and of the sea farther out.
  private func coast(isCoarse: Bool = true) -> Town {
    var town = Town(
      """
      a    e         b
        h     o   k     x
      d    f         c
      """, metersPerCell: 5_000)
    town.area("Brasil", "abcd", level: 2, country: "BR", isCoarse: isCoarse)
    town.area("Pernambuco", "abcd", level: 4, country: "BR", subdivision: "BR-PE", isCoarse: isCoarse)
    town.area("Atlantic Ocean", "abcd", kind: .ocean, isCoarse: true)
    town.area("America/Recife", "aefd", kind: .timeZone, timeZone: "America/Recife", isCoarse: true)
    town.area("Etc/GMT+2", "ebcf", kind: .timeZone, timeZone: "Etc/GMT+2", isCoarse: true)
    return town
  }

  @Test("beyond territorial waters the sea answers, and coarse borders do not count")
  func openSea() throws {
    let found = try coast().ask("o")
    #expect(found.ocean == "Atlantic Ocean")
    #expect(found.match == .water)
    #expect(found.timeZone == "Etc/GMT+2")
    #expect(found.coarseFields == ["ocean"])
    #expect(found.country == nil && found.isoCountryCode == nil && found.administrativeArea == nil)
  }

  @Test("a harbor is in its country, not at sea")
  func harbor() throws {
    let found = try coast().ask("h")
    #expect(found.ocean == nil)
    #expect(found.match == .area)
    #expect(found.administrativeAreaCode == "BR-PE")
    #expect(found.timeZone == "America/Recife")
  }

  @Test("coastal waters far from any coast are in their country and in their sea, unless somebody lives there")
  func coastalWaters() throws {
    func bay(metersPerCell: Double, zone: String = "America/Rankin_Inlet") -> Town {
      var town = Town(
        """
        a         b

          h  i  o

        d         c
        """, metersPerCell: metersPerCell)
      town.area("Canada", "abcd", level: 2, country: "CA", isCoarse: true)
      town.area("Hudson Bay", "abcd", kind: .ocean, isCoarse: true)
      town.area(zone, "abcd", kind: .timeZone, timeZone: zone, isCoarse: true)
      town.place("Island", .village, at: "i", country: "CA")
      return town
    }
    let found = try bay(metersPerCell: 10_000).ask("o")
    #expect(found.ocean == "Hudson Bay")
    #expect(found.isoCountryCode == "CA")
    #expect(found.match == .water)
    #expect(try bay(metersPerCell: 10_000).ask("i").ocean == nil)
    #expect(try bay(metersPerCell: 3_000).ask("o").ocean == nil)
    // The sources of the seas lack islets. Where there are only islets, the ocean's name is not affected.
    #expect(try bay(metersPerCell: 10_000, zone: "America/Noronha").ask("o").ocean == nil)
    #expect(try bay(metersPerCell: 10_000, zone: "Europe/Guernsey").ask("o").ocean == nil, "Sark lies in the sea there")
    #expect(try bay(metersPerCell: 10_000, zone: "Pacific/Auckland").ask("o").ocean == "Hudson Bay")
  }

  @Test("in coastal waters far from any coast a house that is not near lends no postal code")
  func coastalCode() throws {
    var town = Town(
      """
      a         b

            o

      d         c
      """, metersPerCell: 10_000)
    town.area("Canada", "abcd", level: 2, country: "CA", isCoarse: true)
    town.area("Hudson Bay", "abcd", kind: .ocean, isCoarse: true)
    town.area("America/Rankin_Inlet", "abcd", kind: .timeZone, timeZone: "America/Rankin_Inlet", isCoarse: true)
    town.house("1", nil, at: "o", postalCode: "X0A 0A0")
    #expect(try town.ask("o").postalCode == "X0A 0A0")
    // 500 m to the north.
    town.content.addresses[0].point.y += 45_000
    let found = try town.ask("o")
    #expect(found.ocean == "Hudson Bay")
    #expect(found.postalCode == nil)
  }

  @Test("a real border counts wherever it is drawn")
  func realBorder() throws {
    let found = try coast(isCoarse: false).ask("o")
    #expect(found.isoCountryCode == "BR")
    #expect(found.administrativeAreaCode == "BR-PE")
  }

  @Test("a real bay goes before a coarse sea")
  func realBay() throws {
    var town = coast()
    town.area("Bahia", "abcd", kind: .ocean)
    #expect(try town.ask("k").ocean == "Bahia")
    #expect(try town.ask("h").ocean == "Bahia")
  }

  @Test(
    "where no country reaches, the sea answers near land too; where a zone of the sea covers land, the country does")
  func edges() throws {
    var town = Town(
      """
      a    e    b
        h    o
      d    f    c
      """, metersPerCell: 5_000)
    town.area("Aral", "aefd", kind: .ocean, isCoarse: true)
    town.area("Asia/Almaty", "aefd", kind: .timeZone, timeZone: "Asia/Almaty", isCoarse: true)
    town.area("Antarctica", "ebcf", level: 2, country: "AQ", isCoarse: true)
    town.area("Etc/GMT+7", "ebcf", kind: .timeZone, timeZone: "Etc/GMT+7", isCoarse: true)
    #expect(try town.ask("h").ocean == "Aral")
    #expect(try town.ask("o").isoCountryCode == "AQ")
  }

  /// A city whose boundary and streets extend over the water, with a bridge and a house on a pier.
  private func shore(sea: String = "Mediterranean Sea") -> Town {
    var town = Town(
      """
      a     e        b
        h    p
        s  t    B o  x

      d     f   C    c
      """, metersPerCell: 150)
    town.area("España", "abcd", level: 2, country: "ES")
    town.area("Barcelona", "abcd", level: 8)
    town.area("La Barceloneta", "abcd", level: 10)
    town.area("08003", "abcd", kind: .postal)
    town.seaOfCoastlines(sea, "ebcf")
    town.area("Balearic Sea", "abcd", kind: .ocean, isCoarse: true)
    town.street("Passeig", "st")
    town.street("Pont", "BC")
    town.house("7", "Moll", at: "p")
    return town
  }

  @Test("beyond the coastline there is neither city nor code, however near a town is")
  func beyondCoastline() throws {
    for detail in PlacemarkDetail.allCases {
      let found = try shore().ask("x") { $0.detail = detail }
      #expect(found.ocean == "Mediterranean Sea" && found.match == .water, "\(detail)")
      #expect(found.isoCountryCode == "ES" && found.country == "España")
      #expect(found.locality == nil && found.subLocality == nil && found.neighborhood == nil && found.postalCode == nil)
      #expect(found.thoroughfare == nil && !found.isFromWorldLayerAlone)
    }
    #expect(try shore().ask("x").readLines == ["Mediterranean Sea", "España"])
    // Not the squares in which the store keeps the sea of coastlines.
    #expect(try shore().ask("x") { $0.includesOverlay = true }.overlay?.title != "Mediterranean Sea")
  }

  @Test(
    "on piers, on bridges and on land the city stays, at every detail",
    arguments: [("p", true), ("B", true), ("h", false)] as [(Character, Bool)])
  func piers(letter: Character, isOverWater: Bool) throws {
    for detail in [PlacemarkDetail.city, .street, .address] {
      let found = try shore().ask(letter) { $0.detail = detail }
      #expect(found.locality == "Barcelona", "\(detail)")
      #expect((found.ocean != nil) == isOverWater)
    }
    #expect(try shore().ask("p").subThoroughfare == "7")
    #expect(try shore().ask("B").thoroughfare == "Pont")
  }

  @Test("in a harbor the water is in its city, and has no street")
  func harborOfACity() throws {
    let found = try shore().ask("o")
    #expect(found.ocean == "Mediterranean Sea" && found.locality == "Barcelona" && found.thoroughfare == nil)
    #expect(found.match == .water && found.postalCode == "08003")
  }

  @Test("a bay of the extract names the water, a sea without a name none")
  func names() throws {
    var town = shore()
    town.area("Platja", "ebcf", kind: .ocean)
    #expect(try town.ask("x").ocean == "Platja")
    let found = try shore(sea: "").ask("x")
    #expect(found.ocean == nil && found.locality == nil && found.match == .water)
  }
}
