import GeoModel
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

/// How far around a node its box goes, so that a map can show the thing that it stands for.
enum NodeExtent {
  /// The box around a node.
  static func box(around point: FixedPoint, _ tag: MapTag) -> FixedBox {
    let (x, y, extent) = (Int64(point.x), Int64(point.y), byTag[tag] ?? 500)
    // Only what lies on Earth on this side of the antimeridian.
    return FixedBox(
      minX: Int32(clamping: x - extent), minY: Int32(clamping: y - extent), maxX: Int32(clamping: x + extent),
      maxY: Int32(clamping: y + extent)
    ).clipped(to: .world)
  }

  /// In 1e-7 degree. Source of the numbers: the boxes that Nominatim's API gives such nodes.
  private static let byTag: [MapTag: Int64] = {
    let degrees: [(String, [(Double, [String])])] = [
      (
        "place",
        [
          (25, ["continent"]), (7, ["country"]), (2.6, ["state", "province"]), (1, ["region"]), (0.7, ["county"]),
          (0.32, ["island"]), (0.16, ["city", "municipality", "postcode"]), (0.04, ["town"]),
          (0.02, ["village", "hamlet", "district", "borough", "suburb"]), (0.015, ["airport"]),
          (0.01, ["locality", "neighbourhood", "quarter", "city_block", "farm"]),
        ]
      ),
      ("landuse", [(0.01, ["farm"])]), ("aeroway", [(0.015, ["aerodrome"])]), ("railway", [(0.005, ["station"])]),
    ]
    var table: [MapTag: Int64] = [:]
    for (key, extents) in degrees {
      for (extent, values) in extents {
        for value in values { table[MapTag(key: key, value: value)] = Int64(extent * FixedPoint.unitsPerDegree) }
      }
    }
    return table
  }()
}
