import OSMFile

/// The populations of countries, by which the map decides which names to show.
enum Countries {
  /// The population of each country by its code, as estimated by Natural Earth. Territories that the source lists
  /// separately (overseas France) count by themselves.
  static func people(_ path: String) throws -> [String: String] {
    var people: [String: String] = [:]
    for country in try GeoJSONAreas.read(path) {
      let code = codes[country.tags["ADM0_A3"] ?? ""] ?? country.tags["ISO_A2"] ?? ""
      guard code.count == 2, let count = country.tags["POP_EST"].flatMap(Double.init), count > 0 else { continue }
      people[code] = String(Int(count))
    }
    return people
  }

  /// Adds the population to a country, and returns other areas unchanged.
  static func counted(_ area: Boundary, _ people: [String: String]) -> Boundary {
    guard let count = area.tags["ISO3166-1"].flatMap({ people[$0] }) else { return area }
    return Boundary(tags: area.tags.merging(["population": count]) { $1 }, lines: area.lines)
  }

  /// The countries without a two-letter code in the source.
  private static let codes = ["FRA": "FR", "NOR": "NO"]
}
