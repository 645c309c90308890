import GeoLocale
import GeoModel
import GeoStore
import GeoSupport

/// Names in the languages of a map, each chosen once. One that cannot be written makes way for another of the place.
final class MapNames {
  private let store: StoreReader
  private let chooser: NameChooser
  private let languages: [String]
  private let canWrite: (String) -> Bool
  private var chosen = BoundedCache<NameID, String>(capacity: 8_192)

  /// - Parameter canWrite: whether there are fonts for a text.
  init(languages: [String], store: StoreReader, canWrite: @escaping (String) -> Bool = { _ in true }) {
    self.store = store
    self.canWrite = canWrite
    // Of two languages at once the first one counts: labels are short.
    self.languages = LanguageList.pairs(languages).first
    chooser = NameChooser(languages: languages)
  }

  /// A name in the best language there is; empty when it has none that can be written.
  ///
  /// - Parameter country: ISO code of the country, for the languages that a local name is likely in; nil when unknown.
  func text(_ id: NameID, country: String? = nil) throws(StoreError) -> String {
    guard id.rawValue != 0 else { return "" }
    return try chosen.value(for: id) { () throws(StoreError) in
      let text = try best(id, country)
      if canWrite(text) { return text }
      let others = try store.translations(id)
      let english = others.first { $0.language == "en" }
      return ([english].compactMap(\.self) + others).first { canWrite($0.text) }?.text ?? ""
    }
  }

  private func best(_ id: NameID, _ country: String?) throws(StoreError) -> String {
    let local = try store.name(id)
    if languages.isEmpty || languages == [NameChooser.native] { return local }
    let translations = try store.translations(id)
    return chooser.choose(local: local, countryCode: country) { language in
      translations.first { $0.language == language }?.text
    }.text
  }

  /// The name of a country: in English for the world's sake when local names are asked for and it has none of its own.
  func country(_ area: StoredArea) throws(StoreError) -> String {
    if let language = languages.first, !NameChooser.isLocal(language), let code = area.countryCode,
      let text = CountryNames.name(ofCountry: code, language: language), canWrite(text)
    {
      return text
    }
    let text = try text(area.name, country: area.countryCode)
    guard text.isEmpty, let code = area.countryCode else { return text }
    return CountryNames.name(ofCountry: code, language: "en") ?? text
  }
}
