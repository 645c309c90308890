import OSMFile

/// A city of GeoNames.
struct City {
  let id: String
  let names: [String: String]
  let latitude: Double
  let longitude: Double
  let countryCode: String
  let population: Int
  let timeZone: String
  /// Whether it is the capital of its country.
  var isCapital = false

  /// Reads the cities and remote towns.
  ///
  /// - Parameter folder: has `cities15000-2026-03.tsv.gz` and the tables of names.
  static func read(_ folder: String) throws -> [City] {
    let columns = [
      "geonameid", "name", "alternatenames", "latitude", "longitude", "feature_code", "country", "admin1", "admin2",
      "population", "timezone",
    ]
    let cities = try Table(folder + "/cities15000-2026-03.tsv.gz", columns: columns)
    let english = Dictionary(cities.rows.map { ($0["geonameid"], $0["name"]) }) { first, _ in first }
    let alternates = Dictionary(cities.rows.map { ($0["geonameid"], $0["alternatenames"].split(separator: ",")) }) {
      first, _ in first
    }
    let names = try PlaceNames.cities(folder, english: english, alternates: alternates)
    let found = cities.rows.compactMap { row -> City? in
      let id = row["geonameid"]
      guard isSettlement(row), let latitude = Double(row["latitude"]), let longitude = Double(row["longitude"]) else {
        return nil
      }
      return City(
        id: id,
        names: names.tags(of: id, name: names.local(id) ?? row["name"], english: names.english(id) ?? row["name"]),
        latitude: latitude, longitude: longitude,
        countryCode: row["country"], population: Int(row["population"]) ?? 0, timeZone: row["timezone"],
        isCapital: row["feature_code"] == "PPLC")
    }
    return Quarters(of: found).removed(from: found) + (try remote(folder))
  }

  /// Smaller towns far from the others, such as capitals of islands, and stations of Antarctica. Their ids are those of Natural Earth,
  /// which are far above GeoNames'.
  private static func remote(_ folder: String) throws -> [City] {
    let columns = ["ne_id", "name", "latitude", "longitude", "country", "population", "timezone"]
    return try Table(folder + "/places-extra.tsv.gz", columns: columns).rows.compactMap { row in
      guard let latitude = Double(row["latitude"]), let longitude = Double(row["longitude"]) else { return nil }
      var names = ["name": row["name"]]
      for language in PlaceNames.languages {
        let text = row["name:" + language]
        if !text.isEmpty, text != row["name"] { names["name:" + language] = text }
      }
      return City(
        id: row["ne_id"], names: names, latitude: latitude, longitude: longitude, countryCode: row["country"],
        population: Int(row["population"]) ?? 0, timeZone: row["timezone"])
    }
  }

  /// Whether a row is a settlement of its own that is lived in: sections of places (PPLX), abandoned (PPLQ), historical (PPLH), destroyed
  /// (PPLW) and religious ones (PPLR) are none, nor are the quarters of a few cities that the list counts as towns.
  private static func isSettlement(_ row: Table.Row) -> Bool {
    guard !Quarters.townsOfTheirOwn.contains(row["geonameid"]) else { return true }
    guard !["PPLX", "PPLQ", "PPLH", "PPLW", "PPLCH", "PPLR"].contains(row["feature_code"]) else { return false }
    guard let city = quarters.first(where: { $0.covers(row) })?.city else { return true }
    return row["geonameid"] == city
  }

  /// Units of GeoNames whose places are quarters of one city, with the GeoNames id of that city.
  private static let quarters = [
    Unit(country: "GB", first: "ENG", second: "GLA", city: "2643743"),  // London
    Unit(country: "SG", first: nil, second: nil, city: "1880252"),  // Singapore
    Unit(country: "US", first: "NY", second: "061", city: "5128581"),  // New York City: Manhattan
    Unit(country: "US", first: "NY", second: "047", city: "5128581"),  // Brooklyn
    Unit(country: "US", first: "NY", second: "081", city: "5128581"),  // Queens
    Unit(country: "US", first: "NY", second: "085", city: "5128581"),  // Staten Island
    Unit(country: "US", first: "NY", second: "005", city: "5128581"),  // The Bronx
    Unit(country: "FR", first: "11", second: "75", city: "2988507"),  // Paris
    Unit(country: "DE", first: "16", second: nil, city: "2950159"),  // Berlin
  ]

  private struct Unit {
    let country: String
    let first: String?
    let second: String?
    let city: String

    func covers(_ row: Table.Row) -> Bool {
      row["country"] == country && (first == nil || row["admin1"] == first)
        && (second == nil || row["admin2"] == second)
    }
  }

  /// Where the city is.
  var point: GridPoint {
    GridPoint(rounding: OSMNode(id: 0, latitude: latitude, longitude: longitude), to: WorldLayer.grid)
  }

  /// Its place in the order of space.
  var order: (UInt32, Int) { (HilbertCurve.position(point), Int(id) ?? 0) }

  /// The city as a node: a city from 100,000 people, else a town.
  func node(id: Int64) -> OSMNode {
    let tags = [
      "place": population >= 100_000 ? "city" : "town", "population": String(population),
      "is_in:country_code": countryCode, "timezone": timeZone,
    ]
    return OSMNode(id: id, x: point.x, y: point.y, tags: tags.merging(names) { $1 }.filter { !$0.value.isEmpty })
  }
}
