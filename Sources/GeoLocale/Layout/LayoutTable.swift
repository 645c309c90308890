/// The layouts of all countries.
enum LayoutTable {
  /// How a country writes addresses.
  struct Rule: Sendable {
    /// In Latin script, and in any other script where there is no template for it.
    var latin: LayoutTemplate
    /// In the country's own script; nil where that makes no difference.
    var native: LayoutTemplate?
  }

  /// The rule of a country, or ``standard`` for a country that the table lacks and for nil.
  static func rule(for countryCode: String?) -> Rule {
    countryCode.flatMap { position(of: $0) }.flatMap { rules[$0] } ?? standard
  }

  /// Number after the street, postal code before the city: what most countries do.
  static let standard = Rule(latin: LayoutTemplate("S N|P C"))

  /// Whether a country has a row of its own.
  static func hasRule(for countryCode: String) -> Bool { position(of: countryCode).flatMap { rules[$0] } != nil }

  /// The rules at the positions of their countries: every answer asks, and two letters need no hash.
  private static let rules: [Rule?] = {
    var rules: [Rule?] = Array(repeating: nil, count: letterCount * letterCount)
    for row in rows {
      let rule = Rule(latin: LayoutTemplate(row.latin), native: row.native.map { LayoutTemplate($0) })
      for country in row.countries.split(separator: " ") {
        if let position = position(of: String(country)) { rules[position] = rule }
      }
    }
    return rules
  }()

  private static let letterCount = 26

  /// The position of two capital letters; nil for other texts.
  private static func position(of countryCode: String) -> Int? {
    var position = 0
    guard countryCode.utf8.count == 2 else { return nil }
    for letter in countryCode.utf8 {
      guard letter >= UInt8(ascii: "A"), letter <= UInt8(ascii: "Z") else { return nil }
      position = position * letterCount + Int(letter - UInt8(ascii: "A"))
    }
    return position
  }
}
