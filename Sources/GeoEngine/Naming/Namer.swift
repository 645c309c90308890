import GeoLocale
import GeoModel
import GeoStore
import GeoSupport

/// A name as it will be shown.
struct ChosenName {
  /// The text.
  var text: String
  /// Whether it was written in another script by rule.
  var isTransliterated: Bool

  /// The name with another one in parentheses behind it (`München (Munich)`); alone where they are the same but for case and accents.
  func with(_ other: ChosenName) -> ChosenName {
    guard text != other.text, NameFolding.key(for: text) != NameFolding.key(for: other.text) else { return self }
    return ChosenName(
      text: "\(text) (\(other.text))", isTransliterated: isTransliterated || other.isTransliterated)
  }
}

/// Names in the languages of one preference list, each chosen once.
///
/// Languages repeat from query to query and names from point to point, so both are remembered.
final class Namer {
  /// The preference list as it was asked for.
  let asked: [String]
  /// The languages of names that stand alone, or before those of ``second``.
  private let languages: [String]
  /// Names that stand in parentheses behind; nil where names in two languages are not asked for.
  private let second: Namer?
  /// A number that no other namer of the engine has.
  let number: UInt64
  private let chooser: NameChooser
  private let isNative: Bool
  /// For regions whose local name needs help; nil where nobody asked for any, or for no local names.
  private let helper: NameChooser?
  fileprivate let store: StoreReader
  @exclusivity(unchecked) private var chosen = BoundedCache<NameID, ChosenName>(capacity: 8_192)
  @exclusivity(unchecked) private var chosenRegions = BoundedCache<Region, ChosenName>(capacity: 8_192)

  /// A namer for a preference list; an empty list and one that begins with `native` mean the local names, except that languages behind
  /// `native` help with the names of regions.
  init(languages: [String], number: UInt64, store: StoreReader) {
    asked = languages
    let (languages, second) = LanguageList.pairs(languages)
    self.languages = languages
    self.second = second.isEmpty ? nil : Namer(languages: second, number: number, store: store)
    self.number = number
    self.store = store
    chooser = NameChooser(languages: languages)
    isNative = languages.isEmpty || languages.first == NameChooser.native
    helper = NameChooser.helper(of: languages)
  }

  /// A name in the best language there is.
  ///
  /// - Parameter country: ISO code of the country the name is in, for the languages a local name is likely in.
  func name(_ id: NameID, country: String?) throws(StoreError) -> ChosenName {
    let name = try nameAlone(id, country: country)
    guard let second else { return name }
    return name.with(try second.name(id, country: country))
  }

  private func nameAlone(_ id: NameID, country: String?) throws(StoreError) -> ChosenName {
    if isNative { return ChosenName(text: try store.name(id), isTransliterated: false) }
    if let known = chosen[id] { return known }
    let local = try store.name(id)
    let translations = try store.translations(id)
    let pick = chooser.choose(local: local, countryCode: country) { language in
      translations.first { $0.language == language }?.text
    }
    let choice = ChosenName(text: pick.text, isTransliterated: pick.isTransliterated)
    chosen[id] = choice
    return choice
  }

  /// The name of an object of the map among its tags, in the best language there is; nil when it has none.
  func name(among tags: [MapTag], country: String?) -> String? {
    func value(_ key: String) -> String? { tags.first { $0.key == key }?.value }
    guard let local = value("name") else { return nil }
    let name = isNative ? local : chooser.choose(local: local, countryCode: country) { value("name:\($0)") }.text
    guard let other = second?.name(among: tags, country: country) else { return name }
    return ChosenName(text: name, isTransliterated: false).with(ChosenName(text: other, isTransliterated: false)).text
  }

  /// The name of a state or city. Where the local name is asked for, but not easily read, it is the one in a language that helps.
  ///
  /// - Parameters:
  ///   - timeZone: the one that a city or state of the coarse layer lies in, as ICU knows more names of the great cities, which may be states of
  ///     their own; nil for everything else. It tells cities of the same name apart.
  ///   - isState: whether it is a state.
  func regionName(
    _ id: NameID, timeZone: String?, isState: Bool, country: String?
  ) throws(StoreError) -> ChosenName {
    let name = try regionNameAlone(id, timeZone: timeZone, isState: isState, country: country)
    guard let second else { return name }
    return name.with(try second.regionName(id, timeZone: timeZone, isState: isState, country: country))
  }

