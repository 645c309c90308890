/// What OpenStreetMap's `admin_level` means in each country, as facts for addresses.
///
/// The facts are those that the OpenStreetMap wiki documents in its table of levels by country (page
/// "Tag:boundary=administrative") and that its data shows, reduced by us to the five parts of an address.
public enum AdminLevels {
  /// The facts of a country, or ``standard`` for a country that the table lacks and for nil.
  ///
  /// - Parameter countryCode: ISO 3166-1 alpha-2 in capitals.
  public static func facts(for countryCode: String?) -> AdminLevelFacts {
    countryCode.flatMap { byCountry[$0] } ?? standard
  }

  /// What holds where nothing else is known: 4 (else 3) is the state, 6 (else 5) the county, 8 (else 7) the city, 9 and
  /// 10 its parts; a county or state that says it is a city is one.
  public static let standard = facts(fromColumns: "4 3|6 5|8 7 6? 4?|9 10|10 11")

  /// Whether a country has a row of its own.
  static func hasRow(for countryCode: String) -> Bool { byCountry[countryCode] != nil }

  private static let byCountry: [String: AdminLevelFacts] = {
    var byCountry: [String: AdminLevelFacts] = [:]
    for row in rows.split(separator: "\n") where row.first != "#" {
      let parts = row.split(separator: ":")
      let facts = facts(fromColumns: parts[0])
      for country in parts[1].split(separator: " ") { byCountry[String(country)] = facts }
    }
    return byCountry
  }()

  /// Reads the five columns of a row, each some levels or empty.
  private static func facts(fromColumns text: Substring) -> AdminLevelFacts {
    let columns = text.split(separator: "|", omittingEmptySubsequences: false).map { $0.split(separator: " ") }
    let lists = columns.map { column in
      AdminLevelList(column.compactMap { Int($0.last == "?" ? $0.dropLast() : $0) })
    }
    let doubtful = columns[2].filter { $0.last == "?" }.compactMap { Int($0.dropLast()) }
    return AdminLevelFacts(
      state: lists[0], county: lists[1], city: lists[2], suburb: lists[3], neighborhood: lists[4],
      doubtfulCities: AdminLevelList(doubtful))
  }
}
