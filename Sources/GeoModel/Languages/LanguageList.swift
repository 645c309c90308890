/// Parses lists of languages as users and browsers write them.
public enum LanguageList {
  /// The word for the local names, as mapped.
  public static let native = "native"
  /// The tag for the local names in Latin letters: as local people write them so, else transliterated, but not
  /// translated. It is BCP 47's tag for an undetermined language in this script.
  public static let latin = "und-Latn"

  /// Reads a list such as `de,en` or `de-CH, de;q=0.9, en;q=0.8`: best first, tags in canonical form.
  ///
  /// Weights reorder the list as in HTTP's `Accept-Language`. A language with a weight of 0 is left out, and so is `*`.
  /// `native` is kept and stands for local names.
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

  /// One language in canonical form, or `native`; two of them joined by `+` for names in both (`de+en`). A blank is
  /// accepted for the `+`, as decoders of web addresses often turn the sign into one.
  ///
  /// - Throws: ``LanguageError`` when the text is not a language tag, or has more than 35 bytes, which no real tag has.
  ///   Codes of languages have two or three letters; longer ones such as `english` are well-formed, but reserved and
  ///   not assigned.
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

  /// Splits pairs into the languages that come first, and those whose names follow in parentheses; the second list is
  /// empty without pairs.
  package static func pairs(_ languages: [String]) -> (first: [String], second: [String]) {
    guard languages.contains(where: { $0.utf8.contains(UInt8(ascii: "+")) }) else { return (languages, []) }
    let both = languages.map { $0.split { isBetween($0) }.map(String.init) }
    return (both.compactMap(\.first), both.compactMap { $0.count > 1 ? $0[1] : nil })
  }

  /// A part of a list; only its weight has been parsed.
  package struct Entry {
    /// The text before the first semicolon, trimmed; never empty.
    package let name: Substring
    /// The text after it, such as `q=0.8`; empty when there is no semicolon.
    package let parameters: Substring
    /// From 0 to 1; 1 without parameters, nil when the parameters are not a weight.
    package let weight: Double?
  }

  /// The parts of a list, heaviest first; equal weights keep their order. Parts with an invalid weight come first.
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

/// An error in a language or a list of them.
public struct LanguageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Code: String, Hashable, Sendable {
    /// A text is not a BCP 47 language tag.
    case malformedLanguage
    /// A quality in a list of languages (`de;q=0.8`) is not a number from 0 to 1.
    case malformedQuality
  }

  /// The kind of error.
  public var code: Code
  /// A sentence that names the value and what to write instead.
  public var message: String

  /// The message.
  public var description: String { message }

  // Input may be of any length; the first letters are enough for a message.
  static func malformedLanguage(_ text: some StringProtocol) -> LanguageError {
    let advice =
      names[text.prefix(40).lowercased()].map { "write \($0)" }
      ?? "give BCP 47 tags such as de, pt-BR or zh-Hant, or native for local names"
    return LanguageError(code: .malformedLanguage, message: "“\(text.prefix(40))” is not a language: \(advice)")
  }

  /// Words that users write for a language, with its tag.
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
