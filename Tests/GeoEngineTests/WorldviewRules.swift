import GeoModel
import Testing

@testable import GeoEngine

@Suite("Points of view on disputed areas") struct WorldviewRules {
  private func town(
    _ country: String, _ code: String, _ subdivision: String? = nil, isCoarse: Bool = true
  ) -> Town {
    var town = Town(
      """
      a      b
         p
      d      c
      """, metersPerCell: 1_000)
    town.area(country, "abcd", level: 2, country: code, isCoarse: isCoarse)
    if let subdivision {
      town.area("Region", "abcd", level: 4, country: code, subdivision: subdivision, isCoarse: isCoarse)
    }
    return town
  }

  private func query(_ town: Town, _ view: String?) throws -> PlacemarkQuery {
    var query = PlacemarkQuery(coordinate: town.coordinate("p"))
    query.languages = ["en"]
    query.worldview = try view.map { try #require(Worldview($0)) }
    return query
  }

  @Test("a country sees the area as its own, others see it as the map does, and no answer changes that of another view")
  func views() throws {
    let town = town("Україна", "UA", "UA-43")
    try town.withEngine { engine in
      for view in [nil, "RU", "FR", "UA", "ru", nil] {
        let found = try engine.placemarks(for: query(town, view))[0]
        let isRussia = view?.uppercased() == "RU"
        #expect(found.isoCountryCode == (isRussia ? "RU" : "UA"), "\(view ?? "none")")
        #expect(found.country == (isRussia ? "Russia" : "Ukraine"))
        #expect(found.administrativeArea == "Region")
        #expect(found.administrativeAreaCode == (isRussia ? nil : "UA-43"))
        #expect(found.coarseFields.prefix(3) == ["country", "countryCode", "state"])
        #expect(found.coarseFields.contains("stateCode") == !isRussia)
        #expect(found.formattedAddress.last == found.country)
      }
    }
  }

  @Test("where a view agrees with the map, the answer is the same in every field")
  func agreeing() throws {
    let towns = [town("Україна", "UA", "UA-05"), town("España", "ES")]
    for place in towns {
      try place.withEngine { engine in
        let usual = try engine.placemarks(for: query(place, nil))
        for view in ["RU", "UA", "FR", "CN"] {
          let found = try engine.placemarks(for: query(place, view))
          #expect(found == usual)
        }
      }
    }
  }

  @Test(
    "areas are told by the code of a country or of a subdivision, coarse or real",
    arguments: [
      ("XK", nil, "RS", "RS"), ("XK", nil, "CN", "RS"), ("XK", nil, "DE", "XK"), ("TW", "TW-TPE", "CN", "CN"),
      ("EH", nil, "MA", "MA"), ("FK", nil, "AR", "AR"), ("IN", "IN-JK", "PK", "PK"), ("IN", "IN-AR", "CN", "CN"),
      ("IN", "IN-AR", "PK", "IN"), ("PK", "PK-GB", "IN", "IN"), ("GY", "GY-CU", "VE", "VE"),
      ("GY", "GY-DE", "VE", "GY"), ("RU", "UA-43", "UA", "UA"), ("RU", "UA-43", "RU", "RU"),
    ] as [(String, String?, String, String)])
  func codes(code: String, subdivision: String?, view: String, seen: String) throws {
    for isCoarse in [true, false] where !(isCoarse && code == "RU") {
      let town = town("Land", code, subdivision, isCoarse: isCoarse)
      try town.withEngine { engine in
        let found = try engine.placemarks(for: query(town, view))
        #expect(found[0].isoCountryCode == seen)
      }
    }
  }

  @Test("the trace, local names and shape are those of the country that is seen")
  func extras() throws {
    let town = town("Україна", "UA", "UA-43")
    var query = try query(town, "RU")
    query.includesTrace = true
    query.includesOverlay = true
    query.extraFields = [.names]
    query.detail = .country
    let found = try town.withEngine { try $0.placemarks(for: query)[0] }
    #expect(found.trace?.first(where: { $0.field == "country" })?.rule == "disputed area in the asked worldview")
    #expect(found.names?[.country] == "Россия" && found.overlay == nil && found.source == nil)
  }

  @Test("only a country has a point of view")
  func countries() {
    for code in ["XX", "EU", "", "I", "IND", "I\u{0}", "ß", "ıN"] { #expect(Worldview(code) == nil, "\(code)") }
    #expect(Worldview("in")?.countryCode == "IN" && Worldview("XK") != nil)
  }
}
