import GeoLocale
import GeoModel
import GeoStore
import GeoSupport

/// A name as it is displayed.
struct ChosenName {
  /// The text.
  var text: String
  /// Whether it was transliterated from another script.
  var isTransliterated: Bool

  /// The name followed by another one in parentheses (`München (Munich)`); alone where both mean the same
  /// (``NameFolding``).
  func with(_ other: ChosenName) -> ChosenName {
    guard text != other.text, NameFolding.key(for: text) != NameFolding.key(for: other.text) else { return self }
    return ChosenName(
      text: "\(text) (\(other.text))", isTransliterated: isTransliterated || other.isTransliterated)
  }
}

/// Chooses names in the languages of one preference list.
///
/// Languages repeat from query to query, and names from point to point, so both are cached.
final class Namer {
  /// The preference list of the query.
  let asked: [String]
  /// The languages of names that stand alone, or before the names of ``second``.
  private let languages: [String]
  /// The namer of the names in parentheses; nil unless names in two languages are wanted.
  private let second: Namer?
  /// A number that no other namer of the engine has.
  let number: UInt64
  private let chooser: NameChooser
  private let isNative: Bool
  /// Chooses the names of regions whose local name is hard to read; nil when the list has no languages for that.
  private let helper: NameChooser?
  fileprivate let store: StoreReader
  @exclusivity(unchecked) private var chosen = BoundedCache<NameID, ChosenName>(capacity: 8_192)
  @exclusivity(unchecked) private var chosenRegions = BoundedCache<Region, ChosenName>(capacity: 8_192)

  /// Creates a namer for a preference list. An empty list and one that begins with `native` mean the local names.
  /// Languages after `native` help with the names of regions.
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

  /// A name in the first language of the list that it has.
  ///
  /// - Parameter country: ISO code of the country that the object is in, which shows the likely languages of a local
  ///   name.
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

  /// The name of a map object among its tags, in the first language of the list that it has; nil when it has no name.
  func name(among tags: [MapTag], country: String?) -> String? {
    func value(_ key: String) -> String? { tags.first { $0.key == key }?.value }
    guard let local = value("name") else { return nil }
    let name = isNative ? local : chooser.choose(local: local, countryCode: country) { value("name:\($0)") }.text
    guard let other = second?.name(among: tags, country: country) else { return name }
    return ChosenName(text: name, isTransliterated: false).with(ChosenName(text: other, isTransliterated: false)).text
  }

  /// The name of a state or city. If the list wants local names, a local name that is hard to read is replaced by the
  /// name in one of the helping languages.
  ///
  /// - Parameters:
  ///   - timeZone: the time zone of a city or state of the coarse layer; nil for everything else. ICU has more names of
  ///     large cities, which may be states of their own. The time zone distinguishes cities of the same name.
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
      // A state named after its city may have another name than the city in some languages, so a name in any form of
      // the language goes first.
      if region.isState, translations.contains(where: { $0.isForm(of: language) }) { return nil }
      return language == "en" ? english : CityNames.name(ofCity: english, timeZone: timeZone, language: language)
    }
    if isNative, pick.isTransliterated { return ChosenName(text: local, isTransliterated: false) }
    return ChosenName(text: pick.text, isTransliterated: pick.isTransliterated)
  }

  /// The key of a state's or city's name.
  private struct Region: Hashable {
    var name: NameID
    var timeZone: String?
    var isState: Bool
  }

  /// A country's name: in a language of the list, from the data or else from ICU; otherwise the local name.
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
  /// Whether it is in this language or another form of it: `zh-Hant` for `zh-TW`.
  fileprivate func isForm(of other: String) -> Bool {
    func isLetter(_ character: Character) -> Bool { character.isLetter }
    return language.prefix(while: isLetter) == other.prefix(while: isLetter)
  }
}

/// The namers of the latest preference lists. Most clients use one list, servers a handful.
final class NamerCache {
  private let store: StoreReader
  @exclusivity(unchecked) private var namers: [Namer] = []
  /// The number of namers made so far.
  @exclusivity(unchecked) private var madeCount: UInt64 = 0
  private static let capacity = 16

  init(store: StoreReader) { self.store = store }

  /// The namer of a preference list, from the cache or new. The least recently used one is evicted.
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
