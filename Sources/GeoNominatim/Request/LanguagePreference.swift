import GeoModel

/// The languages that a client prefers, as the header `Accept-Language` and the parameter of that name say it.
enum LanguagePreference {
  /// Reads a list such as `de-CH,de;q=0.9,en;q=0.8`: best first, as written. What is no language is left out without a word,
  /// as for all headers. The language of a regional variant follows it, unless the list has that language itself.
  static func parse(_ text: String) -> [String] {
    let entries = LanguageList.entries(text).filter { ($0.weight ?? 0) > 0 && $0.name.utf8.allSatisfy(isTagByte) }
    return withBareLanguages(entries.map { String($0.name) })
  }

  /// Languages of regional variants are added behind them.
  private static func withBareLanguages(_ tags: [String]) -> [String] {
    var languages: [String] = []
    for tag in tags {
      languages.append(tag)
      guard let end = tag.firstIndex(of: "-") else { continue }
      let bare = String(tag[..<end])
      if !tags.contains(bare) { languages.append(bare) }
    }
    return languages
  }

  /// Letters, digits and the two signs between the parts of a tag.
  private static func isTagByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }
}
