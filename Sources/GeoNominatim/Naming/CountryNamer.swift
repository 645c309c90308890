import GeoEngine
import GeoLocale
import GeoModel
import GeoStore

/// Names countries: by the boundary in the extract or in the world layer, else by ICU.
struct CountryNamer {
  let store: StoreReader

  /// The name of the country around a point; nil at sea.
  func name(_ surroundings: Surroundings, languages: [String]) throws(StoreError) -> String? {
    guard let code = surroundings.countryCode else { return nil }
    guard let country = surroundings.country else {
      return languages.lazy.compactMap { CountryNames.name(ofCountry: code, language: $0) }.first
        ?? CountryNames.localName(ofCountry: code)
    }
    if languages.isEmpty { return try store.name(country.name) }
    let translations = try store.translations(country.name)
    for language in languages {
      let tag = LanguageTag(language)?.description ?? language
      if let known = translations.first(where: { $0.language == tag || $0.language == language }) { return known.text }
      if let text = CountryNames.name(ofCountry: code, language: tag) { return text }
    }
    return try store.name(country.name)
  }
}
