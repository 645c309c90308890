import GeoConsole
import GeoModel

/// The address as written on a letter; areas and the explanation below it when asked for.
struct TextFormat: PlacemarkFormat {
  let style: Style
  private var isFirst = true

  /// A format with or without colors.
  init(style: Style) { self.style = style }

  mutating func answer(_ placemarks: [Placemark]) -> [UInt8] {
    var lines: [String] = []
    for placemark in placemarks {
      if !isFirst { lines.append("") }
      isFirst = false
      lines += AddressText.lines(placemark)
      if let areas = placemark.areas { lines += ["", style.bold("Areas")] + areas.map(Self.line) }
      if let trace = placemark.trace { lines += ["", style.bold("Explanation")] + trace.map(line) }
    }
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  mutating func failure(_ error: GeocodingError) -> [UInt8] {
    defer { isFirst = false }
    return Array(((isFirst ? "" : "\n") + "error: \(error.message)\n").utf8)
  }

  /// `  administrative 8  Vaduz  (relation/1155956)`.
  private static func line(_ area: ContainingArea) -> String {
    let level = area.level.map { " \($0)" } ?? ""
    return "  \(area.kind.rawValue)\(level)  \(area.name)" + reference(area.source)
  }

  /// `  street  Bryant Street: nearest named street, 12 m (way/1); not 10th Street, 40 m`.
  private func line(_ entry: TraceEntry) -> String {
    let distance = entry.distanceMeters.map { $0 > 0 ? ", \(Figures.fixed($0, 1)) m" : "" } ?? ""
    let loser = entry.runnerUp.map { style.dim("; not \($0)") } ?? ""
    return "  \(entry.field)  \(entry.value ?? "-"): \(entry.rule)\(distance)\(Self.reference(entry.source))\(loser)"
  }

  private static func reference(_ source: SourceReference?) -> String {
    source.map { " (\($0.type.rawValue)/\($0.id))" } ?? ""
  }
}
