// How newer first-level units take the place of older ones:
// 1. Countries of which all units are given lose their old ones.
// 2. Of the others, units of the same code go, and those that the new ones are parts of.
// 3. Of Western Sahara only the outline is taken: its parts there are those of Morocco's regions, which stay whole.
// 4. What has no clear license is left out: Nepal's provinces, and the line between two Papuan provinces, which stay one.

/// First-level units that the main source lacks, has too few of, or has as they were before a reform.
enum NewerSubdivisions {
  /// Countries of which some units only are given.
  private static let partial: Set = ["ML", "IN", "IQ", "BW", "SC"]
  /// Units that are gone or that new ones are parts of.
  private static let replaced: Set = ["IN-DD", "IN-DN", "IQ-KR"]

  /// The areas with the newer units of a folder's `subdivisions-missing.geojson.gz` in the place of older ones.
  ///
  /// - Parameter areas: countries and subdivisions with their codes, see ``Boundary/code``.
  static func applied(to areas: [Boundary], folder: String) throws -> [Boundary] {
    let all = joined(try given(folder))
    let sahara = all.filter { $0.tags["country"] == "EH" }
    let units = all.filter { $0.tags["country"] != "EH" }
    let whole = Set(units.compactMap { $0.tags["country"] }).subtracting(partial)
    let codes = Set(units.compactMap { $0.tags["ISO3166-2"] })
    let kept = areas.filter { area in
      guard let code = area.tags["ISO3166-2"] else { return true }
      return !whole.contains(String(code.prefix(2))) && !codes.contains(code) && !replaced.contains(code)
    }
    let countries = withWesternSahara(kept, sahara)
    return countries + extended(units, countries: countries.filter { $0.tags["ISO3166-1"] != nil }).compactMap(tidy)
  }

  /// The units of a folder's file that may be used, which are land only.
  static func given(_ folder: String) throws -> [Boundary] {
    try GeoJSONAreas.read(folder + "/subdivisions-missing.geojson.gz").filter { $0.tags["country"] != "NP" }
  }

  /// The areas with Western Sahara as ISO 3166-1 means it: the source has only the part east of the berm, the rest as Morocco's.
  private static func withWesternSahara(_ areas: [Boundary], _ units: [Boundary]) -> [Boundary] {
    let whole = units.flatMap(\.lines)
    let east = areas.first { $0.code == "EH" }?.lines ?? []
    return areas.map { area in
      switch area.code {
      case "EH": Boundary(tags: area.tags, lines: whole)
      // What is added twice cancels out; what Morocco has already is cut out.
      case "MA": Boundary(tags: area.tags, lines: area.lines + whole + east)
      default: area
      }
    }
  }

  /// The units with the two whose common border is not free as one: what both have twice cancels out.
  private static func joined(_ units: [Boundary]) -> [Boundary] {
    let papua = units.filter { ["ID-PD", "ID-PB"].contains($0.tags["ISO3166-2"]) }
    var rest = units.filter { !["ID-PD", "ID-PB"].contains($0.tags["ISO3166-2"]) }
    if var both = papua.first(where: { $0.tags["ISO3166-2"] == "ID-PB" }) {
      both.lines = papua.flatMap(\.lines)
      rest.append(both)
    }
    return rest
  }

  /// The units reaching over their coast, as they are land only.
  private static func extended(_ units: [Boundary], countries: [Boundary]) -> [Boundary] {
    Coast.extended(units, regions: units.map { $0.tags["country"] ?? "" }, RegionLookup(countries))
  }

  private static func tidy(_ unit: Boundary) -> Boundary? {
    let source = unit.tags.filter { ["name", "name:en", "ISO3166-2"].contains($0.key) && !$0.value.isEmpty }
    return AdministrativeTags.tidy(Boundary(tags: source, lines: unit.lines))
  }
}
