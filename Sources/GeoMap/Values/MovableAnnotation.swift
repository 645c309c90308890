import GeoModel

/// An annotation that can be moved, by code or by the user (`setCoordinate:`). Views of other annotations cannot be
/// dragged.
public protocol MovableAnnotation: Annotation {
  /// The position. For a struct the map stores the changed value; for a class the program's own object changes.
  var coordinate: Coordinate { get set }
}

extension PointAnnotation: MovableAnnotation {}

/// A movable annotation with a heading, such as a vehicle. Its view may turn with it (``AnnotationView/rotation``).
public protocol HeadedAnnotation: MovableAnnotation {
  /// Degrees clockwise from north; nil when unknown.
  var heading: Double? { get set }
}

/// An annotation that was added by columns, with the values of its row.
public struct ColumnAnnotation: HeadedAnnotation, Hashable, Sendable {
  /// The id of its row.
  public let id: AnnotationID
  /// The position.
  public var coordinate: Coordinate
  /// The first line of its label; nil for none.
  public var title: String?
  /// The second line of its label; nil for none.
  public var subtitle: String?
  /// Degrees clockwise from north; nil when the columns do not give it.
  public var heading: Double?
}
