/// Which named objects are places of interest.
enum FeatureClassifier {
  /// Keys of which a place of interest must have one, in the order in which they say what it is.
  private static let keys: [TagKey] = [
    .amenity, .shop, .tourism, .historic, .leisure, .office, .craft, .healthcare, .publicTransport, .railway, .aeroway,
    .manMade, .natural, .landuse, .building,
  ]
  /// The same as a set.
  static let mask = TagMask(
    .amenity, .shop, .tourism, .historic, .leisure, .office, .craft, .healthcare, .publicTransport, .railway, .aeroway,
    .manMade, .natural, .landuse, .building)

  /// What makes an object a place of interest, such as `amenity=cafe`; nil when it is none.
  static func category(_ tags: Tags) -> String? {
    guard tags.mask.intersects(mask) else { return nil }
    for key in keys {
      guard let value = tags[key], value != "no", isInteresting(key, value) else { continue }
      return "\(key.text ?? "")=\(value)"
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
