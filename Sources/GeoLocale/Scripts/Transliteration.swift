import CICU
import Synchronization

/// Writes names in Latin script by ICU's rules, those of the country's language first.
///
/// Any thread may call; one at a time is served, because an ICU transliterator is not promised to be shared. Rules are
/// opened when they are first needed (up to 100 ms for Chinese) and stay open.
enum Transliteration {
  /// The name in Latin script; nil when there are no rules for its script, or when they would be wrong (kanji in
  /// Japan).
  static func latin(_ name: String, countryCode: String?) -> String? {
    let scripts = Scripts(of: name)
    // ICU reads kanji as Chinese.
    if countryCode == "JP", scripts.contains("Hani") { return nil }
    return shared.withLock { rules in
      for id in TransliterationRules.candidates(for: scripts, countryCode: countryCode) {
        if let text = rules.apply(id, to: name), Scripts(of: text).isSubset(of: .latin) { return text }
      }
      return nil
    }
  }

  private static let shared = Mutex(OpenRules())

  /// The transliterators that are open, by their id; they live as long as the process.
  private struct OpenRules: ~Copyable {
    private var open: [String: OpaquePointer?] = [:]

    /// The text that rules make of a name; nil when ICU does not have them.
    mutating func apply(_ id: String, to name: String) -> String? {
      guard let rules = rules(id) else { return nil }
      var text = Array(name.utf16)
      let length = text.count
      text.append(contentsOf: repeatElement(0, count: length * 7 + 32))
      return Self.run(rules, &text, length)
    }

    /// Rules by their id, opened when they are first asked for; nil when ICU does not have them.
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
