import Foundation

/// The spelling of names, whatever their source.
extension PlaceNames {
  /// The only Chinese or Japanese name that occurs with and without the word for city; nil if there is none or more
  /// than one.
  static func confirmed(among alternates: [Substring], language: String) -> String? {
    guard language == "ja" || language.hasPrefix("zh") else { return nil }
    let all = Set(alternates)
    let names = Set(alternates.filter { $0.hasSuffix("市") }.map { $0.dropLast() }).intersection(all)
    return names.count == 1 ? names.first.map(String.init) : nil
  }

  /// The name in usual spelling, without words for a city's rank, and with the commas of Romanian instead of the
  /// cedillas of old character sets.
  static func asWritten(_ name: String, language: String) -> String {
    // Only German names have rivers and regions in brackets: Frankfurt (Oder). Names with numbers are districts.
    let isWhole = language == "de" && !name.contains(where: \.isNumber)
    // The United States census names the rest of a city without its boroughs: City of Milford (balance).
    let marked = name.hasSuffix(" (balance)") ? name.replacing("City of ", with: "") : name
    let name = isWhole ? withoutMarks(marked) : withoutExplanation(withoutMarks(marked), of: "")
    switch language {
    case "ko":
      let rank = ["특별시", "광역시", "직할시", "시"].first { name.hasSuffix($0) && name.count > $0.count + 1 }
      return String(name.dropLast(rank?.count ?? 0))
    // The names of Yokkaichi and some others really end with this character: 四日市.
    case "ja": return name.count > 2 && name.hasSuffix("市") && !name.hasSuffix("日市") ? String(name.dropLast()) : name
    case "id": return name.hasPrefix("Kota ") ? String(name.dropFirst(5)) : name
    case "ro": return String(name.map { commas[$0] ?? $0 })
    default: return name
    }
  }

  /// Removes marks that are not part of a name: bidirectional controls, extra spaces, and the footnote number with
  /// which CLDR distinguishes namesakes (`Мадрид²` is the region). Normalizes letters, so that equal names have equal
  /// bytes.
  static func withoutMarks(_ name: String) -> String {
    var scalars = name.unicodeScalars
    scalars.removeAll { $0.properties.isBidiControl }
    while let last = scalars.last, ["¹", "²", "³"].contains(last) { scalars.removeLast() }
    let text = String(scalars).split(separator: " ").joined(separator: " ").precomposedStringWithCanonicalMapping
    return Lookalikes.corrected(text)
  }

  /// Removes the explanation that lists add to distinguish namesakes, in brackets at the end (`Mendoza (província)`) or
  /// after a comma (`Goa, India`).
  ///
  /// - Parameter own: the place's own name. If it ends with brackets or has a comma, the other names may, too.
  static func withoutExplanation(_ name: String, of own: String) -> String {
    var short = name[...]
    if own.last.map(closing.contains) != true {
      // Some brackets are never closed.
      while let start = short.lastIndex(where: opening.contains),
        short[start...].firstIndex(where: closing.contains).map({ $0 == short.index(before: short.endIndex) }) ?? true
      {
        short = trimmed(short[..<start])
      }
    }
    if !own.contains(where: separators.contains), let comma = short.firstIndex(where: separators.contains),
      // Periods mark an abbreviation that belongs to the name: Washington, D.C.
      !short[comma...].contains(".")
    {
      short = trimmed(short[..<comma])
    }
    return short.isEmpty ? name : String(short)
  }

  private static let opening: Set<Character> = ["(", "（", "["]
  private static let closing: Set<Character> = [")", "）", "]"]
  private static let separators: Set<Character> = [",", "،", "，"]

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  private static let commas: [Character: Character] = ["ş": "ș", "ţ": "ț", "Ş": "Ș", "Ţ": "Ț"]

  /// Names of large cities that the sources lack or have wrong, by GeoNames id.
  static let corrected = [
    "579464": "Балашиха", "3703443": "Panamá", "104515": "مكة", "3068160": "Plzeň", "618426": "Chișinău",
    "786714": "Prishtinë", "1581298": "Hải Phòng", "456172": "Rīga", "745044": "İstanbul", "1053384": "Toamasina",
    "1518980": "Шымкент", "616635": "Գյումրի", "260096": "Χανιά", "333795": "ጅጅጋ", "267008": "صور",
    "2537763": "سلا", "379251": "الخرطوم بحري", "1831797": "បាត់ដំបង", "6940394": "さいたま", "1855612": "奈良",
    "1153671": "เชียงใหม่", "1609776": "ขอนแก่น", "1605239": "อุดรธานี", "1605245": "อุบลราชธานี",
    "1610780": "หาดใหญ่", "1608534": "นครปฐม", "1150515": "สุราษฎร์ธานี", "1151933": "นครศรีธรรมราช",
    "3470709": "Barra do Garças", "1808931": "汉沽", "1785725": "云浮", "1785738": "运城", "1786577": "鹰潭", "1791779": "万宁",
    "1802238": "娄底",
    "1809532": "贵港",
    "1813325": "达州", "1817240": "白银", "7576887": "贺州", "11778484": "陇南",
  ]

  /// Whether a text is written in kana only, which in Japan is the reading of a name, not its spelling.
  static func isKana(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { (0x3040...0x30FF).contains($0.value) }
  }
}
