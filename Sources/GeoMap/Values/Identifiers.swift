/// Identifies an annotation of a map; returned by ``MapView/addAnnotation(_:id:template:)`` and taken by the other
/// functions.
public enum AnnotationID: Hashable, Sendable {
  /// A number of the program's choice.
  case number(Int)
  /// A text of the program's choice.
  case text(String)
  /// A number chosen by the map for an annotation that was added without an id.
  case automatic(Int)
  /// A cluster, which the map creates itself.
  case cluster(Int)
  /// The user's location.
  case userLocation
}

extension AnnotationID: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, CustomStringConvertible {
  /// A number of the program's choice.
  public init(integerLiteral value: Int) { self = .number(value) }
  /// A text of the program's choice.
  public init(stringLiteral value: String) { self = .text(value) }

  /// The number or text; ids chosen by the map begin with a word.
  public var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): text
    case .automatic(let number): "automatic \(number)"
    case .cluster(let number): "cluster \(number)"
    case .userLocation: "user location"
    }
  }
}

/// Identifies an overlay of a map; returned by ``MapView/addOverlay(_:level:id:)`` and taken by the other functions.
public enum OverlayID: Hashable, Sendable {
  /// A number of the program's choice.
  case number(Int)
  /// A text of the program's choice.
  case text(String)
  /// A number chosen by the map for an overlay that was added without an id.
  case automatic(Int)
}

extension OverlayID: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, CustomStringConvertible {
  /// A number of the program's choice.
  public init(integerLiteral value: Int) { self = .number(value) }
  /// A text of the program's choice.
  public init(stringLiteral value: String) { self = .text(value) }

  /// The number or text; ids chosen by the map begin with a word.
  public var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): text
    case .automatic(let number): "automatic \(number)"
    }
  }
}
