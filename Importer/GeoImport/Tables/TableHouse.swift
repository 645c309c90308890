import GeoModel
import GeoSupport

/// The house in a row of an address table, tidied.
struct TableHouse {
  var number: String
  /// The street; nil if house numbers belong to the place.
  var street: String?
  /// The place to which the house number belongs if there is no street.
  var place: String?
  var city: String?
  var postalCode: String?
  var point: FixedPoint

  /// Reads a row.
  ///
  /// - Parameters:
  ///   - names: a cache of names, most of which recur.
  ///   - text: returns the text of a column, as in the row.
  /// - Throws: the ``DataFault`` for which the row is dropped.
  init(_ columns: TableColumns, _ names: inout TableNames, _ text: (Int) -> String) throws(DataFault) {
    func joined(_ role: TableForm.Role) -> String {
      let columns = columns[role]
      if columns.count == 1 { return TableText.trimmed(text(columns[0])) }
      return columns.map { TableText.trimmed(text($0)) }.filter { !$0.isEmpty }.joined(separator: " ")
    }
    let parts = columns[.number].map { TableText.trimmed(text($0)) }
    guard var number = TableText.number(parts) else { throw .tableNumberMissing }
    if !columns[.lastNumber].isEmpty, let last = TableText.number([joined(.lastNumber)]), last != number {
      number += "-" + last
    }
    self.number = number
    city = names.name(joined(.city))
    street = names.name(joined(.street))
    place = street == nil ? names.name(joined(.place)) ?? city : nil
    guard street != nil || place != nil else { throw .tableStreetMissing }
    postalCode = TableText.postalCode(joined(.postalCode))
    guard let latitude = TableText.degrees(joined(.latitude)), let longitude = TableText.degrees(joined(.longitude)),
      let coordinate = try? Coordinate(latitude: latitude, longitude: longitude), latitude != 0 || longitude != 0
    else { throw .tableCoordinateInvalid }
    point = FixedPoint(coordinate)
  }
}

/// A cache of names in the spelling of maps.
struct TableNames {
  private var known = BoundedCache<String, String?>(capacity: 16_384)

  /// See ``TableText/name(_:)``.
  mutating func name(_ text: String) -> String? { text.isEmpty ? nil : known.value(for: text) { TableText.name(text) } }
}

/// Converts the texts of tables to the spelling of maps.
enum TableText {
  /// The house number from its parts: `12` and `A` become `12A`, `12` and `bis` become `12 bis`. Nil if the parts mean
  /// that there is none, such as `S/N` or `0`.
  static func number(_ parts: [String]) -> String? {
    if parts.count == 1, parts[0].utf8.count < 10, parts[0].utf8.first != 0x30, isDigits(parts[0]) { return parts[0] }
    var number = ""
    for part in parts where !part.isEmpty {
      let isApart = number.contains { $0.isNumber } && part.count > 1
      number += isApart ? " " + part : part
    }
    // Programs that treat numbers as decimals write 12.0.
    if number.hasSuffix(".0") { number.removeLast(2) }
    let digits = number.drop { $0 == "0" }
    if let first = digits.first, first.isNumber { number = String(digits) }
    guard number.utf8.count <= 20, number.contains(where: { $0.isNumber && $0 != "0" }) else { return nil }
    return number
  }

  /// A name, converted from all capitals to title case; nil if there is none.
  static func name(_ text: String) -> String? {
    guard text.contains(where: { $0.isLetter || $0.isNumber }), !nothings.contains(text.lowercased()) else {
      return nil
    }
    let isInCapitals = !text.contains { $0.isLowercase } && text.count(where: { $0.isUppercase }) > 2
    return isInCapitals ? titled(text) : text
  }

  /// A postal code as written, except for a trailing `.0`; nil if there is none.
  static func postalCode(_ text: String) -> String? {
    if (3...9).contains(text.utf8.count), isDigits(text), text.utf8.contains(where: { $0 != 0x30 }) { return text }
    var code = text
    if code.hasSuffix(".0") { code.removeLast(2) }
    guard (2...12).contains(code.utf8.count), code.contains(where: { $0.isNumber || $0.isLetter }),
      !nothings.contains(code.lowercased()), code.contains(where: { $0 != "0" })
    else { return nil }
    return code
  }

  /// Parses degrees with a decimal point or comma; nil for anything else.
  static func degrees(_ text: String) -> Double? {
    if let number = Double(text) { return number.isFinite ? number : nil }
    guard let comma = text.firstIndex(of: ",") else { return nil }
    return Double(text.replacingCharacter(at: comma, with: ".")).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The text without spaces around it, and with single spaces inside.
  static func trimmed(_ text: String) -> String {
    var before: UInt8 = 0x20
    var isTidy = true
    for byte in text.utf8 {
      if byte < 0x20 || byte == 0x20 && before == 0x20 || byte == 0xC2 { isTidy = false }
      before = byte
    }
    if isTidy, before != 0x20 || text.isEmpty { return text }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func isDigits(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy { $0 &- 0x30 <= 9 } }

  private static let nothings: Set = [
    "null", "none", "nan", "n/a", "na", "unknown", "unnamed", "not stated", "s/n", "sn", "-",
  ]

  /// `N MAIN ST` as `N Main St`.
  private static func titled(_ text: String) -> String {
    var isFirst = true
    return text.split(separator: " ").map { word in
      defer { isFirst = false }
      let small = word.lowercased()
      if directions.contains(small) { return word.uppercased() }
      if !isFirst, smallWords.contains(small) { return small }
      return capitalized(small)
    }.joined(separator: " ")
  }

  /// Capitalizes a word at its beginning and behind hyphens, apostrophes, slashes and parentheses, but not behind a
  /// digit (`5th`).
  private static func capitalized(_ word: String) -> String {
    var result = ""
    var isStart = true
    for character in word {
      result += isStart ? character.uppercased() : String(character)
      isStart = character == "-" || character == "'" || character == "(" || character == "/"
    }
    return result
  }

  private static let directions: Set = ["n", "s", "e", "w", "ne", "nw", "se", "sw"]
  private static let smallWords: Set = [
    "de", "du", "des", "da", "do", "dos", "das", "la", "le", "les", "del", "of", "the", "y", "et", "und", "van", "von",
    "der", "den",
  ]
}

extension String {
  fileprivate func replacingCharacter(at index: Index, with text: String) -> String {
    String(self[..<index]) + text + String(self[self.index(after: index)...])
  }
}
