import GeoConsole
import GeoModel

/// What `--verbose` adds on standard error.
enum VerboseNotes {
  /// The match, its object, the source of the answer and the attribution.
  static func say(_ placemarks: [Placemark], from source: any AnswerSource) {
    for placemark in placemarks { StandardError.writeLine(match(placemark)) }
    StandardError.writeLine("Answered by: \(source.name)")
    if !source.attribution.isEmpty { StandardError.writeLine("Data: \(source.attribution.joined(separator: "; "))") }
  }

  /// `Match: address, 63 m away, way/43100828`.
  static func match(_ placemark: Placemark) -> String {
    var parts = [placemark.match.rawValue]
    if placemark.distanceMeters > 0 { parts.append("\(Figures.fixed(placemark.distanceMeters, 0)) m away") }
    if let source = placemark.source { parts.append("\(source.type.rawValue)/\(source.id)") }
    if !placemark.coarseFields.isEmpty {
      parts.append("borders good to about 1 km for: \(placemark.coarseFields.joined(separator: ", "))")
    }
    return "Match: " + parts.joined(separator: ", ")
  }
}
