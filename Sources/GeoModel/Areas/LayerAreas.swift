/// The user-defined areas (delivery zones, territories) of one layer that contain the query's point.
public struct LayerAreas: Hashable, Sendable {
  /// The layer's name, such as `zones`.
  public var layer: String
  /// The areas, the smallest first; empty where none contains the point. At most ``mostAreas``.
  public var areas: [LayerArea]

  /// The most areas of a layer in a placemark; where more contain the point, the smallest ones are kept.
  public static let mostAreas = 256

  /// Creates a layer with its areas at a point.
  public init(layer: String, areas: [LayerArea]) { (self.layer, self.areas) = (layer, areas) }
}

/// A user-defined area that contains the query's point.
public struct LayerArea: Hashable, Sendable {
  /// Its name, else its id, else its number in its file such as `#12`.
  public var name: String
  /// The id of the feature; nil when it has none.
  public var id: String?
  /// The properties that were chosen when the layer was read, as far as the area has them.
  public var properties: [String: LayerValue]

  /// Creates an area by its name.
  public init(name: String, id: String? = nil, properties: [String: LayerValue] = [:]) {
    (self.name, self.id, self.properties) = (name, id, properties)
  }
}

extension LayerArea: Codable {
  private enum Key: String, CodingKey { case name, id, properties }

  /// Writes the area as the daemon does, without empty members.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(id, forKey: .id)
    if !properties.isEmpty { try container.encode(properties, forKey: .properties) }
  }

  /// Reads the output of ``encode(to:)`` or of the daemon.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      id: try container.decodeIfPresent(String.self, forKey: .id),
      properties: try container.decodeIfPresent([String: LayerValue].self, forKey: .properties) ?? [:])
  }
}

/// A property of an area.
public enum LayerValue: Hashable, Codable, Sendable {
  /// A text. Also an array or object, or a number too long to be exact, as written in the file.
  case text(String)
  /// A number.
  case number(Double)
  /// `true` or `false`.
  case flag(Bool)

  /// Writes the bare value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    }
  }

  /// Reads a bare value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }
}

/// The layers of user-defined areas that a query wants.
public enum LayerChoice: Hashable, Sendable {
  /// None.
  case none
  /// All layers.
  case all
  /// Those with these names.
  case named([String])

  /// The word for all layers in typed input.
  package static let allWord = "all"
}

/// The rules for names of layers.
package enum LayerName {
  /// The longest name, in bytes.
  package static let mostBytes = 40

  /// Whether a name is valid: at most ``mostBytes`` lowercase letters, digits and `_`, a letter first, and neither
  /// `all` nor the name of a table's column.
  package static func isValid(_ name: some StringProtocol) -> Bool {
    guard let first = name.utf8.first, isLetter(first), name.utf8.count <= mostBytes,
      name.utf8.allSatisfy({ isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") })
    else { return false }
    return name != LayerChoice.allWord && OutputColumn(named: name) == nil
  }

  /// The default name of a layer: the name of its file up to the first dot, in lower case and with `_` for other
  /// characters; nil when that is not valid.
  package static func name(ofFile path: String) -> String? {
    let file = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    var bytes: [UInt8] = []
    for byte in file.prefix(while: { $0 != UInt8(ascii: ".") }).prefix(mostBytes) {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      let small = isCapital ? byte | 0x20 : byte
      bytes.append(isLetter(small) || isDigit(small) ? small : UInt8(ascii: "_"))
    }
    let name = String(decoding: bytes, as: UTF8.self)
    return isValid(name) ? name : nil
  }

  /// The rule for names, for error messages.
  package static let rule =
    "a layer is called by small letters, digits and _, the first a letter, but neither 'all' nor like a column of tables"

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension GeocodingError {
  /// The error of a query for a layer that is not there; it lists those that are.
  package static func noLayer(_ name: String, among known: [String]) -> GeocodingError {
    let advice =
      known.isEmpty
      ? "there are none; geocoded --areas and geocode import --areas add them"
      : "there are: \(known.joined(separator: ", "))"
    return GeocodingError(
      .invalidQuery, "there is no layer '\(ForeignText.visible(String(name.prefix(60))))'; \(advice)")
  }
}
