/// Something at one place of a map that may have a label there. Any type can adopt it.
public protocol Annotation {
  /// Where it stands, in WGS84 degrees.
  var coordinate: Coordinate { get }
  /// The first line of its label; nil for none.
  var title: String? { get }
  /// The second line of its label; nil for none.
  var subtitle: String? { get }
}

extension Annotation {
  /// The default: no label.
  public var title: String? { nil }
  /// The default: no second line.
  public var subtitle: String? { nil }
}

/// A coordinate with a label.
public struct PointAnnotation: Annotation, Hashable, Sendable {
  /// Where it stands, in WGS84 degrees.
  public var coordinate: Coordinate
  /// The first line of its label; nil for none.
  public var title: String?
  /// The second line of its label; nil for none.
  public var subtitle: String?

  /// Creates an annotation at a coordinate.
  public init(coordinate: Coordinate, title: String? = nil, subtitle: String? = nil) {
    self.coordinate = coordinate
    self.title = title
    self.subtitle = subtitle
  }
}
