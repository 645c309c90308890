import GeoLocale
import Testing

@Suite("Names of cities")
struct CityNamesTests {
  @Test(
    "ICU knows the cities of time zones in many languages",
    arguments: [
      ("Moscow", "Europe/Moscow", "de", "Moskau"), ("Moscow", "Europe/Moscow", "zh-TW", "莫斯科"),
      ("Helsinki", "Europe/Helsinki", "sv", "Helsingfors"),
      ("Cairo", "Africa/Cairo", "ar", "القاهرة"), ("Tokyo", "Asia/Tokyo", "de", "Tokio"),
      ("Vienna", "Europe/Vienna", "de", "Wien"),
    ])
  func known(english: String, timeZone: String, language: String, name: String) {
    #expect(CityNames.name(ofCity: english, timeZone: timeZone, language: language) == name)
  }

  @Test("a city that shares the name or the time zone is another")
  func others() {
    #expect(CityNames.name(ofCity: "Moscow", timeZone: "America/Los_Angeles", language: "de") == nil)
    #expect(CityNames.name(ofCity: "Munich", timeZone: "Europe/Berlin", language: "ru") == nil)
  }

  @Test("nothing is made up for languages that ICU does not know, or where the name is the English one")
  func none() {
    #expect(CityNames.name(ofCity: "Moscow", timeZone: "Europe/Moscow", language: "tlh") == nil)
    #expect(CityNames.name(ofCity: "Moscow", timeZone: "Europe/Moscow", language: "en") == nil)
    #expect(CityNames.name(ofCity: "Berlin", timeZone: "Europe/Berlin", language: "de") == nil)
    #expect(CityNames.name(ofCity: "Moscow", timeZone: "Nowhere/Moscow", language: "de") == nil)
  }
}
