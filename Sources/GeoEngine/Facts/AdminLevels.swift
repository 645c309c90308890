/// What OpenStreetMap's `admin_level` means in each country, as facts for addresses.
///
/// The facts are those that the OpenStreetMap wiki documents in its table of levels by country (page
/// "Tag:boundary=administrative"), reduced by us to the five parts of an address.
public enum AdminLevels {
  /// The facts of a country, or ``standard`` for a country that the table lacks and for nil.
  ///
  /// - Parameter countryCode: ISO 3166-1 alpha-2 in capitals.
  public static func facts(for countryCode: String?) -> AdminLevelFacts {
    countryCode.flatMap { byCountry[$0] } ?? standard
  }

  /// What holds where nothing else is known: 4 is the state, 6 (else 5) the county, 8 (else 7) the city, 9 and 10 its parts.
  public static let standard = facts(fromRow: "4 3|6 5|8 7 6? 4?|9 10|10 11")

  /// Whether a country has a row of its own.
  static func hasRow(for countryCode: String) -> Bool { byCountry[countryCode] != nil }

  private static let byCountry: [String: AdminLevelFacts] = {
    var facts: [String: AdminLevelFacts] = [:]
    for line in rows.split(separator: "\n") {
      let space = line.firstIndex(of: " ")!
      facts[String(line[..<space])] = Self.facts(fromRow: line[line.index(after: space)...])
    }
    return facts
  }()

  /// Reads a row: state, county, city, suburb and neighborhood between bars, each some levels or empty. A question mark after
  /// a city's level puts it into ``AdminLevelFacts/cityIfSettlement``.
  private static func facts(fromRow row: Substring) -> AdminLevelFacts {
    let columns = row.split(separator: "|", omittingEmptySubsequences: false).map { $0.split(separator: " ") }
    let lists = columns.map { AdminLevelList($0.compactMap { Int($0) }) }
    let doubtful = columns[2].filter { $0.hasSuffix("?") }.compactMap { Int($0.dropLast()) }
    return AdminLevelFacts(
      state: lists[0], county: lists[1], city: lists[2], cityIfSettlement: AdminLevelList(doubtful), suburb: lists[3],
      neighborhood: lists[4])
  }
}
