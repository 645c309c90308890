import GeoModel
import Testing

@Suite("Language tags")
struct LanguageTagTests {
  @Test(
    "tags come out in canonical form",
    arguments: [
      ("DE", "de"), ("de_ch", "de-CH"), ("ZH-hant-tw", "zh-Hant-TW"), ("iw", "he"), ("sh", "sr-Latn"),
      ("zh-yue", "yue"),
      ("zh-min-nan", "nan"), ("zh-cmn", "zh"), ("be-TARASK", "be-tarask"), ("es-419", "es-419"),
      ("en-US-u-ca-julian", "en-US"),
      ("en-x-mine", "en"), ("sl-1994", "sl-1994"), ("ger", "de"), ("fre-CA", "fr-CA"), ("arb", "ar"), ("zsm", "ms"),
      ("yue", "yue"),
    ])
  func canonical(text: String, tag: String) { #expect(LanguageTag(text)?.description == tag) }

  @Test(
    "texts that are not tags are refused",
    arguments: [
      "", "e", "12", "de-", "-de", "de--CH", "deutsch land", "de-C", "ähm", "toolonglanguage", "en-u", "x-foo",
    ])
  func malformed(text: String) { #expect(LanguageTag(text) == nil) }

  @Test("lists are read with weights, as browsers send them")
  func lists() throws {
    #expect(try LanguageList.parse("de,en") == ["de", "en"])
    #expect(try LanguageList.parse("en;q=0.5, de-ch, fr;q=0.8,*;q=0.1") == ["de-CH", "fr", "en"])
    #expect(try LanguageList.parse("de;q=0,native") == ["native"])
    #expect(try LanguageList.parse("") == [])
  }

  @Test("two languages at once are one entry, in canonical form each; a blank stands for the sign")
  func pairs() throws {
    #expect(try LanguageList.parse("DE+en-gb, native+en") == ["de+en-GB", "native+en"])
    #expect(try LanguageList.parse("fr;q=0.5,de en") == ["de+en", "fr"])
    #expect(LanguageList.pairs(["de+en", "fr", "it+ru"]) == (["de", "fr", "it"], ["en", "ru"]))
    #expect(LanguageList.pairs(["de", "fr"]) == (["de", "fr"], []))
    for wrong in ["de+", "+de", "de++en", "de+en+fr", "de+english", "+"] {
      #expect(throws: LanguageError.self, "\(wrong)") { try LanguageList.parse(wrong) }
    }
  }

  @Test("a list's error names the part that is wrong")
  func listErrors() {
    #expect { try LanguageList.parse("de,e") } throws: { "\($0)".contains("“e”") }
    #expect { try LanguageList.parse("de;q=zwei") } throws: { "\($0)".contains("“q=zwei”") }
  }

  @Test("the name of a language is no tag, and the error says which one it has")
  func names() {
    for (name, tag) in [("english", "write en"), ("Deutsch", "write de"), ("français", "write fr"), ("中文", "write zh")]
    {
      #expect { try LanguageList.parse("ja,\(name)") } throws: {
        "\($0)".contains("“\(name)”") && "\($0)".hasSuffix(tag)
      }
    }
    #expect { try LanguageList.parse("klingon") } throws: {
      "\($0)".contains("“klingon” is not a language: give BCP 47")
    }
    #expect((try? LanguageList.parse("nan,gsw")) == ["nan", "gsw"])
  }
}
