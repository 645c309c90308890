import GeoModel
import GeoStore
import GeoStoreWriting
import Testing

@testable import GeoEngine

@Suite("Names of regions") struct RegionNameRules {
  private func town(
    _ country: (code: String, name: String), state: String, city: String, _ translations: [String: String] = [:]
  ) -> Town {
    var town = Town(
      """
      a      b
         p
      d      c
      """, metersPerCell: 1_000)
    town.area(country.name, "abcd", level: 2, country: country.code, isCoarse: true)
    town.area(state, "abcd", level: 4, country: country.code, subdivision: country.code + "-X", isCoarse: true)
    town.place(city, .city, at: "p", country: country.code, isCoarse: true)
    let name = NameTable.Name(city, translations: translations.map { .init(language: $0.key, text: $0.value) })
    town.content.places[0].name = town.content.names.intern(name)
    town.street("شارع التحرير", "ac")
    return town
  }

  private func names(_ town: Town, _ languages: [String]) throws -> [String?] {
    let found = try town.ask("p") { $0.languages = languages }
    return [found.country, found.administrativeArea, found.locality, found.thoroughfare]
  }

  @Test("behind local names a language helps with regions in another script; streets stay as they are")
  func otherScript() throws {
    let cairo = town(
      ("EG", "مصر"), state: "Kairo", city: "القاهرة", ["en": "Cairo", "de": "Kairo", "ja": "カイロ"])
    let street = "شارع التحرير"
    #expect(try names(cairo, ["native", "de"]) == ["Ägypten", "Kairo", "Kairo", street])
    #expect(try names(cairo, ["native", "sv"]) == ["Egypten", "Kairo", "Cairo", street])
    #expect(try names(cairo, ["native", "ja"]) == ["エジプト", "Kairo", "カイロ", street])
    #expect(try names(cairo, ["native", "ar"]) == ["مصر", "Kairo", "القاهرة", street])
    #expect(try names(cairo, ["native"]) == ["مصر", "Kairo", "القاهرة", street])
    #expect(try names(cairo, []) == ["مصر", "Kairo", "القاهرة", street])
  }

  @Test(
    "local names in Latin letters are what people there write, else by rule, and no translations; what follows helps with regions"
  )
  func latin() throws {
    let cairo = town(("EG", "مصر"), state: "أسيوط", city: "القاهرة", ["en": "Cairo", "de": "Kairo"])
    #expect(try names(cairo, ["und-Latn", "de"]) == ["Ägypten", "Asiwt", "Kairo", "Shara Al-Tahrir"])
    #expect(try names(cairo, ["und-Latn"]) == ["Masr", "Asiwt", "Al-Qahra", "Shara Al-Tahrir"])
    #expect(try names(cairo, ["de", "und-Latn"]) == ["Ägypten", "Asiwt", "Kairo", "Shara Al-Tahrir"])
    let written = town(("EG", "مصر"), state: "Kairo", city: "القاهرة", ["en": "Cairo", "ar-Latn": "El Qāhira"])
    #expect(try names(written, ["und-Latn"])[2] == "El Qāhira")
    let munich = town(("DE", "Deutschland"), state: "Bayern", city: "München", ["en": "Munich"])
    for languages in [["und-Latn"], ["und-Latn", "en"]] {
      #expect(try names(munich, languages).prefix(3) == ["Deutschland", "Bayern", "München"])
    }
    // No rule transliterates kanji.
    let tokyo = town(("JP", "日本"), state: "東京都", city: "東京", ["en": "Tokyo"])
    #expect(try names(tokyo, ["und-Latn", "native"])[2] == "東京" && names(tokyo, ["und-Latn", "en"])[2] == "Tokyo")
  }

