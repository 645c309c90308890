import GeoModel

// First-level units that are a city often have another form of its name (District of Columbia, Hlavní město Praha). The
// city therefore becomes an area of its own with the unit's border:
// 1. `place=city` if the unit is the city (Berlin).
// 2. `place=municipality` if the city is the seat of a larger unit (Chongqing). The city is then the locality where no
//    town is near. Far islands of the unit are excluded (Ogasawara is 1,000 km from Tokyo).
// 3. New York City is five counties.

/// Cities that are a first-level unit of their own, or several counties.
enum CityUnits {
  /// Reads the areas of the cities in a folder's `city-units.tsv`.
  static func read(_ folder: String, units: [Boundary], cities: [City]) throws -> [Boundary] {
    let cities = Dictionary(cities.map { ($0.id, $0) }) { first, _ in first }
    let units = Dictionary(units.map { ($0.tags["ISO3166-2"] ?? "", $0) }) { first, _ in first }
    let rows = try Table(folder + "/city-units.tsv", columns: ["iso3166_2", "geonameid", "city_share"]).rows.map {
      (code: $0["iso3166_2"], city: $0["geonameid"], isWhole: $0["city_share"] == "all")
    }
    return (rows + more).compactMap { row in
      guard let unit = units[row.code], let city = cities[row.city] else { return nil }
      let tags = [
        "place": row.isWhole ? "city" : "municipality", "ISO3166-2": row.code, "is_in:country_code": city.countryCode,
        "timezone": city.timeZone,
      ]
      let lines = row.isWhole ? unit.lines : piece(of: unit.lines, around: city.point)
      return Boundary(tags: tags.merging(city.names) { $1 }, lines: lines)
    }
  }

  /// The lines of the piece of an area around a point, without distant pieces; all lines if no piece is around the
  /// point.
  static func piece(of lines: [[GridPoint]], around point: GridPoint) -> [[GridPoint]] {
    var numbers: [GridPoint: Int32] = [:]
    for point in lines.joined() where numbers[point] == nil { numbers[point] = Int32(numbers.count) }
    var union = DisjointSets(count: numbers.count)
    for line in lines { for point in line { union.join(numbers[point]!, numbers[line[0]]!) } }
    let pieces = Dictionary(grouping: lines) { union.root(numbers[$0[0]]!) }.values.map { lines in
      (lines: lines, box: FixedBox(around: lines.joined()))
    }
    guard let own = pieces.filter({ $0.box.contains(point) }).max(by: { $0.box.size < $1.box.size }) else {
      return lines
    }
    let near = Set(pieces.lazy.filter { own.box.intersects($0.box) }.flatMap { $0.lines.joined() })
    return lines.filter { near.contains($0[0]) }
  }

  /// New York City, with each borough a county. The lines between two counties, which both have, cancel out.
  ///
  /// - Parameter counties: the counties with the tags of their source.
  static func newYork(_ counties: [Boundary], cities: [City]) -> [Boundary] {
    let boroughs: Set = ["New York County", "Kings County", "Queens County", "Bronx County", "Richmond County"]
    let own = counties.filter { $0.tags["is_in:state_code"] == "NY" && boroughs.contains($0.tags["name"] ?? "") }
    guard own.count == boroughs.count, let city = cities.first(where: { $0.id == "5128581" }) else { return [] }
    let tags = ["place": "city", "is_in:country_code": city.countryCode, "timezone": city.timeZone]
    return [Boundary(tags: tags.merging(city.names) { $1 }, lines: own.flatMap(\.lines))]
  }

  /// Units that the file lacks. In the list of cities, Kingston's point is in the next parish, and Muscat's is 18 km
  /// from its old town.
  private static let more = [
    (code: "JM-01", city: "3489854", isWhole: true), (code: "OM-MA", city: "287286", isWhole: false),
  ]
}
