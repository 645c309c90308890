/// A column that can be added.
public enum OutputColumn: Sendable, Hashable, CaseIterable {
  /// A field of the placemark.
  case field(PlacemarkField)
  /// The names of the areas of one's own that contain the point, of a layer of this name.
  indirect case layer(String)
  /// How the row went: `ok`, or why it has no address.
  case status

  /// All columns but those of layers; people read the street before its number.
  public static let allCases: [OutputColumn] =
    [.field(.street), .field(.houseNumber)]
    + PlacemarkField.allCases.filter { $0 != .street && $0 != .houseNumber }.map(OutputColumn.field) + [.status]

  /// What `all` stands for: all but local names, codes of the point and of areas, and what is known of its road, which few tables want, and
  /// which are asked for by name.
  package static let usualAll = allCases.filter { column in
    guard case .field(let field) = column else { return true }
    return !PlacemarkField.codes.contains(field) && field != .names && !field.isOfRoad
  }

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
  /// The finest part of an answer that the column rests on. Of a road it is the street: where no area is known, there is no coarser answer that could have it.
  package var detail: PlacemarkDetail {
    switch self {
    case .field(let field): field.isOfRoad ? max(field.detail, .street) : field.detail
    case .layer, .status: .country
    }
  }

  /// The layer that it tells of; nil for all other columns.
  package var layer: String? { if case .layer(let name) = self { name } else { nil } }

  /// Whether it tells of the road that the point is on.
  package var isOfRoad: Bool { if case .field(let field) = self { field.isOfRoad } else { false } }

  /// The column that a person or a program names, in any case, `houseNumber` as well as `house_number`; nil when there is none.
  package init?(named word: some StringProtocol) {
    let folded = OutputColumn.folded(word)
    guard let column = OutputColumn.allCases.first(where: { OutputColumn.folded($0.name) == folded }) else {
      return nil
    }
    self = column
  }

  /// Whether a word stands for all columns.
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
