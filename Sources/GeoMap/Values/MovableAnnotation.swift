import GeoModel

/// An annotation that can be moved, by code or by the user (`setCoordinate:`). Without it a view is not draggable.
public protocol MovableAnnotation: Annotation {
  /// Where it stands. For a struct the map keeps the changed value; for a class it is the program's own object that changes.
  var coordinate: Coordinate { get set }
}

extension PointAnnotation: MovableAnnotation {}

/// A movable annotation that heads somewhere, such as a vehicle. Its view may be turned that way (``AnnotationView/rotation``).
public protocol HeadedAnnotation: MovableAnnotation {
  /// Degrees clockwise from north; nil when not known.
  var heading: Double? { get set }
}

/// An annotation that was added by columns, with what its row says.
public struct ColumnAnnotation: HeadedAnnotation, Hashable, Sendable {
  /// The id of its row.
  public let id: AnnotationID
  /// Where it stands.
  public var coordinate: Coordinate
  /// The first line of its label; nil for none.
  public var title: String?
  /// The second line of its label; nil for none.
  public var subtitle: String?
  /// Degrees clockwise from north; nil when the columns do not say it.
  public var heading: Double?
}
