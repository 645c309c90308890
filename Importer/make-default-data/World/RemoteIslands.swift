import GeoModel

// The source of the countries lacks remote small islands (Pratas, Halul, most of the Spratlys). The time zones have
// them, because their territorial waters are a ring of the zone that is used there.
//
// 1. A ring at sea outside of all countries belongs to the country of the zone, if all cities of the zone are in one
//    country.
// 2. Matsu and Wuqiu, which use the time of Taipei, and Dahagram, which uses that of Dhaka, are in the neighboring
//    country in the source. They are cut out of it.

/// Adds islands and exclaves that the source of the countries lacks to their countries.
enum RemoteIslands {
  /// Zones whose rings in another country are exclaves, with that country. Elsewhere, such rings are slivers along a
  /// border.
  private static let exclaves = ["Asia/Taipei": "CN", "Asia/Dhaka": "IN"]
  /// The width below which rings are slivers: half that of Dahagram.
  private static let narrowest: Int64 = 200_000

  /// Adds the rings of time zones that their countries lack.
  ///
  /// - Parameter countryOfZone: the country of each zone that lies in only one.
  static func added(to areas: [Boundary], zones: [Boundary], countryOfZone: [String: String]) -> [Boundary] {
    var result = areas
    let countries = areas.filter { $0.tags["ISO3166-1"] != nil }
    let lookup = RegionLookup(countries)
    let borders = countries.flatMap { $0.lines.joined() }
    for zone in zones {
      guard let name = zone.tags["timezone"], let code = countryOfZone[name] else { continue }
      for ring in zone.lines {
        let box = ring.reduce(into: FixedBox.empty) { $0.formUnion($1) }
        let middle = GridPoint(x: box.minX / 2 + box.maxX / 2, y: box.minY / 2 + box.maxY / 2)
        let other = lookup.region(at: middle)
        guard Int64(box.maxX) - Int64(box.minX) >= narrowest, other == nil || other == exclaves[name],
          zone.contains(middle),
          ring.allSatisfy({ lookup.region(at: $0) == other })
        else { continue }
        if let other {
          // By the even-odd rule, a line that is added to the neighbor cuts its area out.
          add(ring, to: [code, other], in: &result)
        } else if !borders.contains(where: { box.contains($0) }) {
          add(ring, to: [code], in: &result)
        }
      }
    }
    return result
  }

  private static func add(_ ring: [GridPoint], to codes: [String], in areas: inout [Boundary]) {
    for index in areas.indices where areas[index].tags["ISO3166-1"].map(codes.contains) == true {
      areas[index].lines.append(ring)
    }
  }
}
