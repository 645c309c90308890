/// The role of a tag's key for a map object.
///
/// The sets of keys follow the documentation of Nominatim's import style "extratags", so that clients of its API find
/// the tags where they expect them.
enum ObjectKey: Equatable {
  /// Irrelevant to the object: notes of mappers, ids of old imports.
  case dropped
  /// Kept, but never makes an object.
  case extra
  /// A name that people might search for.
  case name
  /// A number or code in addition to a name.
  case reference
  /// The name of a house.
  case houseName
  /// A house number, with the key to store.
  case houseNumber(String)
  /// Another part of an address, with the key to store.
  case address(String)
  /// `addr:interpolation`.
  case interpolation
  /// A key that can make an object, with the rule for its values.
  case main(MainTagRule)
  /// Any other key.
  case plain

  /// Classifies a key.
  init(_ key: String) {
    if let rule = MainTagRule.rules[key] {
      self = .main(rule)
    } else if ObjectKeySets.isDropped(key) {
      self = .dropped
    } else if ObjectKeySets.isExtra(key) {
      self = .extra
    } else if let part = ObjectKeySets.addressPart(key) {
      self = part
    } else if key == "addr:housename" {
      self = .houseName
    } else {
      self = ObjectKeySets.isName(key) ? .name : ObjectKeySets.references.contains(key) ? .reference : .plain
    }
  }

  static func == (a: ObjectKey, b: ObjectKey) -> Bool {
    switch (a, b) {
    case (.dropped, .dropped), (.extra, .extra), (.name, .name), (.reference, .reference), (.houseName, .houseName),
      (.interpolation, .interpolation), (.plain, .plain):
      true
    case (.houseNumber(let a), .houseNumber(let b)), (.address(let a), .address(let b)): a == b
    case (.main(let a), .main(let b)): a.key == b.key
    default: false
    }
  }
}

/// The sets of keys by their role for a map object.
enum ObjectKeySets {
  /// Names with variants by language (`name:de`) or number (`alt_name_1`).
  private static let names: Set<String> = [
    "name", "int_name", "nat_name", "reg_name", "loc_name", "old_name", "alt_name", "official_name", "place_name",
    "short_name", "brand",
  ]
  /// Numbers and codes that are shown among the names.
  static let references: Set<String> = [
    "ref", "int_ref", "nat_ref", "reg_ref", "loc_ref", "old_ref", "ISO3166-2", "iata", "icao",
  ]
  private static let notes: Set<String> = [
    "note", "source", "attribution", "comment", "fixme", "created_by", "import", "type", "is_in:postcode",
    "ref:bygningsnr", "building:ruian:type", "addr:TW:dataset",
  ]
  private static let notePrefixes = [
    "note:", "source:", "tiger:", "nysgissam:", "NHD:", "nhd:", "gnis:", "geobase:", "yh:", "osak:", "naptan:", "CLC:",
    "it:fvg:", "lacounty:", "ref:linz:", "ref:ruian:",
  ]
  /// The only key of the Geographic Names Information System that is kept, because responses include it for areas.
  private static let gnisKey = "gnis:feature_id"
  private static let extraKeys: Set<String> = [
    gnisKey, "wikipedia", "wikidata", "capital", "name:etymology", "name:signed", "name:botanical",
  ]
  private static let extraPrefixes = [
    "wikipedia:", "name:prefix:", "name:suffix:", "name:etymology:", "addr:street:", "addr:city:", "addr:district:",
    "addr:province:", "addr:subdistrict:", "addr:place:",
  ]
  private static let postcodes: Set<String> = [
    "postal_code", "postcode", "addr:postcode", "tiger:zip_left", "tiger:zip_right",
  ]
  private static let countries: Set<String> = [
    "country_code", "ISO3166-1", "addr:country_code", "is_in:country_code", "addr:country", "is_in:country",
  ]

  /// Whether a key is only of use to mappers.
  static func isDropped(_ key: String) -> Bool {
    if postcodes.contains(key) || key == "tiger:county" || key == gnisKey { return false }
    return notes.contains(key) || key.hasSuffix("source") || isPrefixed(key, by: notePrefixes)
  }

  /// Whether a key is kept without further use although it looks like a name or an address.
  static func isExtra(_ key: String) -> Bool {
    extraKeys.contains(key) || key.hasSuffix(":prefix") || key.hasSuffix(":suffix")
      || isPrefixed(key, by: extraPrefixes)
  }

  /// Whether a key begins with any of these texts.
  ///
  /// All texts end with a colon, so most keys, which have none, need no comparison.
  private static func isPrefixed(_ key: String, by prefixes: [String]) -> Bool {
    key.utf8.contains(UInt8(ascii: ":")) && prefixes.contains { key.hasPrefix($0) }
  }

  /// Whether a key is that of a name people might search for.
  static func isName(_ key: String) -> Bool {
    if names.contains(key) { return true }
    if key.hasPrefix("alt_name_") { return true }
    guard key.utf8.contains(UInt8(ascii: ":")), let colon = key.firstIndex(of: ":") else { return false }
    let base = String(key[..<colon])
    return base != "brand" && names.contains(base)
  }

  /// The role of a key in an address; nil for other keys.
  static func addressPart(_ key: String) -> ObjectKey? {
    if postcodes.contains(key) { return .address("postcode") }
    if countries.contains(key) { return .address("country") }
    switch key {
    case "addr:housenumber": return .houseNumber("housenumber")
    case "addr:conscriptionnumber": return .houseNumber("conscriptionnumber")
    case "addr:streetnumber": return .houseNumber("streetnumber")
    case "addr:housename": return nil
    case "addr:interpolation": return .interpolation
    case "tiger:county": return .address("tiger:county")
    default: break
    }
    if key.hasPrefix("addr:") { return .address(String(key.dropFirst(5))) }
    return key.hasPrefix("is_in:") ? .address(String(key.dropFirst(6))) : nil
  }
}
