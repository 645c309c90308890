/// The kind of place in a row of GeoNames' cities.
enum CityStanding: Equatable {
  /// An inhabited settlement of its own.
  case settlement
  /// A section of a city, with the GeoNames id of the city if the unit determines it.
  case district(of: String?)

  /// Classifies a row; nil for abandoned (PPLQ), historical (PPLH, PPLCH), destroyed (PPLW) and religious places
  /// (PPLR).
  init?(_ row: Table.Row) {
    self.init(
      id: row["geonameid"], name: row["name"], code: row["feature_code"],
      units: [row["country"], row["admin1"], row["admin2"]])
  }

  /// Classifies a row by its fields.
  ///
  /// - Parameter units: the codes of the country and of two levels of units.
  init?(id: String, name: String, code: String, units: [String]) {
    guard !["PPLQ", "PPLH", "PPLW", "PPLCH", "PPLR"].contains(code) else { return nil }
    let unit = Self.cities.first { units.starts(with: $0.units) }
    if Quarters.townsOfTheirOwn.contains(id) || unit?.city == id {
      self = .settlement
    } else if let unit {
      self = .district(of: unit.city)
    } else {
      // In Vietnam, an urban district (quận) is a part of a city, even if it is a seat.
      self = code == "PPLX" || name.hasPrefix("Quận ") ? .district(of: nil) : .settlement
    }
  }

  /// Whether a city's unit determines all its districts, so that it has none elsewhere.
  static func isKnownWhole(_ id: String) -> Bool { cities.contains { $0.city == id } }

  /// Units of GeoNames whose places are districts of a single city, with the GeoNames id of that city.
  private static let cities: [(units: [String], city: String)] = [
    (["GB", "ENG", "GLA"], "2643743"),  // London
    (["SG"], "1880252"),  // Singapore
    (["HK"], "1819729"),  // Hong Kong
    (["US", "NY", "061"], "5128581"),  // New York City: Manhattan
    (["US", "NY", "047"], "5128581"),  // Brooklyn
    (["US", "NY", "081"], "5128581"),  // Queens
    (["US", "NY", "085"], "5128581"),  // Staten Island
    (["US", "NY", "005"], "5128581"),  // The Bronx
    (["FR", "11", "75"], "2988507"),  // Paris
    (["DE", "16"], "2950159"),  // Berlin
    (["BD", "81", "3026"], "1185241"),  // Dhaka
    (["CA", "08", "3520"], "6167865"),  // Toronto
    (["MX", "09"], "3530597"),  // Mexico City
    (["TH", "40"], "1609350"),  // Bangkok
    (["MY", "14"], "1735161"),  // Kuala Lumpur
  ]
}
