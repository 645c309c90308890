import GeoStore

/// What kind of settlement a `place` tag names, and how far around its node it is taken for the answer.
enum PlaceClassifier {
  /// The kind of a `place` value; nil for values that name no settlement, region or island (`square`, `ocean`, `no` …).
  static func kind(_ value: String) -> PlaceKind? { kinds[value] }

  /// How far a place node is taken to reach when no boundary says it.
  ///
  /// The figures are ours: rounded up from how far built-up areas of each kind extend from their centre in the regions we
  /// checked, and capped so that a node never claims a point beyond the next place of its kind. A city grows with its
  /// people, 1 km for every 25,000, from 8 to 15 km. Regions and islands have no reach: only areas can say them.
  static func reachMeters(_ kind: PlaceKind, population: UInt32) -> Float {
    switch kind {
    case .city: min(15_000, max(8_000, 8_000 + Float(population) / 25))
    case .municipality, .town, .borough: 8_000
    case .village: 4_000
    case .suburb: 3_000
    case .hamlet: 2_000
    case .quarter, .neighbourhood: 1_200
    case .locality, .isolatedDwelling, .farm: 500
    case .cityBlock, .plot: 150
    case .island, .islet, .district, .county, .state, .country, .other: 0
    }
  }

  /// How far a city of the world layer reaches: the radius of a disc with 1,000 people per square kilometre, from 3 to 15 km.
  static func coarseReachMeters(population: UInt32) -> Float {
    min(15_000, max(3_000, (Float(population) / 1_000 / .pi).squareRoot() * 1_000))
  }

  private static let kinds: [String: PlaceKind] = [
    "city": .city, "town": .town, "village": .village, "municipality": .municipality, "hamlet": .hamlet,
    "isolated_dwelling": .isolatedDwelling, "farm": .farm, "locality": .locality, "borough": .borough,
    "suburb": .suburb, "quarter": .quarter, "neighbourhood": .neighbourhood, "neighborhood": .neighbourhood,
    "city_block": .cityBlock, "plot": .plot, "island": .island, "islet": .islet, "archipelago": .island,
    "district": .district, "county": .county, "state": .state, "province": .state, "region": .other,
    "country": .country, "allotments": .neighbourhood, "subdistrict": .district, "civil_parish": .municipality,
  ]
}
