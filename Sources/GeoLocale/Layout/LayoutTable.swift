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
  static func rule(for countryCode: String?) -> Rule { countryCode.flatMap { rules[$0] } ?? standard }

  /// Number after the street, postal code before the city: what most countries do.
  static let standard = Rule(latin: LayoutTemplate("S N|P C"))

  /// Whether a country has a row of its own.
  static func hasRule(for countryCode: String) -> Bool { rules[countryCode] != nil }

  private static let rules: [String: Rule] = {
    var rules: [String: Rule] = [:]
    for row in rows {
      let rule = Rule(latin: LayoutTemplate(row.latin), native: row.native.map { LayoutTemplate($0) })
      for country in row.countries.split(separator: " ") { rules[String(country)] = rule }
    }
    return rules
  }()
}
