import Foundation
import OSMFile

/// A city of GeoNames, or a district under its city's name.
struct City {
  let id: String
  var names: [String: String]
  let latitude: Double
  let longitude: Double
  let countryCode: String
  var population: Int
  let timeZone: String
  /// GeoNames' code of its first-level unit.
  var firstUnit = ""
  /// Whether it is the capital of its country.
  var isCapital = false
  /// Whether it is a district under the name of its city.
  var isDistrict = false
  /// Whether it is a district under its own name.
  var isSuburb = false

  /// Reads the cities and remote towns.
  ///
  /// - Parameter folder: the folder of `cities15000-2026-03.tsv.gz` and the tables of names.
  static func read(_ folder: String) throws -> [City] {
    let columns = [
      "geonameid", "name", "alternatenames", "latitude", "longitude", "feature_code", "country", "admin1", "admin2",
      "admin3", "admin4", "population", "timezone",
    ]
    let cities = try Table(folder + "/cities15000-2026-03.tsv.gz", columns: columns)
    let english = Dictionary(cities.rows.map { ($0["geonameid"], $0["name"]) }) { first, _ in first }
    let alternates = Dictionary(cities.rows.map { ($0["geonameid"], $0["alternatenames"].split(separator: ",")) }) {
      first, _ in first
    }
    let names = try PlaceNames.cities(folder, english: english, alternates: alternates)
    let municipalities = Municipalities(cities.rows)
    let byID = Dictionary(cities.rows.map { ($0["geonameid"], $0) }) { first, _ in first }
    var found: [City] = []
    var sections: [(district: City, city: String?)] = []
    for row in cities.rows {
      guard let standing = CityStanding(row), let city = city(row, names) else { continue }
      switch standing {
      case .settlement:
        let parent = municipalities.city(ofSettlement: row)
        if let parent, let whole = byID[parent].flatMap({ Self.city($0, names) }),
          city.meters(to: whole) <= Municipalities.districtMeters
        {
          sections.append((city, parent))
        } else {
          found.append(city)
        }
      case .district(let parent): sections.append((city, parent ?? municipalities.city(ofSection: row)))
      }
    }
    let newer = try NewerCities.shipped(among: found, and: sections.map(\.district))
    found += newer.settlements
    sections += newer.sections
    let quarters = Quarters(of: found)
    let settlements = found.filter { !quarters.contains($0) }
    let suburbs = found.filter { quarters.contains($0) }.map(\.asSuburb)
    return settlements + suburbs + Districts(of: settlements).named(sections) + (try remote(folder))
  }

  /// The city of a row with its names; nil if it has no coordinates.
  private static func city(_ row: Table.Row, _ names: PlaceNames) -> City? {
    let id = row["geonameid"]
    guard let latitude = Double(row["latitude"]), let longitude = Double(row["longitude"]) else { return nil }
    let main = PlaceNames.asWritten(row["name"], language: row["country"] == "DE" ? "de" : "")
    let english = names.english(id).map { withoutRank($0, main: main, country: row["country"]) } ?? main
    return City(
      id: id, names: names.tags(of: id, name: names.local(id) ?? main, english: english),
      latitude: latitude, longitude: longitude,
      countryCode: row["country"], population: Int(row["population"]) ?? 0, timeZone: row["timezone"],
      firstUnit: row["admin1"], isCapital: row["feature_code"] == "PPLC")
  }

  /// An English name without a word for the place's rank that the main name lacks: `Kashgar City`,
  /// `Municipality of Bitola`.
  ///
  /// In other countries, such a word is a part of the name (`Quebec City`).
  static func withoutRank(_ english: String, main: String, country: String) -> String {
    let prefix = "Municipality of "
    if english.hasPrefix(prefix), !main.hasPrefix(prefix) { return String(english.dropFirst(prefix.count)) }
    let rank = ranks[country]?.first { english.hasSuffix($0) && !main.hasSuffix($0) }
    return String(english.dropLast(rank?.count ?? 0))
  }

  private static let ranks = [
    "CN": [" City", " Town"], "TW": [" City"], "ID": [" City"], "MY": [" City"], "AU": [" Region"],
  ]

  /// Reads smaller towns far from others, such as capitals of islands, and stations of Antarctica. Their ids are those
  /// of Natural Earth, which are far above GeoNames'.
  private static func remote(_ folder: String) throws -> [City] {
    let columns = ["ne_id", "name", "latitude", "longitude", "country", "population", "timezone"]
    return try Table(folder + "/places-extra.tsv.gz", columns: columns).rows.compactMap { row in
      guard let latitude = Double(row["latitude"]), let longitude = Double(row["longitude"]) else { return nil }
      var names = PlaceNames()
      for language in PlaceNames.languages {
        let name = row["name:" + language]
        // A lower-case word is not a name (`asentamiento` for a settlement).
        guard language != "en" || name.first?.isLowercase != true else { continue }
        names.add(name, language: language, to: row["ne_id"])
      }
      return City(
        id: row["ne_id"], names: names.tags(of: row["ne_id"], name: row["name"], english: nil), latitude: latitude,
        longitude: longitude, countryCode: row["country"],
        population: Int(row["population"]) ?? 0, timeZone: row["timezone"])
    }
  }

  /// The country of each time zone with all its cities in one country.
  static func countryOfZone(_ cities: [City]) -> [String: String] {
    let countries = cities.reduce(into: [String: Set<String>]()) { $0[$1.timeZone, default: []].insert($1.countryCode) }
    return countries.compactMapValues { $0.count == 1 ? $0.first : nil }
  }

  /// The position of the city on the grid.
  var point: GridPoint {
    GridPoint(rounding: OSMNode(id: 0, latitude: latitude, longitude: longitude), to: WorldLayer.grid)
  }

  /// Its position in spatial order.
  var order: (UInt32, Int) { (HilbertCurve.position(point), Int(id) ?? 0) }

  /// The distance in meters to another city nearby.
  func meters(to other: City) -> Double {
    let y = (latitude - other.latitude) * Self.metersPerDegree
    let x = (longitude - other.longitude) * Self.metersPerDegree * cos(other.latitude * .pi / 180)
    return (x * x + y * y).squareRoot()
  }

  private static let metersPerDegree = 111_195.0

  /// A copy as a district under the name of a city.
  func asDistrict(of city: City) -> City {
    var district = self
    (district.names, district.isDistrict) = (city.names, true)
    return district
  }

  /// A copy as a suburb under its own name.
  var asSuburb: City {
    var suburb = self
    suburb.isSuburb = true
    return suburb
  }

  /// The city as a node: a city with 100,000 people or more, else a town.
  func node(id: Int64) -> OSMNode {
    let tags = [
      "admin_level": isCapital ? "2" : "",
      "place": isSuburb ? "suburb" : isDistrict ? "district" : population >= 100_000 ? "city" : "town",
      "population": String(population),
      "is_in:country_code": countryCode, "timezone": timeZone,
    ]
    return OSMNode(id: id, x: point.x, y: point.y, tags: tags.merging(names) { $1 }.filter { !$0.value.isEmpty })
  }
}
