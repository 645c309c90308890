import GeoModel

// The source of the seas lacks many islands, even such large ones as Great Barrier (New Zealand), La Gomera and
// Bermuda. The countries of Natural Earth 1:50m have them. The provinces of Indonesia, which cover land only, have the
// smaller ones there. A ring of these is cut out of the sea that contains it, unless it encloses a coast of that sea.
// An island in both sources is cut out once. Islands of Natural Earth 1:10m that the time zones lack (Bouvet,
// Clipperton) are cut out, too. Elsewhere, coastal waters show that there is land.

/// Cuts islands out of seas.
enum SeaIslands {
  /// Cuts the islands out of seas that lack them.
  ///
  /// - Parameter land: areas that include those islands.
  static func cut(of land: [Boundary], outOf seas: [Boundary]) -> [Boundary] {
    let boxes = seas.map { sea in sea.lines.joined().reduce(into: FixedBox.empty) { $0.formUnion($1) } }
    var result = seas
    for ring in land.flatMap(\.lines) {
      let found = seas.indices.first { isLacking(ring, in: result[$0], boxes[$0]) }
      if let found { result[found].lines.append(ring) }
    }
    return result
  }

  /// The rings of land that are in a country, but in no time zone other than those of the sea.
  static func withoutZone(_ land: [Boundary], zones: [Boundary], countries: [Boundary]) -> [Boundary] {
    let lookup = RegionLookup(countries)
    let ofLand = zones.filter { $0.tags["timezone"]?.hasPrefix("Etc/") == false }.map { zone in
      (zone: zone, box: FixedBox(around: zone.lines.joined()))
    }
    return land.map { area in
      let rings = area.lines.filter { ring in
        lookup.region(at: ring[0]) != nil
          && !ofLand.contains { $0.box.contains(ring[0]) && $0.zone.contains(ring[0]) }
      }
      return Boundary(tags: area.tags, lines: rings)
    }
  }

  /// Whether a ring lies completely in a sea and encloses none of its coast.
  private static func isLacking(_ ring: [GridPoint], in sea: Boundary, _ box: FixedBox) -> Bool {
    guard ring.allSatisfy({ box.contains($0) && sea.contains($0) }) else { return false }
    let island = Boundary(tags: [:], lines: [ring])
    let islandBox = ring.reduce(into: FixedBox.empty) { $0.formUnion($1) }
    return !sea.lines.joined().contains { islandBox.contains($0) && island.contains($0) }
  }
}
