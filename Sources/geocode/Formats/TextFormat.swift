import GeoCSV
import GeoConsole
import GeoModel
import GeoSupport

/// The address as written on a letter, with areas and explanation below if requested.
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
      lines += AddressText.lines(placemark) + Self.extras(placemark)
      if let areas = placemark.areas { lines += ["", style.bold("Areas")] + areas.map(Self.line) }
      if let layers = placemark.layers { lines += ["", style.bold("Layers")] + layers.map(Self.line) }
      if let road = placemark.road { lines += ["", style.bold("Road")] + RoadText.lines(road).map { "  " + $0 } }
      if let trace = placemark.trace { lines += ["", style.bold("Explanation")] + trace.map(line) }
    }
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  mutating func failure(_ error: GeocodingError) -> [UInt8] {
    defer { isFirst = false }
    return Array(((isFirst ? "" : "\n") + AddressText.line(error) + "\n").utf8)
  }

  /// The nearby place and the codes of a point, a line each: `plus_code  849VQHFJ+X6`.
  private static func extras(_ placemark: Placemark) -> [String] {
    PlacemarkField.extras.compactMap { field -> String? in
      switch field.value(of: placemark) {
      case .text(let text) where field == .nearby: AddressText.shown(text)
      case .text(let text): "\(field.column)  \(AddressText.shown(text))"
      case .list(let texts): "\(field.column)  \(AddressText.shown(texts.joined(separator: "; ")))"
      case .none, .number: nil
      }
    }
  }

  /// `  administrative 8  Vaduz (relation/1155956)`.
  private static func line(_ area: ContainingArea) -> String {
    let level = area.level.map { " \($0)" } ?? ""
    return "  \(area.kind.rawValue)\(level)  " + AddressText.shown(area.name) + reference(area.source)
  }

  /// `  zones  North; Harbor`.
  private static func line(_ layer: LayerAreas) -> String {
    "  \(layer.layer)  "
      + (layer.areas.isEmpty ? "-" : layer.areas.map { AddressText.shown($0.name) }.joined(separator: "; "))
  }

  /// `  street  Bryant Street: nearest named street, 12.0 m (way/1); not 10th Street, 40 m`.
  private func line(_ entry: TraceEntry) -> String {
    let distance = entry.distanceMeters.map { $0 > 0 ? ", \(Figures.fixed($0, 1)) m" : "" } ?? ""
    let loser = entry.runnerUp.map { style.dim("; not " + AddressText.shown($0)) } ?? ""
    let (value, rule) = (AddressText.shown(entry.value ?? "-"), AddressText.shown(entry.rule))
    return "  \(entry.field)  \(value): \(rule)\(distance)\(Self.reference(entry.source))\(loser)"
  }

  private static func reference(_ source: SourceReference?) -> String {
    source.map { " (\($0.type.rawValue)/\($0.id))" } ?? ""
  }
}

/// The address on one line, as the daemon's response to bare coordinates.
struct LineFormat: PlacemarkFormat {
  func answer(_ placemarks: [Placemark]) -> [UInt8] {
    placemarks.flatMap { Array((AddressText.line($0) + "\n").utf8) }
  }

  func failure(_ error: GeocodingError) -> [UInt8] { Array((AddressText.line(error) + "\n").utf8) }
}

/// The address of a placemark as text for standard output.
///
/// Anybody can put a name on the map, so names cannot break a line or control a terminal, not even at the end of a
/// pipe.
enum AddressText {
  /// The lines of the address; never empty.
  static func lines(_ placemark: Placemark) -> [String] { placemark.readLines.map(shown) }

  /// The address on one line.
  static func line(_ placemark: Placemark) -> String { lines(placemark).joined(separator: ", ") }

  /// The text in place of an address.
  static func line(_ error: GeocodingError) -> String { "error: " + shown(error.message) }

  /// A name or sentence on one line, made safe for standard output.
  static func shown(_ text: String) -> String { Terminal.fit(ForeignText.oneLine(text)) }
}

/// A header and a row for each answer, with the columns of `geocode csv`.
struct CSVFormat: PlacemarkFormat {
  private static let table = PlacemarkTable(columns: OutputColumn.fullAddress)

  private var isFirst = true

  mutating func answer(_ placemarks: [Placemark]) -> [UInt8] { header() + placemarks.flatMap(Self.table.row) }

  mutating func failure(_ error: GeocodingError) -> [UInt8] { header() + Self.table.row(error) }

  private mutating func header() -> [UInt8] {
    defer { isFirst = false }
    return isFirst ? Self.table.header : []
  }
}

/// The notes that `--verbose` adds on standard error.
enum VerboseNotes {
  /// The match, its object, the source of the answer and the attribution.
  static func say(_ placemarks: [Placemark], from source: any AnswerSource) {
    for placemark in placemarks { StandardError.writeLine(match(placemark)) }
    if placemarks.first?.isFromWorldLayerAlone == true {
      StandardError.writeLine(
        "The point lies outside \(CoverageText.phrase(source.coverage)): only the coarse world layer is known.")
    }
    StandardError.writeLine("Answered by: \(source.name)")
    if !source.attribution.isEmpty { StandardError.writeLine("Data: \(source.attribution.joined(separator: "; "))") }
  }

  /// `Match: address, 63 m away, way/43100828`.
  static func match(_ placemark: Placemark) -> String {
    var parts = [placemark.match.rawValue]
    if placemark.distanceMeters > 0 { parts.append("\(Figures.fixed(placemark.distanceMeters, 0)) m away") }
    if let source = placemark.sourcePath { parts.append(AddressText.shown(source)) }
    if !placemark.coarseFields.isEmpty {
      parts.append("borders good to about 1 km for: \(placemark.coarseFields.joined(separator: ", "))")
    }
    return "Match: " + parts.joined(separator: ", ")
  }
}
