/// The languages that a client prefers, as the header `Accept-Language` and the parameter of that name say it.
enum LanguagePreference {
  /// Reads a list such as `de-CH,de;q=0.9,en;q=0.8`: best first, as written. What is no language is left out without a word,
  /// as for all headers. The language of a regional variant follows it, unless the list has that language itself.
  static func parse(_ text: String) -> [String] {
    var wanted: [(tag: String, weight: Double)] = []
    for part in text.split(separator: ",") {
      guard let entry = entry(part) else { continue }
      wanted.append(entry)
    }
    // Swift's sort is stable: equal weights keep the order of the list.
    wanted.sort { $0.weight > $1.weight }
    return withBareLanguages(wanted.map(\.tag))
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

  /// One language with its weight, 1 unless `q` says less.
  private static func entry(_ part: Substring) -> (tag: String, weight: Double)? {
    let pieces = part.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    let tag = String(ParameterReader.trimmed(String(pieces[0])))
    guard !tag.isEmpty, tag.utf8.allSatisfy(isTagByte) else { return nil }
    guard pieces.count == 2 else { return (tag, 1) }
    let weight = pieces[1].filter { !$0.isWhitespace }
    guard weight.hasPrefix("q=") || weight.hasPrefix("Q=") else { return nil }
    guard let value = Double(weight.dropFirst(2)), value > 0, value <= 1 else { return nil }
    return (tag, value)
  }

  /// Letters, digits and the two signs between the parts of a tag.
  private static func isTagByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }
}
