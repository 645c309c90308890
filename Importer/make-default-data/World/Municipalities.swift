// For many countries, GeoNames states the municipality of each place. A place with at most a tenth of a city's
// population in the same municipality is a district of that city: Chamartín of Madrid, Ursynów of Warsaw. A section
// belongs to the largest place of its municipality even if another town is nearer: West Ridge to Chicago, not Evanston.
// In other countries the codes are those of larger units (counties), or municipalities have several separate towns
// (Mexico, South Africa).

/// The cities of municipalities.
struct Municipalities {
  /// The maximum distance of a district from its city. Beyond are separate towns of the municipality (Zelenograd).
  static let districtMeters = 25_000.0
  /// The minimum ratio between the populations of a city and its district.
  private static let share = 10

  private var largest = Self.missing

  /// Finds the largest place of each municipality.
  init(_ rows: some Sequence<Table.Row>) {
    for row in rows where row["feature_code"] != "PPLX" && CityStanding(row) != nil {
      guard let key = Self.key(row), let population = Int(row["population"]) else { continue }
      if population > largest[key]?.population ?? 0 { largest[key] = (row["geonameid"], population) }
    }
  }

  /// The GeoNames id of the city that contains a section; nil if unknown.
  func city(ofSection row: Table.Row) -> String? {
    guard let key = Self.key(row), let city = largest[key], city.population >= Int(row["population"]) ?? 0 else {
      return nil
    }
    return city.id
  }

  /// The GeoNames id of the city that a settlement may be a district of, if near; nil if it is independent.
  func city(ofSettlement row: Table.Row) -> String? {
    let id = row["geonameid"]
    guard let key = Self.key(row), let city = largest[key], city.id != id, !Quarters.townsOfTheirOwn.contains(id),
      city.population >= Self.share * (Int(row["population"]) ?? 0)
    else { return nil }
    return city.id
  }

  /// The codes of units down to the municipality; nil if unknown.
  private static func key(_ row: Table.Row) -> [String]? {
    let country = row["country"]
    guard let level = levels[country] ?? cities[[country, row["admin1"]]] else { return nil }
    let codes = ["admin1", "admin2", "admin3", "admin4"].prefix(level).map { row[$0] }
    return codes.last?.isEmpty == false ? [country] + codes : nil
  }

  /// The level of GeoNames' units that are municipalities, for countries that have been checked.
  private static let levels = [
    "BE": 4, "BR": 2, "CA": 3, "DE": 4, "DK": 2, "ES": 3, "FI": 3, "FR": 4, "IT": 3, "PH": 3, "PL": 3, "PT": 2, "SE": 2,
    "US": 3,
  ]

  /// First-level units that are municipalities: Moscow, Dubai.
  private static let cities = [["RU", "48"]: 1, ["AE", "03"]: 1]

  /// Cities whose own rows lack the municipality: São Paulo, Vancouver.
  private static let missing: [[String]: (id: String, population: Int)] = [
    ["BR", "27", "3550308"]: ("3448439", 12_400_232), ["CA", "02", "5915", "5915022"]: ("6173331", 662_248),
  ]
}
