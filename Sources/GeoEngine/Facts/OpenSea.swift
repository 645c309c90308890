import GeoModel

/// Squares of half a degree that are far out at sea, although the coarse borders of a country reach over them.
///
/// The world layer's source draws borders at sea with a wide pen: around groups of islands, and from the coast to islands a
/// thousand kilometers out. Territorial waters end 22 km from land. A square is listed when no part of it is within 200 km of
/// land or 40 km of a lonely island, which leaves a margin for small islands that are missing in the evidence.
///
/// Evidence of land: Natural Earth's countries 1:50m (public domain), small rings of the world layer, which surround
/// islands, and positions of 300 atolls, reefs and remote islands. Only squares that a country of the world layer touches are
/// listed.
enum OpenSea {
  /// Whether a point is far out at sea. False where no country claims to be.
  static func contains(_ point: FixedPoint) -> Bool {
    let column = index(point.x)
    return runs[Int(index(point.y) - southernmost)].contains { $0.contains(column) }
  }

  /// The half degree that a coordinate lies in.
  private static func index(_ units: Int32) -> Int32 {
    let side: Int32 = 5_000_000
    return units >= 0 ? units / side : (units + 1) / side - 1
  }

  /// The row of half degrees at the south pole.
  private static let southernmost: Int32 = -180

  /// The runs of squares in each row, from south to north.
  private static let runs: [[Range<Int32>]] = {
    var runs: [[Range<Int32>]] = Array(repeating: [], count: 361)
    for row in rows.split(separator: ";") {
      let words = row.split { $0 == " " || $0 == "\n" }
      guard let number = words.first.flatMap({ Int32($0) }) else { continue }
      runs[Int(number - southernmost)] = words.dropFirst().compactMap { word in
        let parts = word.split(separator: ",").compactMap { Int32($0) }
        return parts.count == 2 ? parts[0]..<parts[0] + parts[1] : nil
      }
    }
    return runs
  }()
}
