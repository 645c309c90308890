import GeoLocale

/// Names of streets as people write them.
enum StreetName {
  /// Whether two texts name the same street, but for case, accents and usual abbreviations.
  static func isSame(_ a: String, _ b: String) -> Bool { a == b || NameFolding.key(for: a) == NameFolding.key(for: b) }
}
