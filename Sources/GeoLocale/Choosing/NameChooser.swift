import GeoModel

// How a name is chosen:
// 1. For each wanted language in turn: a translation into it (``WantedLanguage/keys``), else the local name where it is
//    in that language, judging by the country's languages and the name's script. `native` takes the local name.
//    Languages after a leading `native` help with names of regions that need it (``NameChooser/helper(of:)``).
//    `und-Latn` takes the local name, too, as local people write it in Latin script or else transliterated, but never a
//    translation.
// 2. The local name, or the part of it, in a script that a reader of one of the languages can read. Every reader is
//    assumed to read Latin.
// 3. A mapped name in Latin script: in the local language, in English, or the international one.
// 4. The transliterated local name, marked as such. Where no rule is right, the local name.

/// Picks the name to show from an object's local name and its translations (section "Languages" of the documentation).
package struct NameChooser: Sendable {
  /// A picked name.
  package struct Choice: Hashable, Sendable {
    /// The text to show.
    package var text: String
    /// Whether it was transliterated, because there is no name in a readable script.
    package var isTransliterated: Bool

    /// Creates a choice.
    package init(text: String, isTransliterated: Bool) {
      self.text = text
      self.isTransliterated = isTransliterated
    }
  }

  /// The word for local names in a list of languages.
  package static let native = LanguageList.native

  /// The languages in order, as BCP 47 tags in canonical form. Empty: local names.
  package let languages: [String]
  /// ``languages`` with the data for choosing in each; empty for local names.
  let wanted: [WantedLanguage]
  /// Whether the list ends with `native`, so that unreadable local names are kept.
  let endsNative: Bool
  /// The scripts that a reader of one of the languages can read.
  let readable: Scripts

  /// Creates a chooser for a preference list.
  ///
  /// - Parameter languages: best first. `native` means the local name; languages after it are ignored. Invalid language
  ///   tags are skipped; ``LanguageList/parse(_:)`` reports them. Of a pair (`de+en`) the first one counts.
  package init(languages: [String]) {
    let languages = LanguageList.pairs(languages).first
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
  ///   - countryCode: ISO 3166-1 alpha-2 of the place, which shows the likely languages of the local name; nil when
  ///     unknown.
  ///   - translation: the name in one language (`name:<language>`), nil when there is none.
  package func choose(local: String, countryCode: String?, translation: (_ language: String) -> String?) -> Choice {
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

extension NameChooser {
  /// The chooser for regions (countries, states and cities) in a list that begins with local names, `native` or
  /// `und-Latn`. It uses the languages that follow, to help readers of local names. Nil for other lists, and where
  /// nothing follows.
  package static func helper(of languages: [String]) -> NameChooser? {
    guard let first = LanguageList.pairs(languages).first.first, isLocal(first) else { return nil }
    let helper = NameChooser(languages: Array(languages.dropFirst()))
    return helper.wanted.isEmpty ? nil : helper
  }

  /// Whether an entry of a list means local names, in their own script or in Latin.
  package static func isLocal(_ language: String) -> Bool {
    language == native || language == LanguageList.latin
  }

  /// Whether readers of the languages need help with a region's local name. They do where it is in a script that they
  /// do not read, or in several languages at once (`Schweiz/Suisse/Svizzera/Svizra`, `Bruxelles - Brussel`).
  package func needsHelp(with local: String) -> Bool {
    local.contains("/") || local.contains(" - ") || !Scripts(of: local).isSubset(of: readable)
  }

  /// The name in a wanted language; nil when there is none.
  func choose(_ language: WantedLanguage, _ name: NameInPlace, _ translation: (String) -> String?) -> Choice? {
    if language.isLocalInLatin { return inLatin(name, translation) }
    for key in language.keys {
      if let text = translation(key), !text.isEmpty { return Choice(text: text, isTransliterated: false) }
    }
    if let text = name.text(in: language, translation) { return Choice(text: text, isTransliterated: false) }
    return language.isLatinSerbian ? serbian(name, translation) : nil
  }

  /// The local name in Latin script; nil where no rule is right.
  private func inLatin(_ name: NameInPlace, _ translation: (String) -> String?) -> Choice? {
    if let text = name.readable(by: .latin) ?? ownRomanization(of: name, translation) {
      return Choice(text: text, isTransliterated: false)
    }
    let choice = transliterated(name, translation)
    return choice.isTransliterated ? choice : nil
  }

  /// A Serbian name in Latin script, transliterated from Cyrillic.
  private func serbian(_ name: NameInPlace, _ translation: (String) -> String?) -> Choice? {
    let isSerbian = name.languages.contains("sr") && name.scripts.contains("Cyrl")
    guard let cyrillic = translation("sr") ?? translation("sr-Cyrl") ?? (isSerbian ? name.local : nil) else {
      return nil
    }
    return Transliteration.latin(cyrillic, countryCode: "RS").map { Choice(text: $0, isTransliterated: true) }
  }

  /// A name mapped in a readable script: a romanization of the local name, the English name, the international name.
  func romanized(_ name: NameInPlace, _ translation: (String) -> String?) -> String? {
    ownRomanization(of: name, translation)
      ?? ["en", "int_name"].lazy.compactMap(translation).first {
        !$0.isEmpty && Scripts(of: $0).isSubset(of: readable)
      }
  }

  /// A mapped romanization of the local name.
  private func ownRomanization(of name: NameInPlace, _ translation: (String) -> String?) -> String? {
    name.languages.lazy.flatMap { [$0 + "-Latn", $0 + "_rm", $0 + "-Latn-pinyin", $0 + "_pinyin"] }
      .compactMap(translation).first { !$0.isEmpty && Scripts(of: $0).isSubset(of: .latin) }
  }

  /// The transliterated local name, in Japan from its reading in kana; the local name itself where no rule is right.
  func transliterated(_ name: NameInPlace, _ translation: (String) -> String?) -> Choice {
    let readings = name.countryCode == "JP" ? ["ja-Hira", "ja_kana", "ja-Kana", "ja-Hrkt"] : []
    let reading = readings.lazy.compactMap(translation).first { !$0.isEmpty }
    guard let text = Transliteration.latin(reading ?? name.local, countryCode: name.countryCode) else {
      return Choice(text: name.local, isTransliterated: false)
    }
    return Choice(text: text, isTransliterated: true)
  }
}

/// A local name with facts about its country.
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

  /// The local name, or the part of it, in scripts that the reader reads; nil when there is none.
  func readable(by reader: Scripts) -> String? {
    if scripts.isSubset(of: reader) { return local }
    return isBilingual ? ScriptRuns.part(of: local, in: reader) : nil
  }

  /// The local name, or the part of it, if it is likely in a language: one of the country's, in that language's script.
  /// Nil where it equals the name in another of the country's languages, unless the language is the country's first.
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
