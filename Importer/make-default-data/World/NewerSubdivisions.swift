// How newer first-level units replace older ones:
// 1. Countries with all their units in the file lose the old ones.
// 2. In other countries, units with the same code are replaced, and so are those that the new units are parts of.
// 3. Of Western Sahara only the outline is used. Its parts in the file are those of Morocco's regions, which stay
//    whole.
// 4. Data without a clear license is left out: Nepal's provinces, and the line between two Papuan provinces, which stay
//    one.

/// First-level units that the main source lacks, or has as they were before a reform.
enum NewerSubdivisions {
  /// Countries with only some of their units in the file.
  private static let partial: Set = ["ML", "IN", "IQ", "BW", "SC"]
  /// Units that no longer exist, or that the new units are parts of.
  private static let replaced: Set = ["IN-DD", "IN-DN", "IQ-KR"]

  /// Replaces older units with the newer ones of a folder's `subdivisions-missing.geojson.gz`.
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

  /// The usable units of a folder's file. They cover land only.
  static func given(_ folder: String) throws -> [Boundary] {
    try GeoJSONAreas.read(folder + "/subdivisions-missing.geojson.gz").filter { $0.tags["country"] != "NP" }
  }

  /// Gives Western Sahara its extent in ISO 3166-1. The source has only the part east of the berm, and the rest as
  /// Morocco's.
  private static func withWesternSahara(_ areas: [Boundary], _ units: [Boundary]) -> [Boundary] {
    let whole = units.flatMap(\.lines)
    let east = areas.first { $0.code == "EH" }?.lines ?? []
    return areas.map { area in
      switch area.code {
      case "EH": Boundary(tags: area.tags, lines: whole)
      // Lines that occur twice cancel out, and areas that Morocco already has are cut out.
      case "MA": Boundary(tags: area.tags, lines: area.lines + whole + east)
      default: area
      }
    }
  }

  /// Merges the two units whose common border has no free license. Their common lines occur twice and cancel out.
  private static func joined(_ units: [Boundary]) -> [Boundary] {
    let papua = units.filter { ["ID-PD", "ID-PB"].contains($0.tags["ISO3166-2"]) }
    var rest = units.filter { !["ID-PD", "ID-PB"].contains($0.tags["ISO3166-2"]) }
    if var both = papua.first(where: { $0.tags["ISO3166-2"] == "ID-PB" }) {
      both.lines = papua.flatMap(\.lines)
      rest.append(both)
    }
    return rest
  }

  /// Extends the units over their coast, as they cover land only.
  private static func extended(_ units: [Boundary], countries: [Boundary]) -> [Boundary] {
    Coast.extended(units, regions: units.map { $0.tags["country"] ?? "" }, RegionLookup(countries))
  }

  private static func tidy(_ unit: Boundary) -> Boundary? {
    let source = unit.tags.filter { ["name", "name:en", "ISO3166-2"].contains($0.key) && !$0.value.isEmpty }
    return AdministrativeTags.tidy(Boundary(tags: source, lines: unit.lines))
  }
}
