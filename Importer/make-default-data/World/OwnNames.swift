// The names of subdivisions come from lists in English, and where the letters are others, from one that knows a single language for each
// country. Both are wrong for some units, which this corrects:
// 1. Indonesia's have names in Indonesian among their translations.
// 2. Italy's autonomous regions, Belgium's regions and the Azores are named here, in all their languages.
// 3. States of India where Hindi is not what people write are called in English, as on maps of India.

/// Names of subdivisions in the language of the place, where the sources have another one's.
enum OwnNames {
  private static let names = [
    "BE-VLG": "Vlaanderen", "BE-WAL": "Wallonie", "IT-23": "Valle d’Aosta/Vallée d’Aoste",
    "IT-32": "Trentino-Alto Adige/Südtirol", "IT-82": "Sicilia", "IT-88": "Sardegna", "PT-20": "Açores",
  ]

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
    if code.hasPrefix("ID-") { return names.translation(code, language: "id") }
    return inEnglish.contains(code) ? english : self.names[code]
  }
}
