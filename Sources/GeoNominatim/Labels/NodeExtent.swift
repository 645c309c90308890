import GeoModel
import GeoStore

/// How far around a node its box goes, so that a map can show the thing that it stands for.
enum NodeExtent {
  /// The box around a node.
  static func box(around point: FixedPoint, _ tag: MapTag) -> FixedBox {
    let extent = byTag[tag] ?? 500
    // Only what lies on Earth on this side of the antimeridian.
    return FixedBox(
      minX: max(-Globe.halfTurn, Int32(clamping: Int64(point.x) - extent)),
      minY: Globe.latitude(Int64(point.y) - extent),
      maxX: min(Globe.halfTurn, Int32(clamping: Int64(point.x) + extent)), maxY: Globe.latitude(Int64(point.y) + extent)
    )
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
