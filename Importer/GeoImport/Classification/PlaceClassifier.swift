import GeoStore

/// What kind of settlement a `place` tag names, and how far around its node it is taken for the answer.
package enum PlaceClassifier {
  /// The kind of a `place` value; nil for values that name no settlement, region or island (`square`, `ocean`, `no` …).
  static func kind(_ value: String) -> PlaceKind? { kinds[value] }

  /// How far a place node is taken to reach when no boundary says it.
  ///
  /// The figures are ours: rounded up from how far built-up areas of each kind extend from their centre in the regions we
  /// checked, and capped so that a node never claims a point beyond the next place of its kind. A city or town grows with its
  /// people, 1 km for every 25,000, up to 15 km. Regions and islands have no reach: only areas can say them.
  static func reachMeters(_ kind: PlaceKind, population: UInt32) -> Float {
    switch kind {
    case .city, .municipality, .town: min(15_000, 8_000 + Float(population) / 25)
    case .borough: 8_000
    case .village: 4_000
    case .suburb: 3_000
    case .hamlet: 2_000
    case .quarter, .neighbourhood: 1_200
    case .locality, .isolatedDwelling, .farm: 500
    case .cityBlock, .plot: 150
    case .island, .islet, .district, .county, .state, .country, .other: 0
    }
  }

  /// How far a city of the world layer reaches: the radius of a disc with 1,000 people per square kilometer, from 3 km to a limit; a
  /// district, which lies among others of its city, from 4 km. A suburb has its own name within a disc of 10,000 people per square kilometer,
  /// from 700 m.
  package static func coarseReachMeters(
    _ kind: PlaceKind = .city, population: UInt32, limit: Float = coarseLimitMeters
  ) -> Float {
    let isSuburb = kind == .suburb
    let disc = (Float(population) / (isSuburb ? 10_000 : 1_000) / .pi).squareRoot() * 1_000
    return min(limit, max(isSuburb ? 700 : kind == .district ? 4_000 : 3_000, disc))
  }

  /// No city of the world layer reaches farther, or the largest would have the towns around them; their districts do.
  package static let coarseLimitMeters: Float = 15_000

  private static let kinds: [String: PlaceKind] = [
    "city": .city, "town": .town, "village": .village, "municipality": .municipality, "hamlet": .hamlet,
    "isolated_dwelling": .isolatedDwelling, "farm": .farm, "locality": .locality, "borough": .borough,
    "suburb": .suburb, "quarter": .quarter, "neighbourhood": .neighbourhood, "neighborhood": .neighbourhood,
    "city_block": .cityBlock, "plot": .plot, "island": .island, "islet": .islet, "archipelago": .island,
    "district": .district, "county": .county, "state": .state, "province": .state, "region": .other,
    "country": .country, "allotments": .neighbourhood, "subdistrict": .district, "civil_parish": .municipality,
  ]
}

/// Which named objects are places of interest.
enum FeatureClassifier {
  /// Keys of which a place of interest must have one, in the order in which they say what it is.
  private static let keys: [TagKey] = [
    .amenity, .shop, .tourism, .historic, .leisure, .office, .craft, .healthcare, .publicTransport, .railway, .aeroway,
    .manMade, .natural, .landuse, .building,
  ]
  /// The same with what a category begins with.
  private static let texts = keys.map { (key: $0, text: "\($0.text ?? "")=") }
  /// The same as a set.
  static let mask = TagMask(
    .amenity, .shop, .tourism, .historic, .leisure, .office, .craft, .healthcare, .publicTransport, .railway, .aeroway,
    .manMade, .natural, .landuse, .building)

  /// What makes an object a place of interest, such as `amenity=cafe`; nil when it is none.
  static func category(_ tags: Tags) -> String? {
    guard tags.mask.intersects(mask) else { return nil }
    for (key, text) in texts {
      guard let value = tags[key], value != "no", isInteresting(key, value) else { continue }
      return text + value
    }
    return nil
  }

  /// Of some keys only a few values are places somebody would name.
  private static func isInteresting(_ key: TagKey, _ value: String) -> Bool {
    switch key {
    case .publicTransport: value == "station"
    case .railway: value == "station" || value == "halt" || value == "tram_stop"
    case .aeroway: value == "aerodrome" || value == "terminal" || value == "heliport"
    case .natural: value == "peak" || value == "volcano" || value == "beach" || value == "cave_entrance"
    case .landuse: value == "cemetery" || value == "retail" || value == "commercial" || value == "industrial"
    case .amenity: !furniture.contains(value)
    default: true
    }
  }

  /// Things along a street that nobody gives as a place.
  private static let furniture: Set<String> = [
    "parking_space", "bench", "waste_basket", "recycling", "vending_machine", "telephone", "grit_bin", "hunting_stand",
    "parking_entrance", "post_box",
  ]
}
