// Where the names of a place come from, the better source first:
// 1. The name in the place's own language is its `name`: by the list of local names where that list is sure, else for Japan and China the
//    alternate name that stands there with and without the word for a city (長野, 長野市), else the gazetteer's main name.
// 2. `name:en` is the gazetteer's main name, where it differs.
// 3. Other languages: Natural Earth, Unicode CLDR and the gazetteer's own; then dr5hn's database, where the name sounds like the English
//    one: it is partly translated by machine, which makes a man of Malé.
// A name that a reader would be shown anyway is left out: the same as `name`, or the English one in another language
// with Latin letters where `name` is in another script.

/// Names of cities and subdivisions in the languages there are.
struct PlaceNames {
  /// Names by language, by the place's key.
  private var translations: [String: [String: String]] = [:]
  private var locals: [String: String] = [:]

  /// Names of cities, by GeoNames id.
  ///
  /// - Parameters:
  ///   - english: the gazetteer's main names, by the same.
  ///   - alternates: its alternate names of unknown languages, by the same.
  static func cities(
    _ folder: String, english: [String: String], alternates: [String: [Substring]]
  ) throws -> PlaceNames {
    var names = PlaceNames()
    let likeness = NameLikeness()
    for row in try Table(folder + "/city-names.tsv.gz", columns: ["geonameid", "lang", "name"]).rows {
      names.add(row["name"], language: row["lang"], to: row["geonameid"])
    }
    let columns = ["geonameid", "local_lang", "local_name", "source", "sure"]
    var languages: [String: String] = [:]
    for row in try Table(folder + "/city-local-names.tsv.gz", columns: columns).rows {
      let id = row["geonameid"]
      languages[id] = row["local_lang"]
      if row["sure"] != "1" {
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

  /// Names of first-level subdivisions, by ISO 3166-2. Rows under the LGPL (those of `iso-codes`) are left out.
  static func subdivisions(_ folder: String) throws -> PlaceNames {
    var names = PlaceNames()
    let main = try Table(folder + "/subdivision-names.tsv.gz", columns: ["code", "lang", "name", "source"])
    for row in main.rows where row["source"].hasPrefix("cldr") {
      names.add(row["name"], language: row["lang"], to: row["code"])
    }
    for row in try Table(folder + "/subdivision-names-odbl.tsv.gz", columns: ["code", "lang", "name"]).rows {
      if row["lang"] == "x-local" { names.locals[row["code"]] = row["name"] }
      names.add(row["name"], language: row["lang"], to: row["code"])
    }
    return names
  }

  /// Adds a name unless a better source gave one, or nobody asks for the language.
  mutating func add(_ name: String, language: String, to key: String) {
    guard !name.isEmpty else { return }
    if Self.languages.contains(language), translations[key]?[language] == nil {
      translations[key, default: [:]][language] = name
    }
  }

  /// The name of a place in its own language, where that is known for sure.
  func local(_ key: String) -> String? { locals[key] }

  /// The English name of a place by the tables; they are nearer to what people say than a gazetteer's main name.
  func english(_ key: String) -> String? { translations[key]?["en"] }

  /// The `name` tags of a place.
  ///
  /// - Parameters:
  ///   - key: GeoNames id or ISO 3166-2.
  ///   - name: its name in its own language.
  ///   - english: its English name; nil when no other source knows it.
  func tags(of key: String, name: String, english: String?) -> [String: String] {
    let others = translations[key] ?? [:]
    let english = english ?? others["en"]
    var tags = ["name": name]
    if let english, english != name { tags["name:en"] = english }
    let isForeign = !Self.isLatin(name)
    for (language, text) in others where language != "en" && text != name {
      if isForeign, text == english { continue }
      tags["name:" + language] = text
    }
    return tags
  }

  /// The only Chinese or Japanese name that is there with and without the word for a city; nil when there is none or more than one.
  static func confirmed(among alternates: [Substring], language: String) -> String? {
    guard language == "ja" || language.hasPrefix("zh") else { return nil }
    let all = Set(alternates)
    let names = Set(alternates.filter { $0.hasSuffix("市") }.map { $0.dropLast() }).intersection(all)
    return names.count == 1 ? names.first.map(String.init) : nil
  }

  /// The name as people write it: without the word for a city of some rank, and with the commas of Romanian, for which old character sets
  /// had cedillas.
  static func asWritten(_ name: String, language: String) -> String {
    switch language {
    case "ko":
      let rank = ["특별시", "광역시", "직할시", "시"].first { name.hasSuffix($0) && name.count > $0.count + 1 }
      return String(name.dropLast(rank?.count ?? 0))
    // Yokkaichi and others end with the letter by themselves: 四日市.
    case "ja": return name.count > 2 && name.hasSuffix("市") && !name.hasSuffix("日市") ? String(name.dropLast()) : name
    case "id": return name.hasPrefix("Kota ") ? String(name.dropFirst(5)) : name
    case "ro": return String(name.map { commas[$0] ?? $0 })
    default: return name
    }
  }

  private static let commas: [Character: Character] = ["ş": "ș", "ţ": "ț", "Ş": "Ș", "Ţ": "Ț"]

  /// Names of large cities that the sources have wrong or not at all, by GeoNames id.
  private static let corrected = [
    "579464": "Балашиха", "3703443": "Panamá", "104515": "مكة", "3068160": "Plzeň", "618426": "Chișinău",
    "786714": "Prishtinë", "1581298": "Hải Phòng", "456172": "Rīga", "745044": "İstanbul", "1053384": "Toamasina",
    "1518980": "Шымкент", "616635": "Գյումրի", "260096": "Χανιά", "333795": "ጅጅጋ", "267008": "صور",
    "2537763": "سلا", "379251": "الخرطوم بحري", "1831797": "បាត់ដំបង", "6940394": "さいたま", "1855612": "奈良",
    "1153671": "เชียงใหม่", "1609776": "ขอนแก่น", "1605239": "อุดรธานี", "1605245": "อุบลราชธานี",
    "1610780": "หาดใหญ่", "1608534": "นครปฐม", "1150515": "สุราษฎร์ธานี", "1151933": "นครศรีธรรมราช",
    "1785725": "云浮", "1785738": "运城", "1786577": "鹰潭", "1791779": "万宁", "1802238": "娄底", "1809532": "贵港",
    "1813325": "达州", "1817240": "白银", "7576887": "贺州", "11778484": "陇南",
  ]

  /// Whether a text is written in kana only: in Japan how a name is read, not how it is written.
  private static func isKana(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { (0x3040...0x30FF).contains($0.value) }
  }

  /// Whether a text has Latin letters only.
  static func isLatin(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value < 0x250 || !$0.properties.isAlphabetic }
  }

  /// The languages whose names are kept: those with names of most large cities.
  static let languages: Set = [
    "ar", "bn", "de", "el", "en", "es", "fa", "fr", "he", "hi", "hu", "id", "it", "ja", "ko", "nl", "pl", "pt", "ru",
    "sv", "th", "tr", "uk",
    "ur", "vi", "zh-Hans", "zh-Hant",
  ]
}
