import GeoModel

// How a name is chosen:
// 1. For each wanted language in turn: a translation into it (``WantedLanguage/keys``), else the local name where it is
//    in that language by the country's languages and the name's script. `native` takes the local name.
// 2. The local name, or the part of it, that is in a script which a reader of one of the languages can read. Everybody
//    is taken to read Latin.
// 3. Names that people have written in Latin: in the local language, in English, internationally.
// 4. The local name written in Latin by rule, which the choice says. Where no rule is right, the local name.

/// Picks the name to show from a thing's local name and its translations (section "Languages" of the documentation).
public struct NameChooser: Sendable {
  /// A picked name.
  public struct Choice: Hashable, Sendable {
    /// The text to show.
    public var text: String
    /// Whether it was written in another script by rule, because no name in a readable one exists.
    public var isTransliterated: Bool

    /// A name as somebody wrote it, or one that was written by rule.
    public init(text: String, isTransliterated: Bool) {
      self.text = text
      self.isTransliterated = isTransliterated
    }
  }

  /// The word that stands for local names in a list of languages.
  public static let native = LanguageList.native

  /// The languages in order, as BCP 47 tags in canonical form. Empty: local names.
  public let languages: [String]
  /// ``languages`` with what choosing in each needs; empty for local names.
  let wanted: [WantedLanguage]
  /// Whether the list ends with local names instead of readable ones.
  let endsNative: Bool
  /// The scripts that a reader of one of the languages can read.
  let readable: Scripts

  /// A chooser for a preference list.
  ///
  /// - Parameter languages: best first. `native` stands for the local name: what follows it has no say. Texts that are
  ///   no language tags are skipped; ``LanguageList/parse(_:)`` finds them for an error message.
  public init(languages: [String]) {
    let asked = languages.prefix { $0 != Self.native }
    endsNative = asked.count < languages.count
    wanted = asked.compactMap { LanguageTag($0) }.map(WantedLanguage.init)
    readable = wanted.reduce(wanted.isEmpty ? Scripts(codes: []) : .latin) { $0.union($1.scripts) }
    self.languages = wanted.map(\.tag.description) + (endsNative && !wanted.isEmpty ? [Self.native] : [])
  }

  /// Picks a name.
  ///
  /// - Parameters:
  ///   - local: the name as mapped.
  ///   - countryCode: ISO 3166-1 alpha-2 of the place, for languages the local name is likely in; nil when unknown.
  ///   - translation: the name in one language (`name:<language>`), nil when there is none.
  public func choose(local: String, countryCode: String?, translation: (_ language: String) -> String?) -> Choice {
    if wanted.isEmpty { return Choice(text: local, isTransliterated: false) }
    let name = NameInPlace(local: local, countryCode: countryCode)
    for language in wanted {
      if let choice = choose(language, name, translation) { return choice }
    }
    if endsNative { return Choice(text: local, isTransliterated: false) }
    if let text = name.readable(by: readable) ?? romanized(name, translation) {
      return Choice(text: text, isTransliterated: false)
    }
    return transliterated(name, translation)
  }
}
