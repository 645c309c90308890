import GeoModel

/// A column that can be added; the raw value is its name, as in `--columns`.
public enum OutputColumn: String, CaseIterable, Sendable, Hashable {
  /// The street, or the square or path that its houses are on.
  case street
  /// The house number as mapped, letters and all.
  case houseNumber = "house_number"
  /// The smallest named part of a town.
  case neighborhood
  /// A suburb, quarter or district.
  case suburb
  /// The settlement, whatever its kind.
  case city
  /// The county or its equivalent.
  case county
  /// The state, province or region.
  case state
  /// The code of the state (ISO 3166-2).
  case stateCode = "state_code"
  /// The postal code.
  case postalCode = "postal_code"
  /// The country.
  case country
  /// The code of the country (ISO 3166-1 alpha-2).
  case countryCode = "country_code"
  /// The lake or river that the point lies on.
  case inlandWater = "inland_water"
  /// The sea that the point lies on.
  case ocean
  /// Places of interest around the point, smallest first.
  case areasOfInterest = "areas_of_interest"
  /// The time zone by its name in the tz database.
  case timeZone = "time_zone"
  /// The name of the place at the point.
  case name
  /// The first line of a label.
  case title
  /// The second line of a label.
  case subtitle
  /// The whole address on one line, as the country writes it.
  case address
  /// What kind of thing was matched.
  case match
  /// The distance from the point to what was matched.
  case distanceMeters = "distance_meters"
  /// The latitude of what was matched, in degrees.
  case matchLatitude = "match_latitude"
  /// The longitude of what was matched, in degrees.
  case matchLongitude = "match_longitude"
  /// The object of OpenStreetMap that was matched.
  case source
  /// The fields that rest on borders good to about 1 km.
  case coarseFields = "coarse_fields"
  /// The ``RowStatus`` of the row.
  case status

  /// Every part of an address, the water in its place, and how well it matches: the columns of a lookup that prints a table.
  public static let fullAddress: [OutputColumn] = [
    .street, .houseNumber, .postalCode, .neighborhood, .suburb, .city, .county, .state, .stateCode, .country,
    .countryCode, .inlandWater, .ocean, .match, .distanceMeters, .status,
  ]

  /// The columns that are added to a file unless others are asked for: an address without the parts that few people use. Of a point at
  /// sea nothing else is known than the sea.
  public static let usual = fullAddress.filter { ![.neighborhood, .suburb, .stateCode, .inlandWater].contains($0) }

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
  /// The finest part of an answer that the column rests on.
  var detail: PlacemarkDetail {
    switch self {
    case .country, .countryCode, .inlandWater, .ocean, .status: .country
    case .state, .stateCode: .state
    case .county: .county
    // Where no area has a time zone the settlement says it.
    case .city, .timeZone: .city
    case .suburb, .neighborhood: .suburb
    case .street, .houseNumber, .postalCode, .areasOfInterest, .name, .title, .subtitle, .address, .match,
      .distanceMeters, .matchLatitude, .matchLongitude, .source, .coarseFields:
      .address
    }
  }

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
