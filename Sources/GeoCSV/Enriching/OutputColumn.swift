import GeoModel

/// A column that can be added; the raw value is its name, which `--columns` takes in any order.
public enum OutputColumn: String, CaseIterable, Sendable, Hashable {
  case street
  case houseNumber = "house_number"
  case neighborhood
  case suburb
  case city
  case county
  case state
  case stateCode = "state_code"
  case postalCode = "postal_code"
  case country
  case countryCode = "country_code"
  case inlandWater = "inland_water"
  case ocean
  case areasOfInterest = "areas_of_interest"
  case timeZone = "time_zone"
  case name
  case title
  case subtitle
  case address
  case match
  case distanceMeters = "distance_meters"
  case matchLatitude = "match_latitude"
  case matchLongitude = "match_longitude"
  case source
  case coarseFields = "coarse_fields"
  case status

  /// The columns that are added when nothing else is asked.
  public static let usual: [OutputColumn] = [
    .street, .houseNumber, .postalCode, .city, .county, .state, .country, .countryCode, .match, .distanceMeters,
    .status,
  ]

  /// One line for the help.
  public var summary: String {
    switch self {
    case .street: "street"
    case .houseNumber: "house number"
    case .neighborhood: "finest named part of a town"
    case .suburb: "suburb, quarter or district"
    case .city: "city, town or village, whatever kind of settlement it is"
    case .county: "county or its equivalent"
    case .state: "state, province or region"
    case .stateCode: "ISO 3166-2 code of the state, such as US-CA"
    case .postalCode: "postal code"
    case .country: "country"
    case .countryCode: "ISO 3166-1 code of the country, such as US"
    case .inlandWater: "lake or river that the point lies on"
    case .ocean: "sea that the point lies on"
    case .areasOfInterest: "places of interest around the point, smallest first, separated by semicolons"
    case .timeZone: "time zone, such as America/Los_Angeles"
    case .name: "name of the place at the point, if it has one"
    case .title: "first line of a label"
    case .subtitle: "second line of a label"
    case .address: "the whole address on one line, as the country writes it"
    case .match: "what was matched: building, address, interpolation, street, area, country or water"
    case .distanceMeters: "distance to what was matched, in meters"
    case .matchLatitude: "latitude of what was matched"
    case .matchLongitude: "longitude of what was matched"
    case .source: "OpenStreetMap object that was matched, such as way/123"
    case .coarseFields: "fields that rest on borders good to about 1 km, separated by semicolons"
    case .status: "ok, or why there is no address"
    }
  }
}

extension OutputColumn {
  /// Reads the list of `--columns`: names in any case, `houseNumber` as well as `house_number`, separated by commas; `all` means every column.
  ///
  /// - Throws: ``EnrichmentError`` that lists the names there are.
  public static func list(_ text: String) throws(EnrichmentError) -> [OutputColumn] {
    var columns: [OutputColumn] = []
    for word in text.split(separator: ",") {
      let folded = ColumnNames.folded(String(word))
      if folded == "all" {
        columns += allCases
      } else if let column = allCases.first(where: { ColumnNames.folded($0.rawValue) == folded }) {
        columns.append(column)
      } else {
        throw EnrichmentError(
          .usage,
          "--columns: there is no column \"\(word)\". There are: \(allCases.map(\.rawValue).joined(separator: ", "))",
          unknownName: .init(typed: String(word), known: allCases.map(\.rawValue)))
      }
    }
    guard !columns.isEmpty else { throw EnrichmentError(.usage, "--columns: name at least one column") }
    var seen: Set<OutputColumn> = []
    return columns.filter { seen.insert($0).inserted }
  }
}
