import CICU
import GeoModel

/// One language of a preference list, with the data for choosing a name in it.
struct WantedLanguage: Hashable, Sendable {
  /// The language.
  let tag: LanguageTag
  /// The languages of translations that count as this one, best first.
  let keys: [String]
  /// The scripts it is written in.
  let scripts: Scripts
  /// Whether it is Serbian in Latin script, which is the same text as in Cyrillic, letter for letter.
  let isLatinSerbian: Bool
  /// Whether it is any local language in Latin script: ``LanguageList/latin``.
  let isLocalInLatin: Bool

  /// Computes keys and scripts; takes some microseconds in ICU.
  init(_ given: LanguageTag) {
    isLocalInLatin = given.description == LanguageList.latin
    // ICU treats the undetermined language as English.
    let tag = isLocalInLatin ? given : given.shortest
    self.tag = tag
    let script = tag.likelyScript
    scripts = Scripts(codes: [script ?? "Latn"])
    isLatinSerbian = tag.language == "sr" && script == "Latn"
    keys = isLocalInLatin ? [] : Self.keys(of: tag, script: script)
  }

  /// Whether a language code means the same language for a reader.
  func isLanguage(_ code: String) -> Bool {
    code == tag.language || Self.related[code] == (Self.related[tag.language] ?? "")
  }

  /// Keys from exact to general. The bare language counts only where it is usually written in the wanted script, or
  /// where readers of one script read the other (Chinese).
  private static func keys(of tag: LanguageTag, script: String?) -> [String] {
    let language = tag.language
    var keys = [tag.description]
    // The region's key is left out where its script differs: `sr-RS` is in Cyrillic, not sr-Latn-RS, and `zh-HK` is in
    // traditional characters, not zh-Hans-HK.
    if let region = tag.region, script == LanguageTag(language: language, region: region).likelyScript {
      keys.append(language + "-" + region)
    }
    if let script { keys.append(language + "-" + script) }
    if language == "zh", script == "Hant" { keys += ["zh-TW", "zh-HK"] }
    if language == "zh" || script == nil || script == tag.defaultScript { keys.append(language) }
    if language == "zh" { keys += script == "Hant" ? ["zh-Hans", "zh-CN"] : ["zh-CN", "zh-Hant", "zh-TW"] }
    keys += equivalents[language] ?? []
    var seen: Set<String> = []
    return keys.filter { seen.insert($0).inserted }
  }

  /// For each language, other languages whose names its readers accept where its own are missing, best first.
  private static let equivalents = [
    "no": ["nb", "nn"], "nb": ["no", "nn"], "nn": ["no", "nb"], "fil": ["tl"], "tl": ["fil"], "yue": ["zh-Hant", "zh"],
    "nan": ["zh-Hant", "zh"], "gsw": ["de"], "sr": ["sr-Latn"], "id": ["in"], "he": ["iw"], "ca": ["ca-valencia"],
  ]

  /// Codes of one language.
  private static let related = [
    "no": "no", "nb": "no", "nn": "no", "fil": "fil", "tl": "fil", "zh": "zh", "yue": "zh", "nan": "zh", "de": "de",
    "gsw": "de",
  ]
}

extension LanguageTag {
  /// The script of the language: the tag's own, else the likely one for language and region; nil when ICU does not know
  /// the language.
  var likelyScript: String? {
    if let script { return script }
    return Self.maximized([language, region].compactMap { $0 }.joined(separator: "_"))?.script
  }

  /// The tag with the language's code of two letters, where it has one: maps write `de`, not `deu`.
  fileprivate var shortest: LanguageTag {
    guard language.utf8.count == 3, let known = Self.maximized(language), known.language.utf8.count == 2 else {
      return self
    }
    return LanguageTag(language: known.language, script: script, region: region, variants: variants)
  }

  /// The script of the bare language.
  var defaultScript: String? { LanguageTag(language: language).likelyScript }

  /// Whether ICU has a name for the language, as it has for all languages in use. For example, `english` is well-formed
  /// but unknown.
  package var isKnown: Bool {
    let name = ICUText.utf16(capacity: 128) { buffer, capacity, status in
      icu_display_language(language, "en", buffer, capacity, &status)
    }
    return name != nil && name != language
  }

  /// The tag in the form of ICU's locale identifiers.
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
