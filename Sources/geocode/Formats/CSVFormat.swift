import GeoModel

/// A header and a row for each answer (RFC 4180, with plain line feeds).
struct CSVFormat: PlacemarkFormat {
  private var isFirst = true

  /// The columns in order, by their words on the wire in snake case.
  private static let columns: [(name: String, value: @Sendable (Placemark) -> String?)] = [
    ("street", \.thoroughfare), ("house_number", \.subThoroughfare), ("postal_code", \.postalCode),
    ("neighborhood", \.neighborhood), ("suburb", \.subLocality), ("city", \.locality),
    ("county", \.subAdministrativeArea), ("state", \.administrativeArea), ("state_code", \.administrativeAreaCode),
    ("country", \.country), ("country_code", \.isoCountryCode), ("match", { $0.match.rawValue }),
    ("distance_meters", { "\(($0.distanceMeters * 10).rounded() / 10)" }),
  ]

  mutating func answer(_ placemarks: [Placemark]) -> [UInt8] {
    header() + placemarks.flatMap { placemark in Self.row(Self.columns.map { $0.value(placemark) ?? "" } + ["ok"]) }
  }

  mutating func failure(_ error: GeocodingError) -> [UInt8] {
    header() + Self.row(Self.columns.map { _ in "" } + [error.code.rawValue])
  }

  private mutating func header() -> [UInt8] {
    defer { isFirst = false }
    return isFirst ? Self.row(Self.columns.map(\.name) + ["status"]) : []
  }

  private static func row(_ fields: [String]) -> [UInt8] {
    Array((fields.map(quoted).joined(separator: ",") + "\n").utf8)
  }

  private static func quoted(_ field: String) -> String {
    guard field.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else { return field }
    return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
