import GeoModel

/// A local name together with what its country says about it.
struct NameInPlace {
  /// The name as mapped.
  let local: String
  /// ISO 3166-1 alpha-2; nil when unknown.
  let countryCode: String?
  /// The languages of the country, the most usual first.
  let languages: [String]
  /// The scripts of ``local``.
  let scripts: Scripts

  /// Looks up the country's languages.
  init(local: String, countryCode: String?) {
    self.local = local
    self.countryCode = countryCode
    languages = countryCode.map(CountryLanguages.of) ?? []
    scripts = Scripts(of: local)
  }

  /// The local name, or its part, that can be read; nil when nothing can.
  func readable(by reader: Scripts) -> String? {
    if scripts.isSubset(of: reader) { return local }
    return isBilingual ? ScriptRuns.part(of: local, in: reader) : nil
  }

  /// The local name, or its part, where it is likely in a language: one of the country's, in that language's script,
  /// and not the same as the name in another of the country's languages.
  func text(in language: WantedLanguage, _ translation: (String) -> String?) -> String? {
    guard let rank = languages.firstIndex(where: language.isLanguage) else { return nil }
    if scripts.isSubset(of: language.scripts) {
      let isOther = rank > 0 && languages.contains { !language.isLanguage($0) && translation($0) == local }
      return isOther ? nil : local
    }
    return isBilingual ? ScriptRuns.part(of: local, in: language.scripts) : nil
  }

  /// Whether names in the country may be written twice, in two scripts (`香港 Hong Kong`).
  private var isBilingual: Bool {
    scripts.isMixed && Set(languages.map { LanguageTag(language: $0).likelyScript }).count > 1
  }
}
