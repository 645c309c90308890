// The grammar of RFC 5646, section 2.1, part by part: language, extended language, script, region, variants,
// extensions, private use.

/// Reads the subtags of a language tag from left to right.
struct LanguageTagReader {
  private var subtags: ArraySlice<String>

  /// A reader of a text with `-` or `_` between the subtags.
  init(_ text: some StringProtocol) {
    subtags = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }.map { $0.lowercased() }[...]
  }

  /// The tag; nil when anything is left that the grammar does not know.
  mutating func read() -> LanguageTag? {
    guard var language = next(where: { Self.isLetters($0, 2...8) }) else { return nil }
    // `zh-yue` and `zh-min-nan` are old forms of `yue` and `nan`.
    var extended = 0
    while language.utf8.count <= 3, extended < 3, let part = next(where: { Self.isLetters($0, 3...3) }) {
      language = part
      extended += 1
    }
    let script = next { Self.isLetters($0, 4...4) }
    let region = next { Self.isLetters($0, 2...2) || $0.utf8.count == 3 && $0.utf8.allSatisfy(Self.isDigit) }
    var variants: [String] = []
    while let variant = next(where: Self.isVariant) { variants.append(variant) }
    guard skipExtensions(), subtags.isEmpty else { return nil }
    return LanguageTag(
      language: language, script: script.map { $0.prefix(1).uppercased() + $0.dropFirst() },
      region: region?.uppercased(), variants: variants)
  }

  /// Skips extensions and private use; false when one is cut short.
  private mutating func skipExtensions() -> Bool {
    while let singleton = next(where: { $0.utf8.count == 1 }) {
      let lengths = singleton == "x" ? 1...8 : 2...8
      var count = 0
      while next(where: { lengths.contains($0.utf8.count) }) != nil { count += 1 }
      if count == 0 { return false }
    }
    return true
  }

  /// Takes the next subtag if it is of a form.
  private mutating func next(where matches: (String) -> Bool) -> String? {
    guard let first = subtags.first, first.utf8.allSatisfy({ Self.isLetter($0) || Self.isDigit($0) }), matches(first)
    else { return nil }
    subtags.removeFirst()
    return first
  }

  private static func isLetters(_ text: String, _ lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(text.utf8.count) && text.utf8.allSatisfy(isLetter)
  }

  /// Whether a subtag has the form of a variant: five to eight characters, or four of which the first is a digit.
  private static func isVariant(_ text: String) -> Bool {
    (5...8).contains(text.utf8.count) || text.utf8.count == 4 && isDigit(text.utf8.first!)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
