import CICU
import GeoModel
import Testing

@testable import GeoLocale

@Suite("Language tags and ICU")
struct LanguageTagTests {
  @Test(
    "ICU finds the same tags well-formed",
    arguments: [
      "de", "de-CH", "zh-Hant-TW", "e", "12", "de-", "de--CH", "de-C", "en-u", "es-419", "be-tarask", "sl-1994",
      "zh-yue", "abcdefghi",
      "en-US-u-ca-julian", "en-x-mine", "de-DE-1901-1901x", "aa-bbbb-cc-ddddd", "aa-12",
    ])
  func likeICU(text: String) {
    var buffer = [CChar](repeating: 0, count: 100)
    var parsed: Int32 = 0
    var status: Int32 = 0
    _ = icu_for_language_tag(text, &buffer, 100, &parsed, &status)
    #expect((LanguageTag(text) != nil) == (Int(parsed) == text.utf8.count))
  }

  @Test("a language that ICU cannot name is not known")
  func known() {
    #expect(LanguageTag("de")!.isKnown && LanguageTag("gsw")!.isKnown && LanguageTag("nan")!.isKnown)
    #expect(!LanguageTag("english")!.isKnown && !LanguageTag("xx")!.isKnown)
  }
}
