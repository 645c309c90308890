/// Puts the tags of countries and first-level subdivisions in order.
enum AdministrativeTags {
  /// Codes in the place of a country's that ISO 3166-1 only reserves: the areas lie in a country and are, where ISO 3166-2
  /// knows them, its subdivisions. Nil for those that their country's own subdivisions cover.
  private static let reserved: [String: (code: String, name: String)?] = [
    "AC": ("SH-AC", "Ascension"), "TA": ("SH-TA", "Tristan da Cunha"), "CP": ("FR-CP", "Clipperton"),
    "IC": ("ES-CN", "Canarias"), "DG": nil, "EA": nil,
  ]

  /// The `admin_level` that OpenStreetMap gives the units of ISO 3166-2 where it is not 4. The source has 4 for all.
  private static let levels = ["EE": "6", "HR": "6", "IE": "6", "LU": "6", "ME": "6", "MK": "7", "SI": "8"]

  /// The boundary with just the tags that an import needs; nil for areas that would say something twice.
  static func tidy(_ boundary: Boundary) -> Boundary? {
    let source = boundary.tags
    var result = boundary
    result.tags = names(source)
    result.tags["boundary"] = "administrative"
    if source["admin_level"] == "2", let code = source["ISO3166-1:alpha2"] {
      guard let replacement = reserved[code] else { return country(result, code) }
      guard let replacement else { return nil }
      result.tags = ["boundary": "administrative", "name": replacement.name]
      return subdivision(result, replacement.code)
    }
    return source["ISO3166-2"].map { subdivision(result, $0) } ?? subdivision(result, nil)
  }

  private static func country(_ boundary: Boundary, _ code: String) -> Boundary {
    var result = boundary
    result.tags["admin_level"] = "2"
    result.tags["ISO3166-1"] = code
    return result
  }

  private static func subdivision(_ boundary: Boundary, _ code: String?) -> Boundary {
    var result = boundary
    result.tags["admin_level"] = code.flatMap { levels[String($0.prefix(2))] } ?? "4"
    result.tags["ISO3166-2"] = code
    return result
  }

  /// What the municipalities of Montenegro and North Macedonia are called officially, but not by people.
  private static let official = ["Општина ", "Opština ", "Glavni grad ", "Prijestolnica "]

  /// The names that say something: an English one only if it differs.
  private static func names(_ source: [String: String]) -> [String: String] {
    var names = source.filter { $0.key == "name" || $0.key.hasPrefix("name:") }
    names["name"] = names["name"].map { name in
      official.first { name.hasPrefix($0) }.map { String(name.dropFirst($0.count)) } ?? name
    }
    if names["name:en"] == names["name"] { names["name:en"] = nil }
    return names
  }
}
