// How areas get a time zone, and never a guessed one:
// 1. A country that the IANA time zone database gives just one zone has the zone of its cities. One in twenty may
//    differ: those are slips near a border.
// 2. In the other countries a subdivision has the zone of its cities, if they agree and no known line divides it.
// 3. Everything else gets none. (Cities always have their own.)

/// Time zones of areas, from the time zones of the cities in them.
struct TimeZones {
  private let cities: [String: [City]]

  init(_ cities: [City]) { self.cities = Dictionary(grouping: cities, by: \.countrycode) }

  /// The boundaries, with a `timezone` tag where one zone holds in the whole area.
  func assigned(to boundaries: [Boundary]) -> [Boundary] {
    boundaries.map { boundary in
      var result = boundary
      result.tags["timezone"] = zone(of: boundary)
      return result
    }
  }

  private func zone(of boundary: Boundary) -> String? {
    if let country = boundary.tags["ISO3166-1"] {
      return Self.dividedCountries.contains(country) ? nil : Self.prevailing(cities[country] ?? [])
    }
    guard let code = boundary.tags["ISO3166-2"], !Self.dividedSubdivisions.contains(code) else { return nil }
    let country = String(code.prefix(2))
    guard Self.dividedCountries.contains(country) else { return nil }
    return Self.common((cities[country] ?? []).filter { boundary.contains($0.point) })
  }

  /// The time zone that all cities share; nil when they differ or there are none.
  static func common(_ cities: [City]) -> String? {
    let zones = Set(cities.map(\.timezone))
    return zones.count == 1 ? zones.first.flatMap { $0.isEmpty ? nil : $0 } : nil
  }

  /// The time zone of at least 19 in 20 cities; nil when there is none.
  static func prevailing(_ cities: [City]) -> String? {
    let counts = Dictionary(grouping: cities, by: \.timezone).mapValues(\.count)
    return counts.first { $0.value * 20 >= cities.count * 19 && !$0.key.isEmpty }?.key
  }

  /// Countries with more than one zone in the IANA time zone database (zone1970.tab, 2024; public domain).
  static let dividedCountries: Set = [
    "AQ", "AR", "AU", "BR", "CA", "CD", "CL", "CN", "CY", "EC", "ES", "FM", "GL", "ID", "KI", "KZ", "MH", "MN", "MX",
    "MY", "NZ", "PF", "PG", "PS", "PT", "RU", "TF", "UA", "UM", "US", "UZ",
  ]

  /// Subdivisions that a line between zones divides, by the comments in the same table and the known exceptions of
  /// single places (Broken Hill, Eucla, Creston, Wendover, Malheur, the Navajo Nation …).
  static let dividedSubdivisions: Set = [
    "US-AK", "US-AZ", "US-FL", "US-ID", "US-IN", "US-KS", "US-KY", "US-MI", "US-ND", "US-NE", "US-NV", "US-OR", "US-SD",
    "US-TN", "US-TX", "CA-BC", "CA-NL", "CA-NS", "CA-NT", "CA-NU", "CA-ON", "CA-QC", "CA-SK", "CA-YT", "AU-NSW",
    "AU-QLD",
    "AU-SA", "AU-TAS", "AU-WA", "BR-AM", "BR-PA", "BR-PE", "CL-VS", "MX-CHH", "MX-COA", "MX-NAY", "MX-NLE", "MX-TAM",
    "RU-SA", "RU-SAK", "GL-SM", "GL-AV", "UA-43",
  ]
}
