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
    #expect(standing("1", "Iztapalapa", "PPL", ["MX", "09", "007"]) == .district(of: "3530597"))
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
    let sections = [0.1, 0.2, 0.31, 0.5, 0.99].map { (district: place("\($0)", $0, 50_000), city: String?.none) }
    let found = Districts(of: settlements).named(sections)
    let tags = found.map { $0.node(id: 1).tags }
    #expect(
      tags.map { "\($0["place"] ?? "") \($0["name"] ?? "")" } == [
        "suburb 0.1", "district Melbourne", "suburb 0.2", "suburb 0.31",
        // Districts may be listed in the unit next to that of their city.
        "district Sydney", "suburb 0.5", "town 0.99",
      ])
    #expect(tags[1]["population"] == "50000")
  }

  @Test("cities that the list lacks are settlements, or sections of the city around; one name nearby is one place")
  func newer() {
    let known = [place("Bagh", 0, 7_000_000), place("Qarya", 1, 40_000), place("Other", 0.1, 9_000_000, unit: "NSW")]
    let newer = NewerCities(
      [
        place("Sadr", 0.1, 1_200_000), place("Qárya", 1.05, 90_000), place("Kashan", 2, 300_000),
        place("Kāshān", 2.01, 300_001), place("Prefecture", 3, 7_200_000), place("Avellaneda", 0.3, 300_000, unit: "B"),
        place("Suq", 0.11, 50_000), place("Karkh", 0.12, 40_000), place("2639381", 0.05, 20_000),
        place("Lanus", 2.02, 60_000),
      ], among: known + [place("Clichy", 0.13, 60_000)], and: [place("Karkh", 0.125, 30_000)])
    // Clichy is nearer than Bagh, but has no such middle; Kāshān is nearer to Lanus than any city of the list.
    #expect(newer.sections.map { "\($0.district.id) of \($0.city ?? "")" } == ["Sadr of Bagh", "Suq of Bagh"])
    #expect(newer.settlements.map(\.id) == ["Prefecture", "Kāshān", "Avellaneda", "Lanus", "2639381"])
    #expect(newer.settlements[0].population == 1_000_000)
  }

  @Test("a section belongs to the city of its municipality, whatever town or district is nearer")
  func municipality() throws {
    let settlements = [place("Chicago", 0, 2_000_000), place("Evanston", 0.12, 80_000)]
    func named(_ sections: [(String, Double, String?)]) -> [String] {
      Districts(of: settlements).named(sections.map { (place($0, $1, 60_000), $2) }).map {
        "\($0.isSuburb ? "suburb" : "district") \($0.names["name"] ?? "")"
      }
    }
    #expect(named([("West Ridge", 0.11, "Chicago")]) == ["district Chicago", "suburb West Ridge"])
    #expect(named([("The Loop", 0.01, "Chicago")]) == ["suburb The Loop"])
    // The object of a district of Evanston would otherwise take the name.
    #expect(
      named([("Rogers Park", 0.06, "Chicago"), ("Howard", 0.055, "Evanston")])
        == ["district Chicago", "suburb Rogers Park", "district Evanston", "suburb Howard"])
  }

  @Test("in a unit that is a city, its name goes before those of neighbors, and it has no districts elsewhere")
  func units() {
    let settlements = [place("2643743", 0, 9_000_000), place("Epsom", 0.2, 50_000)]
    let district = place("Sutton", 0.21, 150_000)
    #expect(Districts(of: settlements).named([(district, "2643743")]).first?.names["name"] == "2643743")
    #expect(
      Districts(of: settlements).named([(place("Luton", 0.3, 150_000), nil)]).map { $0.node(id: 1).tags["place"] } == [
        "city"
      ])
    #expect(Districts(of: settlements).named([(place("Soho", 0.01, 20_000), "2643743")]).map(\.isSuburb) == [true])
  }
}
