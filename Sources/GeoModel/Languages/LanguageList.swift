/// Lists of languages as people and browsers write them.
public enum LanguageList {
  /// Stands for the local names, as they are mapped.
  public static let native = "native"
  /// Stands for the local names in Latin letters: as people there write them so, else by rule, but not translated. The tag of BCP 47 for a
  /// language that nobody says, in this script.
  public static let latin = "und-Latn"

  /// Reads a list such as `de,en` or `de-CH, de;q=0.9, en;q=0.8`: best first, tags in canonical form.
  ///
  /// Weights reorder the list as HTTP's `Accept-Language` does; a weight of 0 and `*` leave the language out. `native`
  /// stays as it is and stands for local names.
  ///
  /// - Throws: ``LanguageError`` that names the part which is not a language.
  public static func parse(_ text: some StringProtocol) throws(LanguageError) -> [String] {
    var languages: [String] = []
    for entry in entries(text) where entry.name != "*" {
      guard let weight = entry.weight else { throw .malformedQuality(entry.parameters) }
      if weight > 0 { languages.append(try canonical(entry.name)) }
    }
    return languages
  }

  /// One language in canonical form, or `native`; two of them with `+` between for names in both (`de+en`). In addresses the sign is often read as a
  /// blank, so that may stand for it.
  ///
  /// - Throws: ``LanguageError`` when the text is not a language tag, or one of more than 35 bytes, which no real one has. Languages have codes
  ///   of two or three letters: `english` is well-formed, as longer codes are reserved, but none.
  public static func canonical(_ text: some StringProtocol) throws(LanguageError) -> String {
    let both = text.split(omittingEmptySubsequences: false) { isBetween($0) }
    guard both.count > 1 else { return try one(text) }
    guard both.count == 2 else { throw .malformedLanguage(text) }
    return "\(try one(both[0]))+\(try one(both[1]))"
  }

  private static func isBetween(_ sign: Character) -> Bool { sign == "+" || sign == " " }

  private static func one(_ text: some StringProtocol) throws(LanguageError) -> String {
    if text.lowercased() == native { return native }
    guard text.utf8.count <= 35, let tag = LanguageTag(text), tag.language.utf8.count <= 3 else {
      throw .malformedLanguage(text)
    }
    return tag.description
  }

  /// The languages that come first of each, and those whose names are shown in parentheses behind; none where no language is one of two.
  package static func pairs(_ languages: [String]) -> (first: [String], second: [String]) {
    guard languages.contains(where: { $0.utf8.contains(UInt8(ascii: "+")) }) else { return (languages, []) }
    let both = languages.map { $0.split { isBetween($0) }.map(String.init) }
    return (both.compactMap(\.first), both.compactMap { $0.count > 1 ? $0[1] : nil })
  }

  /// A part of a list, of which nothing is checked yet but its weight.
  package struct Entry {
    /// What stands before the first semicolon, without blanks around it; never empty.
    package let name: Substring
    /// What stands behind it, such as `q=0.8`; empty when there is no semicolon.
    package let parameters: Substring
    /// From 0 to 1; 1 without parameters, nil when they are not a weight.
    package let weight: Double?
  }

  /// The parts of a list, heaviest first and else in their order; parts without a weight that can be read come first.
  package static func entries(_ text: some StringProtocol) -> [Entry] {
    let entries: [Entry] = Substring(text).split(separator: ",").compactMap { part in
      let end = part.firstIndex(of: ";")
      let name = part[..<(end ?? part.endIndex)].trimmingBlanks()
      guard !name.isEmpty else { return nil }
      guard let end else { return Entry(name: name, parameters: "", weight: 1) }
      let parameters = part[part.index(after: end)...].trimmingBlanks()
      return Entry(name: name, parameters: parameters, weight: weight(parameters))
    }
    // Swift's sort is stable.
    return entries.sorted { ($0.weight ?? 2) > ($1.weight ?? 2) }
  }

  private static func weight(_ parameters: Substring) -> Double? {
    let text = parameters.filter { !$0.isWhitespace }
    guard text.lowercased().hasPrefix("q="), let weight = Double(text.dropFirst(2)), (0...1).contains(weight) else {
      return nil
    }
    return weight
  }
}

/// What is wrong with a language or a list of them.
public struct LanguageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Code: String, Hashable, Sendable {
    /// A text that should be a BCP 47 language tag is none.
    case malformedLanguage
    /// A quality in a list of languages (`de;q=0.8`) is not a number from 0 to 1.
    case malformedQuality
  }

  /// What is wrong.
  public var code: Code
  /// A sentence that names the value and says what to write instead.
  public var message: String

  /// The message.
  public var description: String { message }

  // Texts of any length come from outside; the first letters are enough.
  static func malformedLanguage(_ text: some StringProtocol) -> LanguageError {
    let advice =
      names[text.prefix(40).lowercased()].map { "write \($0)" }
      ?? "give BCP 47 tags such as de, pt-BR or zh-Hant, or native for local names"
    return LanguageError(code: .malformedLanguage, message: "“\(text.prefix(40))” is not a language: \(advice)")
  }

  /// Words that people write for a language, with its tag.
  private static let names = [
    "english": "en", "german": "de", "deutsch": "de", "french": "fr", "français": "fr", "francais": "fr",
    "spanish": "es", "español": "es", "espanol": "es", "castellano": "es", "catalan": "ca", "català": "ca",
    "italian": "it", "italiano": "it", "portuguese": "pt", "português": "pt", "dutch": "nl", "nederlands": "nl",
    "russian": "ru", "русский": "ru", "ukrainian": "uk", "українська": "uk", "polish": "pl", "polski": "pl",
    "czech": "cs", "čeština": "cs", "greek": "el", "ελληνικά": "el", "turkish": "tr", "türkçe": "tr", "arabic": "ar",
    "العربية": "ar", "hebrew": "he", "עברית": "he", "persian": "fa", "farsi": "fa", "فارسی": "fa", "hindi": "hi",
    "हिन्दी": "hi", "chinese": "zh", "中文": "zh", "japanese": "ja", "日本語": "ja", "korean": "ko", "한국어": "ko",
    "swedish": "sv", "svenska": "sv", "danish": "da", "dansk": "da", "norwegian": "nb", "norsk": "nb", "finnish": "fi",
    "suomi": "fi", "hungarian": "hu", "magyar": "hu", "romanian": "ro", "română": "ro", "thai": "th", "ไทย": "th",
    "vietnamese": "vi", "indonesian": "id", "local": "native",
  ]

  static func malformedQuality(_ text: some StringProtocol) -> LanguageError {
    LanguageError(
      code: .malformedQuality,
      message:
        "“\(text.prefix(40))” is not the weight of a language: write ;q= and a number from 0 to 1, as in de;q=0.8")
  }
}
