import GeoLocale
import GeoModel
import GeoStore
import GeoSupport

/// Chooses names in the languages of a map, and caches them. A name without available fonts is replaced by another name
/// of the place.
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
    // Labels are short, so only the first of two combined languages counts.
    self.languages = LanguageList.pairs(languages).first
    chooser = NameChooser(languages: languages)
  }

  /// Returns a name in the best available language; empty when no name can be written.
  ///
  /// - Parameter country: the ISO code of the country, which suggests the languages of a local name; nil when unknown.
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

  /// Returns the name of a country; the English one when no name can be written in the wanted language or the local
  /// one.
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
