import OSMFile

/// The counties of the United States.
enum Counties {
  /// Reads the counties with the tags of the source, and extends those of the states over their coast.
  ///
  /// - Parameter states: The boundaries of the states (`ISO3166-2` of `US-…`).
  static func read(_ path: String, states: [Boundary]) throws -> [Boundary] {
    let source = try OSMFileContents(path: path).boundaries(grid: WorldLayer.grid)
    let regions = source.map { "US-" + ($0.tags["is_in:state_code"] ?? "") }
    return Coast.extended(source, regions: regions, RegionLookup(states))
  }
}

/// Normalizes the tags of the counties of the United States. The source has their full names (`San Francisco County`,
/// `Orleans Parish`, `Kenai Peninsula Borough`).
enum CountyTags {
  /// Names that lost a letter or a space in the source.
  private static let repaired: [String: String] = [
    "Bayamn": "Bayamón", "Canvanas": "Canóvanas", "Comero": "Comerío", "Juana Daz": "Juana Díaz",
    "Las Maras": "Las Marías", "Mayagez": "Mayagüez", "San Germn": "San Germán", "San Sebastin": "San Sebastián",
    "DeBaca County": "De Baca County",
  ]
  /// Territories with an ISO 3166-1 code of their own, which the source counts as states.
  private static let territories: Set = ["PR", "VI"]
  /// Suffixes that people omit.
  private static let unsaid = [" (County Equivalent)", " Municipality", " Municipio"]

  /// The tags that an import needs.
  static func tidy(_ source: [String: String]) -> [String: String] {
    let state = source["is_in:state_code"] ?? ""
    let name = self.name(source["name"] ?? "", state: state)
    return [
      "boundary": "administrative", "admin_level": "6", "name": name,
      "is_in:country_code": territories.contains(state) ? state : "US",
    ]
  }

  /// The name in common use. Independent cities have no suffix; only Carson City keeps it.
  static func name(_ name: String, state: String) -> String {
    let ending = (unsaid + endings(state)).first { name.hasSuffix($0) }
    let short = ending.map { String(name.dropLast($0.count)) } ?? name
    return repaired[short] ?? short
  }

  /// More suffixes that people omit, by state. In Puerto Rico no municipality is a county.
  private static func endings(_ state: String) -> [String] {
    switch state {
    case "PR": [" County"]
    case "NV": []
    default: [" City"]
    }
  }
}
