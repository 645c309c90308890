import GeoEngine
import GeoTestKit
import Testing

@Suite("Facts of administrative levels")
struct AdminLevelsTests {
  private func levels(_ role: AddressRole, _ country: String?) -> [Int] {
    Array(AdminLevels.facts(for: country).levels(for: role))
  }

  @Test("Germany: land, county, municipality; a city may be a county or a state")
  func germany() {
    let facts = AdminLevels.facts(for: "DE")
    #expect(levels(.state, "DE") == [4] && levels(.county, "DE") == [6] && levels(.city, "DE") == [8, 6, 4])
    #expect(!facts.isCityOnlyIfSettlement(8) && facts.isCityOnlyIfSettlement(6) && facts.isCityOnlyIfSettlement(4))
    #expect(facts.role(ofLevel: 6) == .county)
    #expect(facts.role(ofLevel: 5) == .none && facts.role(ofLevel: 9) == .suburb)
  }

  @Test(
    "the same level means different things",
    arguments: [
      ("US", 6, AddressRole.county), ("VI", 6, .county), ("PR", 6, .city), ("AD", 7, .city), ("PT", 7, .city),
      ("PT", 6, .state), ("FI", 4, .state),
      ("JP", 7, .city),
      ("TR", 6, .city), ("CN", 5, .city), ("CN", 6, .suburb), ("SK", 9, .city), ("NL", 10, .city), ("LI", 6, .county),
      ("LU", 9, .suburb), ("MC", 10, .suburb), ("CI", 5, .county), ("AU", 9, .city), ("GB", 8, .city),
      ("BR", 10, .suburb),
    ])
  func roles(country: String, level: Int, role: AddressRole) {
    #expect(AdminLevels.facts(for: country).role(ofLevel: level) == role)
  }

  @Test("a country without facts, and no country, take the documented default")
  func standard() {
    #expect(AdminLevels.facts(for: nil) == AdminLevels.standard)
    #expect(AdminLevels.facts(for: "QQ") == AdminLevels.standard)
    #expect(AdminLevels.standard.role(ofLevel: 4) == .state && AdminLevels.standard.role(ofLevel: 8) == .city)
  }

  @Test("level 2 is the country everywhere, level 11 never a city")
  func everywhere() {
    for code in ISOCountries.all {
      let facts = AdminLevels.facts(for: code)
      #expect(facts.role(ofLevel: 2) == .country, "\(code)")
      #expect(facts.levels(for: .city).rank(of: 11) == nil, "\(code)")
      #expect(!facts.levels(for: .city).isEmpty, "\(code)")
    }
  }

  @Test("all inhabited countries have facts of their own")
  func complete() {
    let withoutPeople: Set = ["AQ", "BV", "GS", "HM", "IO", "SH", "TF"]
    for code in ISOCountries.all where !withoutPeople.contains(code) {
      #expect(AdminLevels.facts(for: code) != AdminLevels.standard, "\(code)")
    }
  }

  @Test("cities that are states are known by their code")
  func citySubdivisions() {
    #expect(AdminLevels.isCity(subdivision: "DE-BE") && AdminLevels.isCity(subdivision: "RU-MOW"))
    #expect(!AdminLevels.isCity(subdivision: "DE-BY") && !AdminLevels.isCity(subdivision: "BE-BRU"))
  }
}
