import Testing

@testable import GeoImport

struct TagKeyTests {
  private let table = TagKeyTable()

  private func key(_ text: String) -> TagKey? { Array(text.utf8).withUnsafeBytes { table.key($0) } }

  @Test("every key is found by its text, and fits the 64 bits of a mask")
  func everyKey() {
    for known in TagKey.allCases where known != .translation { #expect(key(known.text ?? "") == known) }
    #expect(TagKey.allCases.count <= 64)
  }

  @Test("a second and a third address may have a prefix, and a country's code says what kind it is")
  func synonyms() {
    #expect(key("addr2:housenumber") == .secondNumber && key("addr2:street") == .secondStreet)
    #expect(key("addr3:housenumber") == .thirdNumber && key("addr3:street") == .thirdStreet)
    #expect(key("ISO3166-1:alpha2") == .isoCountry)
    var tags = Tags([.isoCountry: "LIE"])
    tags.add(.isoCountry, "li")
    #expect(tags.countryCode == "LI")
  }

  @Test("keys of no interest are not found")
  func otherKeys() {
    for text in ["", "source", "addr:country", "names", "nam", "addr:housenumbers", "name:", "ref:bag"] {
      #expect(key(text) == nil, "\(text)")
    }
  }

  @Test(
    "a name in a language is a translation",
    arguments: ["de", "yue", "sr-Latn", "zh-Hant", "ja_rm", "be-tarask", "pt-BR"])
  func translations(_ language: String) { #expect(key("name:" + language) == .translation) }

  @Test(
    "what qualifies a name is not a language",
    arguments: [
      "lefts", "left:de", "etymology", "etymology:wikidata", "old", "alt", "int", "prefix", "pronunciation", "1999",
      "EN",
    ])
  func qualifiers(_ suffix: String) { #expect(key("name:" + suffix) == nil) }

  @Test("names of the sides of a road are kept, and are no translations")
  func sides() {
    #expect(key("name:left") == .translation && key("name:right") == .translation)
    var tags = Tags([.name: "Road"])
    tags.addTranslation(language: "left", "L;M")
    tags.addTranslation(language: "right", " ")
    #expect(tags.sides.left == "L" && tags.sides.right == nil && tags.translations.isEmpty)
    #expect(!tags.mask.contains(.translation) && tags.fullName?.translations == [])
  }
}
