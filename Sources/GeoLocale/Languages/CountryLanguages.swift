/// The languages that names in a country are written in, by our own table of facts.
///
/// ICU knows only the most likely language of a country; names on the map need all that are written on signs.
enum CountryLanguages {
  /// ISO 639 codes, the most usual first; empty when the table lacks the country.
  ///
  /// - Parameter countryCode: ISO 3166-1 alpha-2 in capitals.
  static func of(_ countryCode: String) -> [String] { byCountry[countryCode] ?? [] }

  private static let byCountry: [String: [String]] = {
    var languages: [String: [String]] = [:]
    for row in rows.split(separator: "\n") {
      let parts = row.split(separator: ":").map { $0.split(separator: " ").map(String.init) }
      for country in parts[1] { languages[country] = parts[0] }
    }
    return languages
  }()
}
