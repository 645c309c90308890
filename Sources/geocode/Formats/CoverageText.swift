import GeoConsole
import GeoModel
import GeoSupport

/// Describes the coverage of a store.
enum CoverageText {
  /// `the store's extracts (liechtenstein.osm.pbf; 47.0484, 9.4716 to 47.2706, 9.6358)`.
  static func phrase(_ coverage: StoreCoverage) -> String {
    let names = coverage.extracts.prefix(5).joined(separator: ", ") + (coverage.extracts.count > 5 ? ", ..." : "")
    let facts = [names.isEmpty ? nil : names, coverage.bounds.map(text)].compactMap { $0 }
    return "the store's extracts" + (facts.isEmpty ? "" : " (\(facts.joined(separator: "; ")))")
  }

  /// A box with the latitude first, as people write it.
  static func text(_ region: CoordinateRegion) -> String {
    func degrees(_ value: Double) -> String { Figures.fixed(value, 4) }
    return "\(degrees(region.south)), \(degrees(region.west)) to \(degrees(region.north)), \(degrees(region.east))"
  }
}
