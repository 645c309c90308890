import OSMFile

/// How many people countries have, by which the map chooses the names that it has room for.
enum Countries {
  /// The people of each country by its code, as Natural Earth estimates them. Parts that it lists one by one (`France` and its overseas) are theirs.
  static func people(_ path: String) throws -> [String: String] {
    var people: [String: String] = [:]
    for country in try GeoJSONAreas.read(path) {
      let code = codes[country.tags["ADM0_A3"] ?? ""] ?? country.tags["ISO_A2"] ?? ""
      guard code.count == 2, let count = country.tags["POP_EST"].flatMap(Double.init), count > 0 else { continue }
      people[code] = String(Int(count))
    }
    return people
  }

  /// A country with its people; any other area as it is.
  static func counted(_ area: Boundary, _ people: [String: String]) -> Boundary {
    guard let count = area.tags["ISO3166-1"].flatMap({ people[$0] }) else { return area }
    return Boundary(tags: area.tags.merging(["population": count]) { $1 }, lines: area.lines)
  }

  /// Those that the source has no code of two letters for.
  private static let codes = ["FRA": "FR", "NOR": "NO"]
}
