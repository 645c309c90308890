import GeoConsole
import GeoModel
import GeoStore

/// A store's description for a person.
enum InfoText {
  /// The lines, with the values in one column.
  static func lines(_ info: StoreInfo, path: String) -> [String] {
    var pairs = [
      ("Store", path), ("Size", Figures.bytes(info.fileSize)),
      ("Format", "\(info.formatVersion), written by geocode \(info.writtenBy)"),
      ("Data of", info.metadata.dataDate ?? "unknown"),
      ("Extracts", info.metadata.extracts.isEmpty ? "none" : info.metadata.extracts.joined(separator: ", ")),
      ("World layer", info.metadata.hasWorldLayer ? "yes" : "no"),
      ("Bounds", info.bounds.map { text(CoordinateRegion($0)) } ?? "none"),
    ]
    pairs += info.counts.map { ("Rows of \($0.table)", Figures.grouped($0.rows)) }
    pairs += info.metadata.attribution.enumerated().map { ($0.offset == 0 ? "Attribution" : "", $0.element) }
    let width = pairs.map(\.0.count).max() ?? 0
    return pairs.map { $0.0 + String(repeating: " ", count: width - $0.0.count) + "  " + $0.1 }
  }

  /// Latitude first, as everywhere people read.
  private static func text(_ region: CoordinateRegion) -> String {
    func degrees(_ value: Double) -> String { Figures.fixed(value, 4) }
    return "\(degrees(region.south)), \(degrees(region.west)) to \(degrees(region.north)), \(degrees(region.east))"
  }
}
