/// Which of ICU's rules suit a script in a country.
enum TransliterationRules {
  /// Ids of rules, the best first; the next is tried where one leaves letters as they are.
  static func candidates(for scripts: Scripts, countryCode: String?) -> [String] {
    if scripts.contains("Cyrl") { return cyrillic(in: countryCode).map { $0 + withoutSigns } + ["Any-Latin"] }
    // The mark below eta and omega is exact but unreadable.
    if scripts.contains("Grek") { return ["Greek-Latin/UNGEGN; NFD; [\u{331}] Remove; NFC", "Any-Latin"] }
    if scripts.contains("Hira") || scripts.contains("Kana") {
      return ["Katakana-Latin/BGN" + titled, "Any-Latin" + titled]
    }
    if scripts.contains("Geor") { return ["Georgian-Latin/BGN" + titled, "Any-Latin" + titled] }
    if scripts.contains("Armn") { return ["Armenian-Latin/BGN", "Any-Latin"] }
    if scripts.contains("Arab") { return [arabic(in: countryCode) + "; Any-Latin" + titled, "Any-Latin" + titled] }
    return ["Any-Latin" + titled]
  }

  /// Scripts without capitals give names without any.
  private static let titled = "; Any-Title"
  /// The hard and soft signs, which no reader of Latin script misses.
  private static let withoutSigns = "; [\u{2B9}\u{2BA}] Remove"

  /// Rules of the United States Board on Geographic Names for the language of the country, where ICU has them.
  private static func cyrillic(in countryCode: String?) -> [String] {
    let russian = "Russian-Latin/BGN"
    return switch countryCode {
    case "UA": ["Ukrainian-Latin/BGN", russian]
    case "BY": ["Belarusian-Latin/BGN", russian]
    case "BG": ["Bulgarian-Latin/BGN", russian]
    case "RS", "BA", "ME", "XK": ["Serbian-Latin/BGN", russian]
    case "MK": ["Macedonian-Latin/BGN", russian]
    case "MN": ["Mongolian-Latin/BGN", russian]
    // Where Russian names are as usual, the letters that it lacks tell the other language.
    case "KZ": [russian, "Kazakh-Latin/BGN"]
    case "KG": [russian, "Kirghiz-Latin/BGN"]
    case "UZ": [russian, "Uzbek-Latin/BGN"]
    case "TM": [russian, "Turkmen-Latin/BGN"]
    case "AZ": [russian, "Azerbaijani-Latin/BGN"]
    default: [russian]
    }
  }

  /// Persian has letters of its own; Arabic names lack their vowels, so that these rules give little more than consonants.
  private static func arabic(in countryCode: String?) -> String {
    switch countryCode {
    case "IR", "AF": "Persian-Latin/BGN"
    default: "Arabic-Latin/BGN"
    }
  }
}
