import CICU
import Synchronization

/// Transliterates names to Latin script with ICU's rules, those of the country's language first; Arabic and Hebrew with
/// ``AbjadRomanization``.
///
/// Thread-safe, but calls run one at a time, because ICU does not guarantee that a transliterator can be shared. Rules
/// are opened at the first use (up to 100 ms for Chinese) and stay open.
enum Transliteration {
  /// The name in Latin script; nil when there are no rules for its script, or they would be wrong (kanji in Japan).
  static func latin(_ name: String, countryCode: String?) -> String? {
    let scripts = Scripts(of: name)
    // ICU reads kanji as Chinese.
    if countryCode == "JP", scripts.contains("Hani") { return nil }
    if scripts.contains("Arab") || scripts.contains("Hebr"), let text = AbjadRomanization.latin(name) { return text }
    return shared.withLock { rules in
      for id in TransliterationRules.candidates(for: scripts, countryCode: countryCode) {
        if let text = rules.apply(id, to: name), Scripts(of: text).isSubset(of: .latin) { return text }
      }
      return nil
    }
  }

  /// Applies ICU's rules with an id to a name; nil when ICU does not have them.
  static func text(_ id: String, _ name: String) -> String? { shared.withLock { $0.apply(id, to: name) } }

  private static let shared = Mutex(OpenRules())

  /// The open transliterators by id; they stay open as long as the process.
  private struct OpenRules: ~Copyable {
    private var open: [String: OpaquePointer?] = [:]

    /// Applies rules to a name; nil when ICU does not have them.
    mutating func apply(_ id: String, to name: String) -> String? {
      guard let rules = rules(id) else { return nil }
      var text = Array(name.utf16)
      let length = text.count
      text.append(contentsOf: repeatElement(0, count: length * 7 + 32))
      return Self.run(rules, &text, length)
    }

    /// The rules with an id, opened at the first use; nil when ICU does not have them.
    private mutating func rules(_ id: String) -> OpaquePointer? {
      if let known = open[id] { return known }
      var status: Int32 = 0
      let id16 = Array(id.utf16)
      let opened = icu_open_transliterator(id16, Int32(id16.count), &status)
      open[id] = .some(status <= 0 ? opened : nil)
      return open[id] ?? nil
    }

    /// Transliterates the first code units of a buffer that has room for the result.
    private static func run(_ rules: OpaquePointer, _ text: inout [UInt16], _ count: Int) -> String? {
      var status: Int32 = 0
      var length = Int32(count)
      icu_transliterate(rules, &text, &length, Int32(text.count), &status)
      guard status <= 0, length <= Int32(text.count) else { return nil }
      return String(decoding: text[..<Int(length)], as: UTF16.self)
    }
  }
}

/// Chooses ICU's rules for a script in a country.
enum TransliterationRules {
  /// The ids of rules, best first. The next one is tried where one leaves letters of another script.
  static func candidates(for scripts: Scripts, countryCode: String?) -> [String] {
    if scripts.contains("Cyrl") { return cyrillic(in: countryCode).map { $0 + withoutSigns } + ["Any-Latin"] }
    // The mark below eta and omega is exact but unreadable.
    if scripts.contains("Grek") { return ["Greek-Latin/UNGEGN; NFD; [\u{331}] Remove; NFC", "Any-Latin"] }
    if scripts.contains("Hira") || scripts.contains("Kana") {
      return ["Katakana-Latin/BGN" + titled, "Any-Latin" + titled]
    }
    if scripts.contains("Geor") { return ["Georgian-Latin/BGN" + titled, "Any-Latin" + titled] }
    if scripts.contains("Armn") { return ["Armenian-Latin/BGN", "Any-Latin"] }
    if scripts.contains("Hani") || scripts.contains("Hang") { return ["Any-Latin" + titled] }
    return ["Any-Latin" + plain + titled, "Any-Latin" + titled]
  }

  /// Removes marks above and below letters, which only scholars can read, and signs for sounds that Latin lacks.
  private static let plain = "; NFD; [[:Mn:][\u{2BB}-\u{2BF}]\\u0027] Remove; NFC"

  /// Capitalizes names, as scripts without capitals give names without any.
  private static let titled = "; Any-Title"
  /// Removes the hard and soft signs, which mean nothing to most readers of Latin script.
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
    // Where Russian names are equally common, Russian rules come first; letters that Russian lacks lead to the other
    // rules.
    case "KZ": [russian, "Kazakh-Latin/BGN"]
    case "KG": [russian, "Kirghiz-Latin/BGN"]
    case "UZ": [russian, "Uzbek-Latin/BGN"]
    case "TM": [russian, "Turkmen-Latin/BGN"]
    case "AZ": [russian, "Azerbaijani-Latin/BGN"]
    default: [russian]
    }
  }
}

/// Converts Chinese names to the other script, character by character with ICU's tables.
package enum ChineseScripts {
  /// The name in simplified characters.
  package static func simplified(_ name: String) -> String { Transliteration.text("Hant-Hans", name) ?? name }

  /// The name in traditional characters. The excluded characters are usually kept in traditional names (塔什干, 巴厘, 布里斯班),
  /// by a count of names that are known in both scripts.
  package static func traditional(_ name: String) -> String {
    Transliteration.text("[^采舍布夸干里于占棱厘斗范谷沉志昆周] Hans-Hant", name) ?? name
  }
}
