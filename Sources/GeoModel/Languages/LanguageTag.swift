/// A BCP 47 language tag, such as `de`, `pt-BR` or `zh-Hant`, in canonical form: `de_ch` becomes `de-CH`.
///
/// Extensions (`-u-nu-latn`) and private subtags are parsed and dropped, as they do not affect names.
public struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
  /// ISO 639 code, in lower case.
  public let language: String
  /// ISO 15924 code such as `Latn`; nil when the tag has none.
  public let script: String?
  /// ISO 3166-1 or UN M.49 code in capitals; nil when the tag has none.
  public let region: String?
  /// Registered variants such as `tarask`, in lower case and in the order of the tag.
  public let variants: [String]

  /// The tag in canonical form.
  public var description: String { ([language, script, region].compactMap { $0 } + variants).joined(separator: "-") }

  /// Creates a tag from parts in canonical form.
  public init(language: String, script: String? = nil, region: String? = nil, variants: [String] = []) {
    self.language = language
    self.script = script
    self.region = region
    self.variants = variants
  }

  /// Parses a tag in any case, with `-` or `_` between its parts; nil when it is not well-formed.
  ///
  /// A well-formed tag need not be of a real language; GeoLocale checks that with ICU.
  public init?(_ text: some StringProtocol) {
    var reader = LanguageTagReader(text)
    guard let tag = reader.read() else { return nil }
    self = tag.replacingDeprecated
  }

  /// The tag with current codes in place of deprecated ones and of codes for a form of another language. Source: IANA
  /// language subtag registry.
  private var replacingDeprecated: LanguageTag {
    switch language {
    case "iw": with("he")
    case "in": with("id")
    case "ji": with("yi")
    case "jw": with("jv")
    case "mo": with("ro")
    case "sh": LanguageTag(language: "sr", script: script ?? "Latn", region: region, variants: variants)
    default: language.utf8.count == 3 ? Self.shortCodes[language].map(with) ?? self : self
    }
  }

  /// Codes of three letters, each with the code of two letters that maps use for its language. These are the
  /// bibliographic codes of ISO 639-2, and the codes of ISO 639-3 for the main form of such a language. ICU itself
  /// shortens other codes (`deu`).
  private static let shortCodes = [
    "alb": "sq", "arm": "hy", "baq": "eu", "bur": "my", "chi": "zh", "cze": "cs", "dut": "nl", "fre": "fr", "geo": "ka",
    "ger": "de", "gre": "el", "ice": "is", "mac": "mk", "mao": "mi", "may": "ms", "per": "fa", "rum": "ro", "slo": "sk",
    "tib": "bo", "wel": "cy",
    "als": "sq", "arb": "ar", "ayr": "ay", "azj": "az", "cmn": "zh", "ekk": "et", "fuc": "ff", "gug": "gn", "khk": "mn",
    "kmr": "ku", "lvs": "lv", "npi": "ne", "ory": "or", "pbu": "ps", "pes": "fa", "plt": "mg", "quz": "qu", "swh": "sw",
    "uzn": "uz", "ydd": "yi", "zsm": "ms",
  ]

  /// The tag with another language.
  private func with(_ language: String) -> LanguageTag {
    LanguageTag(language: language, script: script, region: region, variants: variants)
  }
}

/// Parses the subtags of a language tag from left to right, by the grammar of RFC 5646, section 2.1: language, extended
/// language, script, region, variants, extensions, private use.
private struct LanguageTagReader {
  private var subtags: ArraySlice<String>

  /// A reader of a text with `-` or `_` between the subtags.
  init(_ text: some StringProtocol) {
    subtags = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }.map { $0.lowercased() }[...]
  }

  /// Parses the tag; nil when the text does not follow the grammar.
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
      language: language, script: script.map { $0.prefix(1).uppercased() + String($0.dropFirst()) },
      region: region?.uppercased(), variants: variants)
  }

  /// Skips extensions and private use; returns false when one is cut short.
  private mutating func skipExtensions() -> Bool {
    while let singleton = next(where: { $0.utf8.count == 1 }) {
      let lengths = singleton == "x" ? 1...8 : 2...8
      var count = 0
      while next(where: { lengths.contains($0.utf8.count) }) != nil { count += 1 }
      if count == 0 { return false }
    }
    return true
  }

  /// Takes the next subtag if it matches.
  private mutating func next(where matches: (String) -> Bool) -> String? {
    guard let first = subtags.first, first.utf8.allSatisfy({ Self.isLetter($0) || Self.isDigit($0) }), matches(first)
    else { return nil }
    subtags.removeFirst()
    return first
  }

  private static func isLetters(_ text: String, _ lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(text.utf8.count) && text.utf8.allSatisfy(isLetter)
  }

  /// Whether a subtag has the form of a variant: five to eight characters, or four that begin with a digit.
  private static func isVariant(_ text: String) -> Bool {
    (5...8).contains(text.utf8.count) || text.utf8.count == 4 && isDigit(text.utf8.first!)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
