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
    return runs[index(point.y)]?.contains { $0.contains(column) } ?? false
  }

  /// The half degree that a coordinate lies in.
  private static func index(_ units: Int32) -> Int32 {
    let side: Int32 = 5_000_000
    return units >= 0 ? units / side : (units + 1) / side - 1
  }

  private static let runs: [Int32: [Range<Int32>]] = {
    var runs: [Int32: [Range<Int32>]] = [:]
    for row in rows.split(separator: ";") {
      let words = row.split { $0 == " " || $0 == "\n" }
      guard let number = words.first.flatMap({ Int32($0) }) else { continue }
      runs[number] = words.dropFirst().compactMap { word in
        let parts = word.split(separator: ",").compactMap { Int32($0) }
        return parts.count == 2 ? parts[0]..<parts[0] + parts[1] : nil
      }
    }
    return runs
  }()
}
