/// A column of a table of placemarks.
public enum OutputColumn: Sendable, Hashable, CaseIterable {
  /// A field of the placemark.
  case field(PlacemarkField)
  /// The names of the user-defined areas of this layer that contain the point.
  indirect case layer(String)
  /// The status of the row: `ok`, or why it has no address.
  case status

  /// All columns except layers. The street comes before its number, as people read it.
  public static let allCases: [OutputColumn] =
    [.field(.street), .field(.houseNumber)]
    + PlacemarkField.allCases.filter { $0 != .street && $0 != .houseNumber }.map(OutputColumn.field) + [.status]

  /// The columns that `all` stands for: all but local names, codes of the point and of areas, and facts about the road.
  ///
  /// Few tables need the excluded columns, so each must be named.
  package static let usualAll = allCases.filter { column in
    guard case .field(let field) = column else { return true }
    return !PlacemarkField.codes.contains(field) && field != .names && !field.isOfRoad
  }

  /// Every part of an address, or the water instead, and the quality of the match: the columns of a lookup that prints
  /// a table.
  public static let fullAddress = columns(
    .street, .houseNumber, .postalCode, .neighborhood, .suburb, .city, .county, .state, .stateCode, .country,
    .countryCode, .inlandWater, .ocean, .match, .distanceMeters)

  /// The default columns for a file: an address without the parts that few people use. The ocean is included, as it is
  /// all that is known of a point at sea.
  public static let usual = fullAddress.filter {
    !columns(.neighborhood, .suburb, .stateCode, .inlandWater).dropLast().contains($0)
  }

  private static func columns(_ fields: PlacemarkField...) -> [OutputColumn] {
    fields.map(OutputColumn.field) + [.status]
  }

  /// The column's name, as in `--columns`.
  public var name: String {
    switch self {
    case .field(let field): field.column
    case .layer(let name): name
    case .status: "status"
    }
  }

  /// One line for the help.
  public var summary: String {
    switch self {
    case .field(let field): field.summary
    case .layer(let name): "areas of the layer \(name) that contain the point, smallest first, separated by semicolons"
    case .status: "ok, or why there is no address"
    }
  }
}

extension OutputColumn {
  /// The query detail that the column needs. Fields of a road need the street: where no area is known, a coarser query
  /// has no placemark that could have them.
  package var detail: PlacemarkDetail {
    switch self {
    case .field(let field): field.isOfRoad ? max(field.detail, .street) : field.detail
    case .layer, .status: .country
    }
  }

  /// The column's layer; nil for all other columns.
  package var layer: String? { if case .layer(let name) = self { name } else { nil } }

  /// Whether the column is about the road that the point is on.
  package var isOfRoad: Bool { if case .field(let field) = self { field.isOfRoad } else { false } }

  /// Finds the column with a name in any case, `houseNumber` as well as `house_number`; nil when there is none.
  package init?(named word: some StringProtocol) {
    let folded = OutputColumn.folded(word)
    guard let column = OutputColumn.allCases.first(where: { OutputColumn.folded($0.name) == folded }) else {
      return nil
    }
    self = column
  }

  /// Whether a word means all columns.
  package static func isAll(_ word: some StringProtocol) -> Bool { folded(word) == Array("all".utf8) }

  private static func folded(_ word: some StringProtocol) -> [UInt8] {
    word.utf8.compactMap { byte in
      switch byte {
      case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "): nil
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      default: byte
      }
    }
  }
}
