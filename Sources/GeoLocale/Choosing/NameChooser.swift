/// Picks the name to show from a thing's local name and its translations (section "Languages" of the documentation).
public struct NameChooser: Sendable {
  /// A picked name.
  public struct Choice: Hashable, Sendable {
    /// The text to show.
    public var text: String
    /// Whether it was written in another script by rule, because no name in a readable one exists.
    public var isTransliterated: Bool
  }

  /// The languages in order, as BCP 47 tags in canonical form. Empty: local names.
  public let languages: [String]

  /// A chooser for a preference list; `native` and an empty list mean the local names.
  public init(languages: [String]) { self.languages = languages.contains("native") ? [] : languages }

  /// Picks a name.
  ///
  /// - Parameters:
  ///   - local: the name as mapped.
  ///   - countryCode: ISO 3166-1 alpha-2 of the place, for languages the local name is likely in; nil when unknown.
  ///   - translation: the name in one language (`name:<language>`), nil when there is none.
  public func choose(local: String, countryCode: String?, translation: (_ language: String) -> String?) -> Choice {
    for language in languages {
      if let text = translation(language) { return Choice(text: text, isTransliterated: false) }
    }
    return Choice(text: local, isTransliterated: false)
  }
}
