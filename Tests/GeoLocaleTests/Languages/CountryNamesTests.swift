import GeoTestKit
import GeoModel
import Testing

@testable import GeoLocale

@Suite("Names of countries")
struct CountryNamesTests {
  @Test(
    "ICU names a country in many languages",
    arguments: [
      ("CH", "de", "Schweiz"), ("CH", "fr", "Suisse"), ("DE", "en", "Germany"), ("DE", "zh-TW", "德國"),
      ("DE", "zh", "德国"),
      ("RU", "ru", "Россия"), ("XK", "de", "Kosovo"), ("US", "en-GB", "United States"), ("JP", "sr-Latn", "Japan"),
      ("CH", "pt-BR", "Suíça"),
    ])
  func names(code: String, language: String, name: String) {
    #expect(CountryNames.name(ofCountry: code, language: language) == name)
  }

  @Test("nothing is made up for languages and codes that ICU does not know")
  func unknown() {
    #expect(CountryNames.name(ofCountry: "CH", language: "tlh") == nil)
    #expect(CountryNames.name(ofCountry: "CH", language: "xx") == nil)
    #expect(CountryNames.name(ofCountry: "QQ", language: "de") == nil)
    #expect(CountryNames.name(ofCountry: "", language: "de") == nil)
    #expect(CountryNames.localName(ofCountry: "QQ") == nil)
  }

  @Test(
    "a country's own name is in its first language",
    arguments: [
      ("DE", "Deutschland"), ("RU", "Россия"), ("JP", "日本"), ("FI", "Suomi"), ("LI", "Liechtenstein"), ("EG", "مصر"),
      ("LU", "Lëtzebuerg"),
    ])
  func local(code: String, name: String) { #expect(CountryNames.localName(ofCountry: code) == name) }

  @Test("the first language of a country is the one that ICU finds most likely, but for those we know better")
  func likely() {
    // Countries whose signs use another language than most people speak, or whose language ICU lacks.
    let known = Set(
      """
      AF AS BJ BN BQ BT CD CG CM CW DJ DZ ER ES FJ GH HK HT IN KE KM KZ LB LS LU MG ML MU MY NA NE NG NO NZ PG PH PW PY SC
      TK TO TV UG ZW
      """.split { $0 == " " || $0 == "\n" }.map(String.init))
    var differing: [String] = []
    for code in ISOCountries.all where !known.contains(code) {
      guard let likely = LanguageTag.likely(inCountry: code), let own = CountryLanguages.of(code).first else {
        continue
      }
      if likely != own { differing.append("\(code): ICU \(likely), we \(own)") }
    }
    #expect(differing == [])
  }

  @Test("every country has languages, and ICU knows them all")
  func complete() {
    for code in ISOCountries.all {
      #expect(!CountryLanguages.of(code).isEmpty, "\(code)")
      for language in CountryLanguages.of(code) { #expect(LanguageTag(language)!.isKnown, "\(language)") }
    }
  }
}
