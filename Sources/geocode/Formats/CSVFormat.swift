import GeoCSV
import GeoModel

/// A header and a row for each answer, in the words of `geocode csv`.
struct CSVFormat: PlacemarkFormat {
  private static let table = PlacemarkTable(columns: [
    .street, .houseNumber, .postalCode, .neighborhood, .suburb, .city, .county, .state, .stateCode, .country,
    .countryCode, .match, .distanceMeters, .status,
  ])

  private var isFirst = true

  mutating func answer(_ placemarks: [Placemark]) -> [UInt8] { header() + placemarks.flatMap(Self.table.row) }

  mutating func failure(_ error: GeocodingError) -> [UInt8] { header() + Self.table.row(error) }

  private mutating func header() -> [UInt8] {
    defer { isFirst = false }
    return isFirst ? Self.table.header : []
  }
}
