import GeoLocale
import GeoStore
import GeoSupport

/// A name as it will be shown.
struct ChosenName {
  /// The text.
  var text: String
  /// Whether it was written in another script by rule.
  var isTransliterated: Bool
}

/// Names in the languages of one preference list, each chosen once.
///
/// Languages repeat from query to query and names from point to point, so both are remembered.
final class Namer {
  /// The preference list as it was asked for.
  let languages: [String]
  /// A number that no other namer of the engine has.
  let number: UInt64
  private let chooser: NameChooser
  private let isNative: Bool
  fileprivate let store: StoreReader
  @exclusivity(unchecked) private var chosen = BoundedCache<NameID, ChosenName>(capacity: 8_192)
  @exclusivity(unchecked) private var chosenCities = BoundedCache<City, ChosenName>(capacity: 8_192)

  /// A namer for a preference list; `native` and an empty list mean the local names.
  init(languages: [String], number: UInt64, store: StoreReader) {
    self.languages = languages
    self.number = number
    self.store = store
    chooser = NameChooser(languages: languages)
    isNative = languages.isEmpty || languages == ["native"]
  }

  /// A name in the best language there is.
  ///
  /// - Parameter country: ISO code of the country the name is in, for the languages a local name is likely in.
  func name(_ id: NameID, country: String?) throws(StoreError) -> ChosenName {
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

  /// The name of a city of the coarse layer, which knows most of them only in English: ICU knows more of the great ones.
  ///
  /// - Parameter timeZone: the one it lies in, which tells cities of the same name apart.
  func cityName(_ id: NameID, timeZone: String, country: String?) throws(StoreError) -> ChosenName {
    let city = City(name: id, timeZone: timeZone)
    if let known = chosenCities[city] { return known }
    let mapped = try store.name(id)
    let translations = try store.translations(id)
    let english = translations.first { $0.language == "en" }?.text ?? mapped
    let local = country.flatMap { CityNames.localName(ofCity: english, timeZone: timeZone, countryCode: $0) } ?? mapped
    let pick = chooser.choose(local: local, countryCode: country) { language in
      translations.first { $0.language == language }?.text
        ?? (language == "en" ? english : CityNames.name(ofCity: english, timeZone: timeZone, language: language))
    }
    let choice = ChosenName(text: pick.text, isTransliterated: pick.isTransliterated)
    chosenCities[city] = choice
    return choice
  }

  /// What tells a city of the coarse layer from others.
  private struct City: Hashable {
    var name: NameID
    var timeZone: String
  }

  /// The language to ask ICU in for names that the data lacks; nil for local names.
  var leadingLanguage: String? { isNative ? nil : languages.first }
}

extension Namer {
  /// A country's name: from the data in one of the asked languages, else from ICU, else the local name.
  func countryName(_ country: StoredArea) throws(StoreError) -> ChosenName {
    if leadingLanguage == nil { return try name(country.name, country: country.countryCode) }
    let translations = try store.translations(country.name)
    for language in languages {
      if let known = translations.first(where: { $0.language == language }) {
        return ChosenName(text: known.text, isTransliterated: false)
      }
      if let code = country.countryCode, let text = CountryNames.name(ofCountry: code, language: language) {
        return ChosenName(text: text, isTransliterated: false)
      }
    }
    return try name(country.name, country: country.countryCode)
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
    if let first = namers.first, first.languages == languages { return first }
    let namer: Namer
    if let index = namers.firstIndex(where: { $0.languages == languages }) {
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
