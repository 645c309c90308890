// The names of subdivisions come from lists in English. For countries with another script there is a list with a single
// language for each country. It is partly machine-translated, which turns Plav in Montenegro into a game, and a state
// of Myanmar into a chin. The names are corrected as follows:
// 1. For some countries, the names in the country's language are among the translations of CLDR.
// 2. Italy's autonomous regions, Belgium's regions, the Azores and others are named here, in all their languages.
// 3. States of India where Hindi is not the written language have English names, as on maps of India.
// 4. The list with a single language counts only if the other lists have just an English name and both names sound
//    alike. Its entries for the Maldives are words, not names.
// 5. In 2015, Morocco reassigned the codes of its regions. CLDR's names for them are those of the old regions.

/// Names of subdivisions in the local language, where the sources have them in another one.
enum OwnNames {
  private static let names = [
    "BE-VLG": "Vlaanderen", "BE-WAL": "Wallonie", "IT-23": "Valle d’Aosta/Vallée d’Aoste",
    "IT-32": "Trentino-Alto Adige/Südtirol", "IT-82": "Sicilia", "IT-88": "Sardegna", "PT-20": "Açores",
    "MM-14": "ချင်းပြည်နယ်", "MM-15": "မွန်ပြည်နယ်", "IQ-HA": "حلبجة",
    "MA-10": "Guelmim-Oued Noun كلميم-واد نون", "MA-11": "Laâyoune-Sakia El Hamra العيون-الساقية الحمراء",
    "MA-12": "Dakhla-Oued Ed-Dahab الداخلة-وادي الذهب",
  ]

  /// The languages of countries whose units have the names of CLDR.
  private static let languages = ["ID": "id", "KM": "ar", "RU": "ru", "UA": "uk"]
  private static let likeness = NameLikeness()

  private static let inEnglish = Set(
    [
      "AP", "AR", "AS", "GA", "GJ", "KA", "KL", "LD", "ML", "MN", "MZ", "NL", "OR", "PB", "PY", "SK", "TG", "TN", "TR",
      "WB",
    ]
    .map { "IN-" + $0 })

  /// The local name of a unit; nil if the sources are right.
  ///
  /// - Parameters:
  ///   - code: its code in ISO 3166-2.
  ///   - english: its name in English.
  ///   - names: translations of subdivisions.
  static func name(of code: String, english: String, _ names: PlaceNames) -> String? {
    if let own = self.names[code] { return own }
    if let language = languages[String(code.prefix(2))] { return names.translation(code, language: language) }
    return inEnglish.contains(code) ? english : nil
  }

  /// The local name of a unit that otherwise has only an English one, from the list with a single language; nil if it
  /// is not credible.
  static func local(_ code: String, english: String, _ names: PlaceNames) -> String? {
    guard !code.hasPrefix("MV-"), let local = names.local(code), !PlaceNames.isLatin(local) else { return nil }
    let isIdeographic = local.unicodeScalars.allSatisfy(\.properties.isIdeographic)
    return isIdeographic || likeness.isLikely(local, english) ? local : nil
  }

  /// Whether CLDR's names for a code are those of a former unit.
  static func isOfOlderUnit(_ code: String) -> Bool { code.hasPrefix("MA-") }
}
