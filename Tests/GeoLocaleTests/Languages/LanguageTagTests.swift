import CICU
import Testing

@testable import GeoLocale

@Suite("Language tags")
struct LanguageTagTests {
  @Test(
    "tags come out in canonical form",
    arguments: [
      ("DE", "de"), ("de_ch", "de-CH"), ("ZH-hant-tw", "zh-Hant-TW"), ("iw", "he"), ("sh", "sr-Latn"),
      ("zh-yue", "yue"),
      ("zh-min-nan", "nan"), ("zh-cmn", "zh"), ("be-TARASK", "be-tarask"), ("es-419", "es-419"),
      ("en-US-u-ca-julian", "en-US"),
      ("en-x-mine", "en"), ("sl-1994", "sl-1994"),
    ])
  func canonical(text: String, tag: String) { #expect(LanguageTag(text)?.description == tag) }

  @Test(
    "texts that are no tags are refused",
    arguments: [
      "", "e", "12", "de-", "-de", "de--CH", "deutsch land", "de-C", "ähm", "toolonglanguage", "en-u", "x-foo",
    ])
  func malformed(text: String) { #expect(LanguageTag(text) == nil) }

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

  @Test("lists are read with weights, as browsers send them")
  func lists() throws {
    #expect(try LanguageList.parse("de,en") == ["de", "en"])
    #expect(try LanguageList.parse("en;q=0.5, de-ch, fr;q=0.8,*;q=0.1") == ["de-CH", "fr", "en"])
    #expect(try LanguageList.parse("de;q=0,native") == ["native"])
    #expect(try LanguageList.parse("") == [])
  }

  @Test("a list's error names the part that is wrong")
  func listErrors() {
    #expect { try LanguageList.parse("de,e") } throws: { "\($0)".contains("“e”") }
    #expect { try LanguageList.parse("de;q=zwei") } throws: { "\($0)".contains("“q=zwei”") }
  }
}
