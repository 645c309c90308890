import GeoModel
import GeoStore
import Testing

@testable import GeoEngine

@Suite("Suburbs belong to the city in which their own middle is") struct PartOwnerRules {
  /// Two cities on the banks of a river, without boundaries. Porto's old town is nearer to the bridge's end in Gaia than Gaia's own suburb.
  private func cities(ownSuburb: Bool = true, _ change: (inout Town) -> Void = { _ in }) -> Town {
    var town = Town(
      """
      p  h   q   s   g
      """, metersPerCell: 200)
    town.place("Porto", .city, at: "p", reach: 4_000)
    town.place("Gaia", .city, at: "g", reach: 6_000)
    town.place("Centro", .suburb, at: "h", reach: 3_000)
    if ownSuburb { town.place("Coimbrões", .suburb, at: "s", reach: 2_500) }
    change(&town)
    return town
  }

  private func parts(_ town: Town) throws -> [String?] {
    let found = try town.ask("q")
    return [found.locality, found.subLocality, found.neighborhood]
  }

  @Test("a suburb of another city gives way to one of the point's, or to none")
  func otherCity() throws {
    let found = try [true, false].map { hasOwn in
      try parts(cities(ownSuburb: hasOwn))
    }
    #expect(found == [["Gaia", "Coimbrões", nil], ["Gaia", nil, nil]])
  }

  @Test("where houses say another city than the settlements do, the nearest suburb counts")
  func namedByHouse() throws {
    let named = cities { town in
      town.house("1", "Rua", at: "q", city: "Porto")
    }
    #expect(try parts(named) == ["Porto", "Centro", nil])
  }

  @Test("neighborhoods follow the same rule")
  func neighborhood() throws {
    let town = cities { town in
      town.place("Ribeira", .neighbourhood, at: "h", reach: 1_000)
    }
    #expect(try parts(town) == ["Gaia", "Coimbrões", nil])
  }

  @Test("where the middle of the city is nearer than that of a suburb, there is none; neighborhoods stay")
  func center() throws {
    func parts(at letter: Character, _ kind: PlaceKind) throws -> [String?] {
      var town = Town(
        """
        c  q     s
        """, metersPerCell: 100)
      town.place("Vaduz", kind, at: "c", reach: 5_000)
      town.place("Ebenholz", .suburb, at: "s", reach: 2_000)
      town.place("Altenbach", .neighbourhood, at: "s", reach: 1_500)
      let found = try town.ask(letter)
      return [found.locality, found.subLocality, found.neighborhood]
    }
    #expect(try parts(at: "q", .town) == ["Vaduz", nil, "Altenbach"])
    #expect(try parts(at: "s", .town) == ["Vaduz", "Ebenholz", "Altenbach"])
    #expect(try parts(at: "q", .village) == ["Vaduz", nil, "Altenbach"])
  }
}
