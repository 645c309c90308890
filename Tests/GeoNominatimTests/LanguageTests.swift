import GeoNominatim
import Testing

@Suite("Languages of a request")
struct LanguageTests {
  @Test(
    "a list is read as browsers send it",
    arguments: [
      ("de", ["de"]), ("ja,en", ["ja", "en"]), ("en;q=0.3,de", ["de", "en"]),
      ("fo-ca,fo;q=0.8,en-ca;q=0.5,en;q=0.3", ["fo-ca", "fo", "en-ca", "en"]), ("de-CH", ["de-CH", "de"]),
      ("sv_FI", ["sv_FI", "sv"]),
      ("zh-Hant-TW, en", ["zh-Hant-TW", "zh", "en"]), ("*", []), ("de;q=0", []), ("12 34,de", ["de"]),
      ("de;level=1", []),
      ("a;q=0.5,b;q=0.5,c", ["c", "a", "b"]), ("", []),
    ])
  func lists(text: String, languages: [String]) throws {
    #expect(try request("lat=1&lon=1", acceptLanguage: text).languages == languages)
  }

  @Test("the parameter goes before the header, unless it is empty")
  func parameterFirst() throws {
    #expect(try request("lat=1&lon=1&accept-language=en", acceptLanguage: "de").languages == ["en"])
    #expect(try request("lat=1&lon=1&accept-language=", acceptLanguage: "de").languages == ["de"])
  }
}
