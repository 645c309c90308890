// The sources of a place's names, the better one first:
// 1. `name` is the name in the place's own language, from the list of local names if that list is sure. The second
//    choice for Japan and China is the alternate name that occurs with and without the word for city (長野, 長野市).
//    Otherwise it is the gazetteer's main name.
// 2. `name:en` is the gazetteer's main name, if different.
// 3. Names in other languages come from Natural Earth, if the gazetteer agrees (NameAgreement), from Unicode CLDR, and
//    from the gazetteer. The last choice is dr5hn's database, if its name sounds like the English one. That database is
//    partly machine-translated, which turns Malé into a man.
// Names that a reader would see anyway are left out. These are names equal to `name`, and names equal to the English
// one if `name` is not in Latin letters. Marks that are not part of a name are removed.

/// The names of cities and subdivisions in all available languages.
struct PlaceNames {
  /// Names by place key and language.
  private var translations: [String: [String: String]] = [:]
  private var locals: [String: String] = [:]

  /// Reads the names of cities, by GeoNames id.
  ///
  /// - Parameters:
  ///   - english: the gazetteer's main names, by GeoNames id.
  ///   - alternates: its alternate names of unknown languages, by GeoNames id.
  static func cities(
    _ folder: String, english: [String: String], alternates: [String: [Substring]]
  ) throws -> PlaceNames {
    var names = PlaceNames()
    let likeness = NameLikeness()
    let known = try Table(folder + "/city-names.tsv.gz", columns: ["geonameid", "lang", "name", "source"]).rows
    let natural = known.filter { $0["source"] == "ne" && $0["lang"] == "en" }.map { ($0["geonameid"], $0["name"]) }
    let agreement = NameAgreement(
      main: english, alternates: alternates, english: Dictionary(natural) { first, _ in first })
    for row in known {
      let (id, language, name) = (row["geonameid"], row["lang"], row["name"])
      guard row["source"] != "ne" || agreement.accepts(name, of: id, isMain: language == "en") else { continue }
      names.add(name, language: language, to: id)
    }
    let columns = ["geonameid", "local_lang", "local_name", "source", "sure"]
    var languages: [String: String] = [:]
    for row in try Table(folder + "/city-local-names.tsv.gz", columns: columns).rows {
      let id = row["geonameid"]
      languages[id] = row["local_lang"]
      let isWrong = row["source"] == "ne" && !agreement.accepts(row["local_name"], of: id, isMain: true)
      if isWrong, isLatin(row["local_name"]) {
        names.locals[id] = english[id]
      } else if row["sure"] != "1" || isWrong {
        names.locals[id] =
          names.translations[id]?[row["local_lang"]]
          ?? confirmed(among: alternates[id] ?? [], language: row["local_lang"])
      } else if !isKana(row["local_name"]) {
        names.locals[id] = row["local_name"]
      }
      names.locals[id] = corrected[id] ?? names.locals[id].map { asWritten($0, language: row["local_lang"]) }
    }
    for row in try Table(folder + "/city-names-odbl.tsv.gz", columns: ["geonameid", "lang", "name"]).rows {
      let (id, name) = (row["geonameid"], row["name"])
      guard likeness.isLikely(name, english[id] ?? names.english(id) ?? "") else { continue }
      if row["lang"] == "x-local", names.locals[id] == nil {
        names.locals[id] = asWritten(name, language: languages[id] ?? "")
      }
      names.add(name, language: row["lang"], to: id)
    }
    return names
  }

  /// Reads the names of first-level subdivisions, by ISO 3166-2. Rows under the LGPL (those of `iso-codes`) are left
  /// out.
  static func subdivisions(_ folder: String) throws -> PlaceNames {
    var names = PlaceNames()
    let main = try Table(folder + "/subdivision-names.tsv.gz", columns: ["code", "lang", "name", "source"])
    for row in main.rows where row["source"].hasPrefix("cldr") && !OwnNames.isOfOlderUnit(row["code"]) {
      names.add(row["name"], language: row["lang"], to: row["code"])
    }
    for row in try Table(folder + "/subdivision-names-odbl.tsv.gz", columns: ["code", "lang", "name"]).rows {
      if row["lang"] == "x-local" { names.locals[row["code"]] = withoutExplanation(withoutMarks(row["name"]), of: "") }
      names.add(row["name"], language: row["lang"], to: row["code"])
    }
    return names
  }

  /// Adds a name, unless a better source gave one or the language is not kept.
  mutating func add(_ name: String, language: String, to key: String) {
    let name = Self.withoutMarks(name)
    guard !name.isEmpty else { return }
    if Self.languages.contains(language), translations[key]?[language] == nil {
      translations[key, default: [:]][language] = name
    }
  }

  /// The name of a place in its own language; nil if not known for sure.
  func local(_ key: String) -> String? { locals[key] }

  /// The English name of a place from the tables. It is closer to common use than the gazetteer's main name.
  func english(_ key: String) -> String? { translations[key]?["en"] }

  /// The name of a place in a language; nil if the tables have none.
  func translation(_ key: String, language: String) -> String? { translations[key]?[language] }

  /// The `name` tags of a place.
  ///
  /// - Parameters:
  ///   - key: GeoNames id or ISO 3166-2.
  ///   - name: its name in its own language.
  ///   - english: its English name; nil if no other source has one.
  func tags(of key: String, name: String, english: String?) -> [String: String] {
    let known = (translations[key] ?? [:]).mapValues { Self.withoutExplanation($0, of: name) }
    let others = ChineseNames.completed(known, local: name)
    let english = english.map { Self.withoutExplanation($0, of: name) } ?? others["en"]
    var tags = ["name": name]
    if let english, english != name { tags["name:en"] = english }
    let isForeign = !Self.isLatin(name)
    for (language, text) in others where language != "en" {
      if text == name, !ChineseNames.isNeeded(language, others) { continue }
      if isForeign, text == english { continue }
      tags["name:" + language] = text
    }
    return tags
  }

  /// Whether a text has Latin letters only.
  static func isLatin(_ text: String) -> Bool {
    // This includes letters of only some languages: ə of Azerbaijani, ʻ of Tongan.
    text.unicodeScalars.allSatisfy { $0.value < 0x300 || !$0.properties.isAlphabetic }
  }

  /// The languages whose names are kept, which are those with names of most large cities.
  static let languages: Set = [
    "ar", "bn", "de", "el", "en", "es", "fa", "fr", "he", "hi", "hu", "id", "it", "ja", "ko", "nl", "pl", "pt", "ru",
    "sv", "th", "tr", "uk",
    "ur", "vi", "zh-Hans", "zh-Hant",
  ]
}
