import GeoModel

/// A column that can be added.
public enum OutputColumn: Sendable, Hashable, CaseIterable {
  /// A field of the placemark.
  case field(PlacemarkField)
  /// The ``RowStatus`` of the row.
  case status

  /// All columns; people read the street before its number.
  public static let allCases: [OutputColumn] =
    [.field(.street), .field(.houseNumber)]
    + PlacemarkField.allCases.filter { $0 != .street && $0 != .houseNumber }.map(OutputColumn.field) + [.status]

  /// Every part of an address, the water in its place, and how well it matches: the columns of a lookup that prints a table.
  public static let fullAddress = columns(
    .street, .houseNumber, .postalCode, .neighborhood, .suburb, .city, .county, .state, .stateCode, .country,
    .countryCode, .inlandWater, .ocean, .match, .distanceMeters)

  /// The columns that are added to a file unless others are asked for: an address without the parts that few people use. Of a point at
  /// sea nothing else is known than the sea.
  public static let usual = fullAddress.filter {
    !columns(.neighborhood, .suburb, .stateCode, .inlandWater).dropLast().contains($0)
  }

  private static func columns(_ fields: PlacemarkField...) -> [OutputColumn] {
    fields.map(OutputColumn.field) + [.status]
  }

  /// Its name, as in `--columns`.
  public var name: String {
    switch self {
    case .field(let field): field.column
    case .status: "status"
    }
  }

  /// One line for the help.
  public var summary: String {
    switch self {
    case .field(let field): field.summary
    case .status: "ok, or why there is no address"
    }
  }
}

extension OutputColumn {
  /// The finest part of an answer that the column rests on.
  var detail: PlacemarkDetail {
    switch self {
    case .field(let field): field.detail
    case .status: .country
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
      } else if let column = allCases.first(where: { ColumnNames.folded($0.name) == folded }) {
        columns.append(column)
      } else {
        throw EnrichmentError(
          .usage,
          "--columns: there is no column \"\(word)\". There are: \(allCases.map(\.name).joined(separator: ", "))",
          unknownName: .init(typed: String(word), known: allCases.map(\.name)))
      }
    }
    guard !columns.isEmpty else { throw EnrichmentError(.usage, "--columns: name at least one column") }
    var seen: Set<OutputColumn> = []
    return columns.filter { seen.insert($0).inserted }
  }
}
