// The names of subdivisions come from lists in English, and where the letters are others, from one that knows a single language for each
// country and is partly translated by machine (Plav in Montenegro is a game there, a state of Myanmar a chin). This corrects them:
// 1. Units of some countries have names in the country's language among the translations of CLDR.
// 2. Italy's autonomous regions, Belgium's regions, the Azores and others are named here, in all their languages.
// 3. States of India where Hindi is not what people write are called in English, as on maps of India.
// 4. The list with a single language counts only where the other has nothing but English, and where its name sounds like the English one.
//    What it has of the Maldives are words, not names.
// 5. Morocco gave the codes of its regions to others in 2015: what CLDR calls by them are the older ones.

/// Names of subdivisions in the language of the place, where the sources have another one's.
enum OwnNames {
  private static let names = [
    "BE-VLG": "Vlaanderen", "BE-WAL": "Wallonie", "IT-23": "Valle d’Aosta/Vallée d’Aoste",
    "IT-32": "Trentino-Alto Adige/Südtirol", "IT-82": "Sicilia", "IT-88": "Sardegna", "PT-20": "Açores",
    "MM-14": "ချင်းပြည်နယ်", "MM-15": "မွန်ပြည်နယ်", "IQ-HA": "حلبجة",
    "MA-10": "Guelmim-Oued Noun كلميم-واد نون", "MA-11": "Laâyoune-Sakia El Hamra العيون-الساقية الحمراء",
    "MA-12": "Dakhla-Oued Ed-Dahab الداخلة-وادي الذهب",
  ]

  /// The languages of countries whose units are called as CLDR has them.
  private static let languages = ["ID": "id", "KM": "ar", "RU": "ru", "UA": "uk"]
  private static let likeness = NameLikeness()

  private static let inEnglish = Set(
    [
      "AP", "AR", "AS", "GA", "GJ", "KA", "KL", "LD", "ML", "MN", "MZ", "NL", "OR", "PB", "PY", "SK", "TG", "TN", "TR",
      "WB",
    ]
    .map { "IN-" + $0 })

  /// What people there call a unit; nil where the sources are right.
  ///
  /// - Parameters:
  ///   - code: of ISO 3166-2.
  ///   - english: its name in English.
  ///   - names: translations of subdivisions.
  static func name(of code: String, english: String, _ names: PlaceNames) -> String? {
    if let own = self.names[code] { return own }
    if let language = languages[String(code.prefix(2))] { return names.translation(code, language: language) }
    return inEnglish.contains(code) ? english : nil
  }

  /// What the list with a single language calls a unit that the other one has in English only; nil where it is not to be believed.
  static func local(_ code: String, english: String, _ names: PlaceNames) -> String? {
    guard !code.hasPrefix("MV-"), let local = names.local(code), !PlaceNames.isLatin(local) else { return nil }
    let isIdeographic = local.unicodeScalars.allSatisfy(\.properties.isIdeographic)
    return isIdeographic || likeness.isLikely(local, english) ? local : nil
  }

  /// Whether the names that CLDR has for a code are those of a unit that is gone.
  static func isOfOlderUnit(_ code: String) -> Bool { code.hasPrefix("MA-") }
}
