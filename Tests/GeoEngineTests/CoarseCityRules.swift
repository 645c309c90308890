import GeoModel
import GeoStore
import Testing

@testable import GeoEngine

@Suite("Cities of the world layer") struct CoarseCityRules {
  /// A federal district beside a state, both as coarse areas.
  private func district(_ kind: PlaceKind = .city) -> Town {
    var town = Town(
      """
      a      b         c
        p  s   q    t
                 r
      f      e         d
      """, metersPerCell: 1_000)
    town.area("United States", "acdf", level: 2, country: "US", isCoarse: true)
    town.area("District of Columbia", "abef", level: 4, country: "US", subdivision: "US-DC", isCoarse: true)
    town.area("Maryland", "bcde", level: 4, country: "US", subdivision: "US-MD", isCoarse: true)
    town.area("Washington", "abef", kind: .place, placeKind: kind, country: "US", subdivision: "US-DC", isCoarse: true)
    return town
  }

  @Test("a unit that is a city has the city's name, and the state keeps its own")
  func unit() throws {
    var town = district()
    town.place("Georgetown", .town, at: "s", reach: 5_000, country: "US", isCoarse: true)
    let found = try town.ask("p")
    #expect(found.locality == "Washington")
    #expect(found.administrativeArea == "District of Columbia")
    #expect(found.administrativeAreaCode == "US-DC")
    #expect(found.coarseFields == ["country", "countryCode", "state", "stateCode", "city"])
  }

  @Test("a district of the coarse layer is named after its city, one of the extract is no city")
  func ofCity() throws {
    func city(isCoarse: Bool) throws -> String? {
      var town = district()
      town.place("Baltimore", .district, at: "t", reach: 6_000, country: "US", isCoarse: isCoarse)
      return try town.ask("q").locality
    }
    #expect(try city(isCoarse: true) == "Baltimore")
    #expect(try city(isCoarse: false) == nil)
  }

  @Test("a suburb of the coarse layer stands beside its city, and never beside another one")
  func suburb() throws {
    func found(_ city: String, of town: (inout Town) -> Void = { _ in }) throws -> [String?] {
      var made = district(.municipality)
      made.place("Towson", .town, at: "r", reach: 3_000, country: "US", isCoarse: true)
      made.place(city, .city, at: "q", reach: 6_000, country: "US", isCoarse: true)
      made.place("Hampden", .suburb, at: "t", reach: 6_000, country: "US", isCoarse: true)
      town(&made)
      let answer = try made.ask("q") { $0.languages = ["en"] }
      return [answer.locality, answer.subLocality, answer.coarseFields.contains("suburb") ? "coarse" : nil]
    }
    #expect(try found("Baltimore") == ["Baltimore", "Hampden", "coarse"])
    // Its own center belongs to another city, unless a district says otherwise.
    func besideDundalk(_ district: String? = nil) throws -> [String?] {
      try found("Baltimore") {
        $0.place("Dundalk", .town, at: "c", reach: 9_000, country: "US", isCoarse: true)
        if let district { $0.place(district, .district, at: "t", reach: 6_000, country: "US", isCoarse: true) }
      }
    }
    #expect(try besideDundalk() == ["Baltimore", nil, nil])
    #expect(try besideDundalk("Baltimore") == ["Baltimore", "Hampden", "coarse"])
    // If the extract covers the surroundings, it has the suburbs as well.
    let known = try found("Baltimore") { $0.place("Roland", .village, at: "s", reach: 5_000, country: "US") }
    #expect(known[1] != "Hampden")
    #expect(try found("Baltimore") { $0.street("Falls Road", "qt") }[1] == nil)
  }

  @Test("a territory that lies in the outline of its state, too, has its towns as far as they reach")
  func territory() throws {
    var town = Town(
      """
      A   a     b   B
            p  t
      D   d     c   C
      """, metersPerCell: 1_000)
    town.area("Nederland", "ABCD", level: 2, country: "NL", isCoarse: true)
    town.area("Curaçao", "abcd", level: 2, country: "CW", isCoarse: true)
    town.area("Curaçao", "abcd", level: 4, country: "NL", subdivision: "NL-CW", isCoarse: true)
    town.place("Willemstad", .city, at: "t", reach: 6_300, country: "CW", isCoarse: true)
    let found = try town.ask("p")
    #expect(found.isoCountryCode == "CW")
    #expect(found.locality == "Willemstad")
  }

  @Test("near its middle the extract's own town goes before a coarse city, a hamlet and a coarse town do not")
  func ownTown() throws {
    func city(_ kind: PlaceKind, reach: Float, isCoarse: Bool) throws -> String? {
      var town = district()
      town.place("Georgetown", kind, at: "s", reach: reach, country: "US", isCoarse: isCoarse)
      return try town.ask("p").locality
    }
    #expect(try city(.town, reach: 8_000, isCoarse: false) == "Georgetown")
    #expect(try city(.town, reach: 5_000, isCoarse: false) == "Washington")
    #expect(try city(.hamlet, reach: 8_000, isCoarse: false) == "Washington")
    #expect(try city(.town, reach: 8_000, isCoarse: true) == "Washington")
  }

  @Test("the city that a house names goes before a coarse city")
  func house() throws {
    var town = district()
    town.house("1", "Street", at: "p", city: "Takoma Park")
    #expect(try town.ask("p").locality == "Takoma Park")
    var same = district()
    let house = same.house("1", "Street", at: "p", city: "WASHINGTON")
    let found = try same.ask("p")
    #expect(found.locality == "Washington")
    #expect(found.match == .address && found.source == house)
  }

  @Test("in a unit that is larger than its city a near town comes first")
  func largerUnit() throws {
    var town = district(.municipality)
    #expect(try town.ask("p").locality == "Washington")
    town.place("Georgetown", .town, at: "s", reach: 5_000, country: "US", isCoarse: true)
    #expect(try town.ask("p").locality == "Georgetown")
  }

  @Test("a real boundary of the same code replaces the coarse city")
  func realUnit() throws {
    var town = district()
    town.area("DC", "abef", level: 4, subdivision: "US-DC")
    let found = try town.ask("p")
    #expect(found.administrativeArea == "DC")
    #expect(!found.coarseFields.contains("city"))
  }

  @Test(
    "a settlement across a coarse state border is not the city, unless the house names it: then it brings its state")
  func stateBorder() throws {
    var town = district()
    town.place("Bowie", .town, at: "t", reach: 9_000, country: "US", isCoarse: true)
    town.place("Arlington", .city, at: "s", reach: 15_000, country: "US", isCoarse: true)
    #expect(try town.ask("q").locality == "Bowie")
    town.house("1", "Street", at: "r", city: "Arlington")
    let found = try town.ask("r")
    #expect(found.locality == "Arlington")
    #expect(found.administrativeArea == "District of Columbia")
    #expect(found.administrativeAreaCode == "US-DC")
  }

  @Test("without a state the county's code stands in the state's place")
  func countyCode() throws {
    var town = Town(
      """
      a      b
         p
      d      c
      """, metersPerCell: 1_000)
    town.area("Ireland", "abcd", level: 2, country: "IE", isCoarse: true)
    town.area("Dublin", "abcd", level: 6, country: "IE", subdivision: "IE-D", isCoarse: true)
    let found = try town.ask("p")
    #expect(found.administrativeArea == nil)
    #expect(found.administrativeAreaCode == "IE-D")
    #expect(found.coarseFields.contains("stateCode"))
  }
}
