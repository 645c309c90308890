import GeoStore

/// The key under which a part of an address is listed: what kind of settlement it is, `road` for ways, else the key of its
/// main tag.
enum AddressLabel {
  /// The label of an object.
  ///
  /// 1. Down to neighborhoods a `place` tag decides, also that of the settlement whose boundary it is.
  /// 2. Administrative boundaries without one are called by their address rank, which two levels share.
  /// 3. Other settlements and areas are called by the value of their main tag, ways `road`, the rest by the key.
  ///
  /// - Parameters:
  ///   - tag: the main tag.
  ///   - place: `place`, or the kind of the settlement it is the boundary of; nil for none.
  ///   - rank: its address rank.
  ///   - country: ISO 3166-1 alpha-2 in small letters.
  static func of(_ tag: MapTag, place: String?, rank: UInt8, country: String?) -> String {
    if rank < 26, let place { return name(place) }
    if tag.key == "boundary", tag.value == "administrative" { return boundary(rank, country) }
    if tag.value == "postal_code" { return "postcode" }
    if rank < 26 { return name(tag.value == "yes" ? tag.key : tag.value) }
    return rank < 28 ? "road" : name(tag.key)
  }

  /// The label of an administrative boundary.
  private static func boundary(_ rank: UInt8, _ country: String?) -> String {
    let level = Int(rank) / 2
    // Counties of Norway and Sweden stand where elsewhere states do.
    if country == "no" || country == "se" {
      if level == 3 { return "state" }
      if level == 4 { return "county" }
    }
    return boundaries.indices.contains(level) ? boundaries[level] : "administrative"
  }

  /// Names by half the address rank.
  private static let boundaries = [
    "administrative", "continent", "country", "region", "state", "state_district", "county", "municipality", "city",
    "city_district", "suburb", "neighbourhood", "city_block",
  ]

  /// A value as it can name a field.
  private static func name(_ value: String) -> String {
    // Nearly all values are small letters: then nothing is copied.
    if value.utf8.allSatisfy({ $0 &- UInt8(ascii: "a") < 26 || $0 == UInt8(ascii: "_") }) { return value }
    return String(value.lowercased().map { $0 == " " ? "_" : $0 })
  }
}
