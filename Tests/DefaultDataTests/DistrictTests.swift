import Testing

@testable import make_default_data

@Suite("Districts of the world layer")
struct DistrictTests {
  private func place(_ id: String, _ longitude: Double, _ population: Int, unit: String = "VIC") -> City {
    City(
      id: id, names: ["name": id], latitude: 0, longitude: longitude, countryCode: "AU", population: population,
      timeZone: "", firstUnit: unit)
  }

  @Test("a row is a settlement, a district of the city of its unit, or of one that is to be found")
  func standing() {
    func standing(_ id: String, _ name: String, _ code: String, _ units: [String]) -> CityStanding? {
      CityStanding(id: id, name: name, code: code, units: units)
    }
    #expect(standing("2643743", "London", "PPLC", ["GB", "ENG", "GLA"]) == .settlement)
    #expect(standing("1", "Harrow", "PPLA3", ["GB", "ENG", "GLA"]) == .district(of: "2643743"))
    #expect(standing("1", "Watford", "PPLA3", ["GB", "ENG", "F8"]) == .settlement)
    #expect(standing("1", "Sha Tin", "PPLA", ["HK", "NST", ""]) == .district(of: "1819729"))
    #expect(standing("1", "Bhatara", "PPL", ["BD", "81", "3026"]) == .district(of: "1185241"))
    #expect(standing("1349452", "Savar", "PPL", ["BD", "81", "3026"]) == .settlement)
    #expect(standing("1", "Van Nuys", "PPLX", ["US", "CA", "037"]) == .district(of: nil))
    #expect(standing("1", "Quận Bốn", "PPLA2", ["VN", "79", "773"]) == .district(of: nil))
    #expect(standing("1", "Pripyat", "PPLQ", ["UA", "13", ""]) == nil)
  }

  @Test("a district that no settlement of its unit reaches has the name of the city that fills the land, or its own")
  func sections() {
    // Cities of 5 million people reach 15 km, and fill 40 km.
    let settlements = [
      place("Melbourne", 0, 5_000_000), place("Sydney", 0.5, 5_000_000, unit: "NSW"), place("Town", 0.3, 20_000),
    ]
    let sections = [0.1, 0.2, 0.31, 0.5].map { (district: place("\($0)", $0, 50_000), city: String?.none) }
    let found = Districts(of: settlements).named(sections)
    #expect(found.map(\.id) == ["0.2", "0.5"])
    let tags = found.first?.node(id: 1).tags
    let far = found.last?.node(id: 1).tags
    #expect(far?["name"] == "0.5" && far?["place"] == "town")
    #expect(tags?["name"] == "Melbourne" && tags?["place"] == "district" && tags?["population"] == "50000")
  }

  @Test("in a unit that is a city, its name goes before those of neighbors, and it has no districts elsewhere")
  func units() {
    let settlements = [place("2643743", 0, 9_000_000), place("Epsom", 0.2, 50_000)]
    let district = place("Sutton", 0.21, 150_000)
    #expect(Districts(of: settlements).named([(district, "2643743")]).first?.names["name"] == "2643743")
    #expect(Districts(of: settlements).named([(place("Luton", 0.3, 150_000), nil)]).first?.names["name"] == "Luton")
    #expect(Districts(of: settlements).named([(place("Soho", 0.01, 20_000), "2643743")]).isEmpty)
  }
}
