import GeoLocale

// Sources have Chinese names in one script, or in the wrong one: of 3,900 areas with a simplified name a tenth had a traditional one, and
// many a simplified name was traditional. Readers of one script would be shown the other.

/// The Chinese names of a place in both scripts.
enum ChineseNames {
  private static let simplified = "zh-Hans"
  private static let traditional = "zh-Hant"

  /// Names by language, with both scripts of Chinese where they differ, else the simplified one, which readers of both are shown.
  ///
  /// - Parameter local: the name in the place's own language, which says it where no other source does.
  static func completed(_ names: [String: String], local: String) -> [String: String] {
    let own = local.unicodeScalars.allSatisfy { $0.properties.isIdeographic } ? local : nil
    guard let known = names[simplified] ?? names[traditional] ?? own else { return names }
    let plain = ChineseScripts.simplified(known)
    // What people write themselves goes before what is made by rule: 臺北.
    let likely = own.flatMap { ChineseScripts.simplified($0) == plain ? $0 : nil } ?? known
    let full = ChineseScripts.traditional(names[traditional] ?? likely)
    return names.merging([simplified: plain, traditional: full == plain ? "" : full]) { $1 }.filter {
      !$0.value.isEmpty
    }
  }

  /// Whether a name is needed although it is the local one, as a reader would be shown the other script before it.
  static func isNeeded(_ language: String, _ names: [String: String]) -> Bool {
    (language == simplified || language == traditional) && names[simplified] != nil && names[traditional] != nil
  }
}
