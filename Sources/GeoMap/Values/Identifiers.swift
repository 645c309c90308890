/// Names an annotation of a map; what ``MapView/addAnnotation(_:id:template:)`` gives and the other functions take.
public enum AnnotationID: Hashable, Sendable {
  /// A number of the program's choice.
  case number(Int)
  /// A text of the program's choice.
  case text(String)
  /// Given by the map to an annotation that was added without one.
  case automatic(Int)
  /// A cluster; the map makes it.
  case cluster(Int)
  /// The user's location.
  case userLocation
}

extension AnnotationID: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, CustomStringConvertible {
  /// A number of the program's choice.
  public init(integerLiteral value: Int) { self = .number(value) }
  /// A text of the program's choice.
  public init(stringLiteral value: String) { self = .text(value) }

  /// The number or text; what the map gives has a word before it.
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

/// Names an overlay of a map; what ``MapView/addOverlay(_:level:id:)`` gives and the other functions take.
public enum OverlayID: Hashable, Sendable {
  /// A number of the program's choice.
  case number(Int)
  /// A text of the program's choice.
  case text(String)
  /// Given by the map to an overlay that was added without one.
  case automatic(Int)
}

extension OverlayID: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, CustomStringConvertible {
  /// A number of the program's choice.
  public init(integerLiteral value: Int) { self = .number(value) }
  /// A text of the program's choice.
  public init(stringLiteral value: String) { self = .text(value) }

  /// The number or text; what the map gives has a word before it.
  public var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): text
    case .automatic(let number): "automatic \(number)"
    }
  }
}
