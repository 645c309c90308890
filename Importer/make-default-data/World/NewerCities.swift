import Foundation

// GeoNames has added cities since the list of the extracts was made: Kashan, Avellaneda, Zhongwei. `data/newer-cities`
// makes the table of them. The table states neither a city's kind of place nor its municipality, so the surrounding
// cities decide:
// 1. If the list has the same name nearby, it is the same place, and the list's row stays. Of two rows of the table
//    with one name nearby, the more populous stays.
// 2. A place near the middle of a city of the same first-level unit is a section of that city if the city has at least
//    as many people: Pudong of Shanghai.
// 3. All others are settlements. Populations of more than a million are those of whole prefectures, and are cut to a
//    million.

/// The cities that the list of the extracts does not have yet.
struct NewerCities {
  /// Those that are settlements of their own.
  private(set) var settlements: [City] = []
  /// Those that are sections of a city, with its GeoNames id.
  private(set) var sections: [(district: City, city: String?)] = []

  private static let mostPeople = 1_000_000
  /// Towns near a city that are no sections of it, by GeoNames id: Rickmansworth, Chertsey, Gimpo, Opfikon, Blaydon.
  private static let townsOfTheirOwn: Set = ["2639381", "2653239", "1842936", "2659292", "2655369"]
  /// Places of one name within this distance in meters are the same.
  private static let samePlaceMeters = 10_000.0

  /// Reads the table that ships with the program.
  ///
  /// - Parameters:
  ///   - known: the settlements of the list.
  ///   - listed: its sections, whose names are known, too.
  static func shipped(among known: [City], and listed: [City]) throws -> NewerCities {
    let columns = ["geonameid", "name", "latitude", "longitude", "country", "admin1", "population", "timezone"]
    let table = try Table(content: PackageResources.newer_cities_tsv, name: "newer-cities.tsv", columns: columns)
    return NewerCities(
      table.rows.compactMap { row in
        guard let latitude = Double(row["latitude"]), let longitude = Double(row["longitude"]) else { return nil }
        return City(
          id: row["geonameid"], names: ["name": row["name"]], latitude: latitude, longitude: longitude,
          countryCode: row["country"], population: Int(row["population"]) ?? 0, timeZone: row["timezone"],
          firstUnit: row["admin1"])
      }, among: known, and: listed)
  }

  /// Sorts cities into settlements and sections of known ones.
  init(_ cities: [City], among known: [City], and listed: [City] = []) {
    var byCountry = Dictionary(grouping: known + listed) { $0.countryCode }
    for var city in cities.sorted(by: { ($0.population, $1.id) > ($1.population, $0.id) }) {
      let others = byCountry[city.countryCode] ?? []
      guard !others.contains(where: { $0.isNamedLike(city) && $0.meters(to: city) <= Self.samePlaceMeters }) else {
        continue
      }
      if !Self.townsOfTheirOwn.contains(city.id),
        let whole = Self.whole(of: city, among: known, besides: settlements)
      {
        sections.append((city, whole.id))
      } else {
        city.population = min(city.population, Self.mostPeople)
        settlements.append(city)
        byCountry[city.countryCode, default: []].append(city)
      }
    }
  }

  /// The city that a place is a section of: the nearest one in proportion to its middle. Nil if there is none, or if a
  /// newer city is nearer.
  private static func whole(of place: City, among known: [City], besides newer: [City]) -> City? {
    func share(_ city: City) -> Double { city.meters(to: place) / middleMeters(city.population, place.countryCode) }
    func holds(_ city: City) -> Bool {
      city.countryCode == place.countryCode && city.population >= max(place.population, 50_000) && share(city) <= 1
    }
    let cities = known.filter { $0.firstUnit == place.firstUnit && holds($0) }
    guard let whole = cities.min(by: { share($0) < share($1) }) else { return nil }
    return newer.contains { holds($0) && share($0) < share(whole) } ? nil : whole
  }

  /// The maximum distance in meters between the middle of a city and its sections.
  ///
  /// For cities of Ukraine it is larger, because the table has all their raions.
  private static func middleMeters(_ population: Int, _ country: String) -> Double {
    if country == "UA" { return 25_000 }
    switch population {
    case 5_000_000...: return 30_000
    case 1_000_000...: return 15_000
    case 300_000...: return 12_000
    default: return 4_000
    }
  }
}

extension City {
  /// Whether two places have the same name but for case, marks and signs.
  fileprivate func isNamedLike(_ other: City) -> Bool { NewerCities.folded(names) == NewerCities.folded(other.names) }
}

extension NewerCities {
  /// A place's main or English name in small letters without marks.
  fileprivate static func folded(_ names: [String: String]) -> String {
    let name = names["name:en"] ?? names["name"] ?? ""
    return name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).filter(\.isLetter)
  }
}
