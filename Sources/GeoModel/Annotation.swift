/// Something that stands at one place of a map and can be labelled there. Anything may adopt it.
public protocol Annotation {
  /// Where it stands, in WGS84 degrees.
  var coordinate: Coordinate { get }
  /// The first line of its label; nil for none.
  var title: String? { get }
  /// The second line of its label; nil for none.
  var subtitle: String? { get }
}

extension Annotation {
  /// No label unless the adopter has one.
  public var title: String? { nil }
  /// No second line unless the adopter has one.
  public var subtitle: String? { nil }
}

/// The ready-made annotation: a coordinate with a label.
public struct PointAnnotation: Annotation, Hashable, Sendable {
  /// Where it stands, in WGS84 degrees.
  public var coordinate: Coordinate
  /// The first line of its label; nil for none.
  public var title: String?
  /// The second line of its label; nil for none.
  public var subtitle: String?

  /// An annotation at a coordinate.
  public init(coordinate: Coordinate, title: String? = nil, subtitle: String? = nil) {
    self.coordinate = coordinate
    self.title = title
    self.subtitle = subtitle
  }
}