  private func regionNameAlone(
    _ id: NameID, timeZone: String?, isState: Bool, country: String?
  ) throws(StoreError) -> ChosenName {
    if isNative, helper == nil { return ChosenName(text: try store.name(id), isTransliterated: false) }
    let region = Region(name: id, timeZone: timeZone, isState: isState)
    if let known = chosenRegions[region] { return known }
    let choice = try chooseRegionName(region, country)
    chosenRegions[region] = choice
    return choice
  }

  private func chooseRegionName(_ region: Region, _ country: String?) throws(StoreError) -> ChosenName {
    let local = try store.name(region.name)
    if let helper, !helper.needsHelp(with: local) { return try nameAlone(region.name, country: country) }
    let translations = try store.translations(region.name)
    let english = translations.first { $0.language == "en" }?.text ?? local
    let pick = (helper ?? chooser).choose(local: local, countryCode: country) { language in
      if let known = translations.first(where: { $0.language == language }) { return known.text }
      guard let timeZone = region.timeZone else { return nil }
      // A state that is named after its city need not be called like it in every language: any form of the language goes first.
      if region.isState, translations.contains(where: { $0.isForm(of: language) }) { return nil }
      return language == "en" ? english : CityNames.name(ofCity: english, timeZone: timeZone, language: language)
    }
    if isNative, pick.isTransliterated { return ChosenName(text: local, isTransliterated: false) }
    return ChosenName(text: pick.text, isTransliterated: pick.isTransliterated)
  }

  /// What tells a state or city from others.
  private struct Region: Hashable {
    var name: NameID
    var timeZone: String?
    var isState: Bool
  }

  /// A country's name: from the data in one of the asked languages, else from ICU, else the local name.
  ///
  /// - Parameters:
  ///   - id: the name in the data; nil when no area is the country.
  ///   - code: ISO 3166-1 alpha-2; nil when unknown.
  func countryName(_ id: NameID?, code: String?) throws(StoreError) -> ChosenName? {
    let name = try countryNameAlone(id, code: code)
    guard let second, let name, let other = try second.countryName(id, code: code) else { return name }
    return name.with(other)
  }

  private func countryNameAlone(_ id: NameID?, code: String?) throws(StoreError) -> ChosenName? {
    var mapped = code.flatMap { CountryNames.localName(ofCountry: $0) }
    var translations: [NameTranslation] = []
    if let id {
      mapped = try store.name(id)
      translations = try store.translations(id)
    }
    guard let local = mapped else { return nil }
    let needsHelp = helper?.needsHelp(with: local) ?? false
    let asksLocal = isNative || languages.first == LanguageList.latin
    for language in languages where !NameChooser.isLocal(language) && (!asksLocal || needsHelp) {
      let text = translations.first { $0.language == language }?.text
      if let text = text ?? code.flatMap({ CountryNames.name(ofCountry: $0, language: language) }) {
        return ChosenName(text: text, isTransliterated: false)
      }
    }
    if let id, !isNative { return try nameAlone(id, country: code) }
    let own = needsHelp ? code.flatMap { CountryNames.localName(ofCountry: $0) } : nil
    let pick = chooser.choose(local: own ?? local, countryCode: code) { _ in nil }
    return ChosenName(text: isNative ? own ?? local : pick.text, isTransliterated: !isNative && pick.isTransliterated)
  }
}

extension NameTranslation {
  /// Whether it is in a language or in a form of the same one: `zh-Hant` for `zh-TW`.
  fileprivate func isForm(of other: String) -> Bool {
    func isLetter(_ character: Character) -> Bool { character.isLetter }
    return language.prefix(while: isLetter) == other.prefix(while: isLetter)
  }
}

/// The namers of the preference lists asked for lately. Most callers use one list, servers a handful.
final class NamerCache {
  private let store: StoreReader
  @exclusivity(unchecked) private var namers: [Namer] = []
  /// How many namers have been made.
  @exclusivity(unchecked) private var madeCount: UInt64 = 0
  private static let capacity = 16

  init(store: StoreReader) { self.store = store }

  /// The namer of a preference list, remembered in the order of last use.
  func namer(for languages: [String]) -> Namer {
    if let first = namers.first, first.asked == languages { return first }
    let namer: Namer
    if let index = namers.firstIndex(where: { $0.asked == languages }) {
      namer = namers.remove(at: index)
    } else {
      madeCount += 1
      namer = Namer(languages: languages, number: madeCount, store: store)
      if namers.count >= NamerCache.capacity { namers.removeLast() }
    }
    namers.insert(namer, at: 0)
    return namer
  }
}
