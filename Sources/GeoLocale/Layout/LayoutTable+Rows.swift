extension LayoutTable {
  /// Countries that write addresses alike.
  struct Row: Sendable {
    var countries: String
    var latin: String
    var native: String?

    init(_ countries: String, _ latin: String, native: String? = nil) {
      self.countries = countries
      self.latin = latin
      self.native = native
    }
  }

  /// The facts, by countries that share a layout.
  static let rows: [Row] = [
    Row("AT BE CH CZ DE DK FI LI NL NO PL SE SK", "S N|P C"),
    Row("AD ES HR PT SI", "S, N|P C"),
    Row("FR LU MC", "N S|P C"),
    Row("US", "N S|C, A P"),
    Row("CA AU", "N S|C A P"),
    Row("GB", "N S|B|C|P"),
    Row("IE", "N S|B|C|K|P"),
    Row("MT", "N, S|C P"),
    Row("IT SM VA", "S N|P C"),
    Row("RU", "S, N|C|R|P"),
    Row("BR", "S, N|B|C - A|P"),
    Row("CN", "N S|B, C|R P", native: "P|LRCBSN"),
    Row("JP", "N, S|B, C, R P", native: "[〒P]|RCBSN"),
    Row("CI", "N S|C"),
  ]
}