  @Test("local names stand beside those in the asked language, whatever that is")
  func localNames() throws {
    let cairo = town(("EG", "مصر"), state: "Kairo", city: "القاهرة", ["en": "Cairo"])
    for languages in [["en"], ["und-Latn"], []] {
      let found = try cairo.ask("p") { ($0.languages, $0.extraFields) = (languages, [.names]) }
      #expect(
        found.names == [.country: "مصر", .state: "Kairo", .city: "القاهرة", .street: "شارع التحرير"], "\(languages)")
    }
    let city = try cairo.ask("p") { ($0.languages, $0.extraFields, $0.detail) = (["en"], [.names], .city) }
    #expect(city.locality == "Cairo" && city.names == [.country: "مصر", .state: "Kairo", .city: "القاهرة"])
    #expect(try cairo.ask("p") { $0.languages = ["en"] }.names == nil)
  }

  @Test("two languages at once give both names where they differ by more than case and accents")
  func bothLanguages() throws {
    let cairo = town(("EG", "مصر"), state: "Kairo", city: "القاهرة", ["en": "Cairo", "de": "Kairo", "fr": "KÄIRO"])
    #expect(try names(cairo, ["de+en"]).prefix(3) == ["Ägypten (Egypt)", "Kairo", "Kairo (Cairo)"])
    #expect(try names(cairo, ["de+fr"]).prefix(3) == ["Ägypten (Égypte)", "Kairo", "Kairo"])
    #expect(try names(cairo, ["native+en"]).prefix(3) == ["مصر (Egypt)", "Kairo", "القاهرة (Cairo)"])
    #expect(try names(cairo, ["en+native"]).prefix(3) == ["Egypt (مصر)", "Kairo", "Cairo (القاهرة)"])
    // The second language of a later entry is used where the first language of the list has no name.
    #expect(try names(cairo, ["sv", "de+ar"]).prefix(3) == ["Egypten (مصر)", "Kairo", "Kairo (القاهرة)"])
    let tokyo = town(("JP", "日本"), state: "東京都", city: "東京", ["en": "Tokyo", "de": "Tokio"])
    let found = try tokyo.ask("p") { $0.languages = ["native+de"] }
    // Names in two languages are formatted like Latin ones: separated, and from fine to coarse.
    #expect(found.locality == "東京 (Tokio)" && found.formattedAddress.allSatisfy { !$0.contains(")東") })
  }

  @Test("names that can be read stay as they are; a name that nobody has written stays, too")
  func readable() throws {
    let street = "شارع التحرير"
    let munich = town(("DE", "Deutschland"), state: "Bayern", city: "München", ["en": "Munich"])
    #expect(try names(munich, ["native", "en"]) == ["Deutschland", "Bayern", "München", street])
    let town = town(("EG", "مصر"), state: "أسيوط", city: "ديروط")
    #expect(try names(town, ["native", "en"]) == ["Egypt", "أسيوط", "ديروط", street])
  }

  @Test("of a name in several languages one is shown")
  func severalLanguages() throws {
    let country = (code: "CH", name: "Schweiz/Suisse/Svizzera/Svizra")
    let town = town(country, state: "Bern/Berne", city: "Biel/Bienne", ["de": "Biel", "fr": "Bienne", "en": "Biel"])
    #expect(try names(town, ["native", "fr"])[0] == "Suisse")
    #expect(try names(town, ["native", "fr"])[2] == "Bienne")
    #expect(try names(town, ["native", "en"])[0] == "Switzerland")
    #expect(try names(town, ["native", "tlh"])[0] == "Schweiz")
    #expect(try names(town, ["native"])[0] == "Schweiz/Suisse/Svizzera/Svizra")
  }

  /// A city that is also a state, in the world layer.
  private func cityState(_ state: [String: String]) -> Town {
    var town = town(("RU", "Россия"), state: "Москва", city: "Москва", ["en": "Moscow"])
    town.area("Europe/Moscow", "abcd", kind: .timeZone, timeZone: "Europe/Moscow", isCoarse: true)
    town.content.places[0].timeZone = town.content.names.intern("Europe/Moscow")
    let name = NameTable.Name("Москва", translations: state.map { .init(language: $0.key, text: $0.value) })
    town.content.areas[1].name = town.content.names.intern(name)
    return town
  }

  @Test("a city that is its own state has one name, also in languages of which only ICU knows it")
  func cityStates() throws {
    let town = cityState(["en": "Moscow"])
    #expect(try names(town, ["nb"])[1...2] == ["Moskva", "Moskva"])
    #expect(try names(town, ["de"])[1...2] == ["Moskau", "Moskau"])
    #expect(try names(town, ["ru"])[1...2] == ["Москва", "Москва"])
    #expect(try names(town, ["en"])[1...2] == ["Moscow", "Moscow"])
  }

  @Test("what the map says of a state in a form of the language goes before the name of its city")
  func statesOfTheirOwn() throws {
    let town = cityState(["en": "Moscow State", "zh-Hant": "莫斯科州"])
    #expect(try names(town, ["zh-TW"])[1...2] == ["莫斯科州", "莫斯科"])
    #expect(try names(town, ["de"])[1...2] == ["Moscow State", "Moskau"])
  }

  @Test("houses that name their city like its state lend it the state's translations where the script needs some")
  func cityOfHouses() throws {
    var town = Town(
      """
      a      b
        hp
      d      c
      """)
    town.area("대한민국", "abcd", level: 2, country: "KR")
    town.area("서울특별시", "abcd", level: 4, subdivision: "KR-11")
    let seoul = NameTable.Name("서울특별시", translations: [.init(language: "en", text: "Seoul")])
    town.content.areas[1].name = town.content.names.intern(seoul)
    town.house("110", "세종대로", at: "h", city: "서울특별시")
    #expect(try names(town, ["en"])[1...2] == ["Seoul", "Seoul"])
    #expect(try names(town, ["ko"])[1...2] == ["서울특별시", "서울특별시"])
    #expect(try names(town, [])[1...2] == ["서울특별시", "서울특별시"])
  }
}
