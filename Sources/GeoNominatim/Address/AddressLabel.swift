import GeoModel
import GeoStore

/// The key under which a part of an address is listed: the kind of settlement, `road` for ways, or else the key of the
/// part's main tag.
enum AddressLabel {
  /// The label of an object.
  ///
  /// 1. For ranks down to neighborhoods, a `place` tag decides. A boundary uses that of its settlement.
  /// 2. Administrative boundaries without one get a label by their address rank; two ranks share each label.
  /// 3. Other settlements and areas get the value of their main tag, ways get `road`, and the rest get the key.
  ///
  /// - Parameters:
  ///   - tag: the main tag.
  ///   - place: the `place` tag, or the kind of the settlement that the boundary belongs to; nil for none.
  ///   - rank: the address rank.
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
    // In Norway and Sweden, counties have the level that states have in other countries.
    if country == "no" || country == "se" {
      if level == 3 { return "state" }
      if level == 4 { return "county" }
    }
    return boundaries.indices.contains(level) ? boundaries[level] : "administrative"
  }

  /// The labels by half the address rank.
  private static let boundaries = [
    "administrative", "continent", "country", "region", "state", "state_district", "county", "municipality", "city",
    "city_district", "suburb", "neighbourhood", "city_block",
  ]

  /// Turns a value into the name of a field.
  private static func name(_ value: String) -> String {
    // Nearly all values are small letters, which are returned without a copy.
    if value.utf8.allSatisfy({ $0 &- UInt8(ascii: "a") < 26 || $0 == UInt8(ascii: "_") }) { return value }
    return String(value.lowercased().map { $0 == " " ? "_" : $0 })
  }
}

/// The size of the box around a node, so that a map can show the thing it represents.
enum NodeExtent {
  /// The box around a node.
  static func box(around point: FixedPoint, _ tag: MapTag) -> FixedBox {
    let (x, y, extent) = (Int64(point.x), Int64(point.y), byTag[tag] ?? 500)
    // Clips the box to the world; it does not cross the antimeridian.
    return FixedBox(
      minX: Int32(clamping: x - extent), minY: Int32(clamping: y - extent), maxX: Int32(clamping: x + extent),
      maxY: Int32(clamping: y + extent)
    ).clipped(to: .world)
  }

  /// Half the size of the box in 1e-7 degree.
  ///
  /// Source of the numbers: the boxes that Nominatim's API returns for such nodes.
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
