import CICU
import GeoModel

extension LanguageTag {
  /// The script the language is written in: the tag's own, else the likely one for language and region; nil when ICU
  /// does not know the language.
  var likelyScript: String? {
    if let script { return script }
    return Self.maximized([language, region].compactMap { $0 }.joined(separator: "_"))?.script
  }

  /// The script of the bare language.
  var defaultScript: String? { LanguageTag(language: language).likelyScript }

  /// Whether ICU has a name for the language, which it has for all that are in use: `english` is well-formed but not
  /// known.
  public var isKnown: Bool {
    let name = ICUText.utf16(capacity: 128) { buffer, capacity, status in
      icu_display_language(language, "en", buffer, capacity, &status)
    }
    return name != nil && name != language
  }

  /// The tag as ICU's locale identifiers are written.
  var localeID: String {
    ([language, script, region].compactMap { $0 }).joined(separator: "_")
  }

  /// The most likely language of a country by ICU's data, without script or region; nil when ICU does not know the
  /// country.
  static func likely(inCountry code: String) -> String? {
    guard let tag = maximized("und_" + code), tag.language != "und", tag.region == code else { return nil }
    return tag.language
  }

  /// The tag of a locale with its likely script and region added.
  private static func maximized(_ localeID: String) -> LanguageTag? {
    ICUText.ascii(capacity: 64) { icu_add_likely_subtags(localeID, $0, $1, &$2) }.flatMap { LanguageTag($0) }
  }
}
