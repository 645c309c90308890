import GeoStore

/// The kinds of settlements by their `place` tag, and the reach of each around its node.
package enum PlaceClassifier {
  /// The kind of a `place` value; nil for values of no settlement, region or island (`square`, `ocean`, `no` …).
  static func kind(_ value: String) -> PlaceKind? { kinds[value] }

  /// The distance that a place node is assumed to reach without a boundary.
  ///
  /// The figures are our own, rounded up from the extent of built-up areas around their center in the regions that we
  /// checked. They are capped so that a node hardly claims points beyond the next place of its kind. The reach of a
  /// city or town grows with its population, by 1 km for every 25,000, up to 15 km. Regions and islands have no reach,
  /// as only areas can represent them.
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

  /// The reach of a city of the world layer: the radius of a disc with 1,000 people per square kilometer, from 3 km to
  /// a limit. Districts, which lie among others of their city, start from 4 km. For suburbs it is a disc with 10,000
  /// people per square kilometer, from 700 m.
  package static func coarseReachMeters(
    _ kind: PlaceKind = .city, population: UInt32, limit: Float = coarseLimitMeters
  ) -> Float {
    let isSuburb = kind == .suburb
    let disc = (Float(population) / (isSuburb ? 10_000 : 1_000) / .pi).squareRoot() * 1_000
    return min(limit, max(isSuburb ? 700 : kind == .district ? 4_000 : 3_000, disc))
  }

  /// The maximum reach of a city of the world layer.
  ///
  /// A larger one would let the largest cities claim the towns around them. The districts of such a city extend beyond
  /// this reach.
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

/// Decides which named objects are places of interest.
enum FeatureClassifier {
  /// The keys of places of interest, in the order in which they determine the category.
  private static let keys: [TagKey] = [
    .amenity, .shop, .tourism, .historic, .leisure, .office, .craft, .healthcare, .publicTransport, .railway, .aeroway,
    .manMade, .natural, .landuse, .building,
  ]
  /// Each key with the beginning of its categories, such as `amenity=`.
  private static let texts = keys.map { (key: $0, text: "\($0.text ?? "")=") }
  /// The keys as a set.
  static let mask = TagMask(
    .amenity, .shop, .tourism, .historic, .leisure, .office, .craft, .healthcare, .publicTransport, .railway, .aeroway,
    .manMade, .natural, .landuse, .building)

  /// The category of a place of interest, such as `amenity=cafe`; nil if the object is none.
  static func category(_ tags: Tags) -> String? {
    guard tags.mask.intersects(mask) else { return nil }
    for (key, text) in texts {
      guard let value = tags[key], value != "no", isInteresting(key, value) else { continue }
      return text + value
    }
    return nil
  }

  /// Whether a value denotes a place that people would name. For some keys, only a few values do.
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

  /// Street furniture and the like, which people do not name as places.
  private static let furniture: Set<String> = [
    "parking_space", "bench", "waste_basket", "recycling", "vending_machine", "telephone", "grit_bin", "hunting_stand",
    "parking_entrance", "post_box",
  ]
}
