import GeoLocale

// Sources often have Chinese names in one script only, or in the wrong one. Of 3,900 areas with a simplified name a
// tenth had a traditional one, and many of the simplified names were in fact traditional. Readers of one script would
// then see the other.

/// The Chinese names of a place in both scripts.
enum ChineseNames {
  private static let simplified = "zh-Hans"
  private static let traditional = "zh-Hant"

  /// Completes names by language with both scripts of Chinese if they differ, else with the simplified one, which
  /// readers of both see.
  ///
  /// - Parameter local: the name in the place's own language, used if no other source has a Chinese name.
  static func completed(_ names: [String: String], local: String) -> [String: String] {
    let own = local.unicodeScalars.allSatisfy { $0.properties.isIdeographic } ? local : nil
    guard let known = names[simplified] ?? names[traditional] ?? own else { return names }
    let plain = ChineseScripts.simplified(known)
    // People's own spelling is preferred to one converted by rule: 臺北.
    let likely = own.flatMap { ChineseScripts.simplified($0) == plain ? $0 : nil } ?? known
    let full = ChineseScripts.traditional(names[traditional] ?? likely)
    return names.merging([simplified: plain, traditional: full == plain ? "" : full]) { $1 }.filter {
      !$0.value.isEmpty
    }
  }

  /// Whether a name is needed although it equals the local one, because readers would otherwise see the other script.
  static func isNeeded(_ language: String, _ names: [String: String]) -> Bool {
    (language == simplified || language == traditional) && names[simplified] != nil && names[traditional] != nil
  }
}
