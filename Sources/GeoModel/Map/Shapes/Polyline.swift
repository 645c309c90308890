/// An open line, straight on the map between its points (`MKPolyline`). To take the shorter way over the antimeridian,
/// use ``GeodesicPolyline``, or map points beyond the world's width.
public struct Polyline: MultiPointShape, Hashable, Sendable {
  /// The points, in map points; two or more.
  public let points: [MapPoint]
  /// The first line of its label as an annotation; nil for none.
  public var title: String?
  /// The second line of its label; nil for none.
  public var subtitle: String?

  /// Creates a line through coordinates (`MKPolyline(coordinates:count:)`).
  ///
  /// - Throws: ``ShapeError`` when there are fewer than two.
  public init(_ coordinates: [Coordinate], title: String? = nil, subtitle: String? = nil) throws(ShapeError) {
    try self.init(points: coordinates.map { MapPoint($0) }, title: title, subtitle: subtitle)
  }

  /// Creates a line through map points (`MKPolyline(points:count:)`).
  ///
  /// - Throws: ``ShapeError`` when there are fewer than two, or one is not finite.
  public init(points: [MapPoint], title: String? = nil, subtitle: String? = nil) throws(ShapeError) {
    guard !points.isEmpty else { throw .empty("polyline") }
    guard points.count > 1 else { throw .tooFewPoints("polyline", found: points.count, needed: 2) }
    try MapLine.check(points)
    self.points = points
    self.title = title
    self.subtitle = subtitle
  }

  /// The point halfway along it.
  public var coordinate: Coordinate { (MapLine.middle(points) ?? points[0]).coordinate }
  /// Its coordinates.
  public var shape: OverlayShape? { .polyline(coordinates) }
}

/// Several lines that share one renderer, which costs much less than one each (`MKMultiPolyline`).
public struct MultiPolyline: Overlay, Hashable, Sendable {
  /// The lines; one or more.
  public let polylines: [Polyline]
  /// The first line of its label as an annotation; nil for none.
  public var title: String?
  /// The second line of its label; nil for none.
  public var subtitle: String?

  /// Creates a shape of several lines.
  ///
  /// - Throws: ``ShapeError`` when there are none.
  public init(_ polylines: [Polyline], title: String? = nil, subtitle: String? = nil) throws(ShapeError) {
    guard !polylines.isEmpty else { throw .empty("multi-polyline") }
    self.polylines = polylines
    self.title = title
    self.subtitle = subtitle
  }

  /// The point halfway along the first line.
  public var coordinate: Coordinate { polylines[0].coordinate }
  /// The smallest rectangle around all lines.
  public var boundingMapRect: MapRect { polylines.reduce(.null) { $0.union($1.boundingMapRect) } }
  /// Their coordinates.
  public var shape: OverlayShape? { .multiPolyline(polylines.map(\.coordinates)) }
}

/// Points that belong together without a line between them (`MKMultiPoint` as GeoJSON decoders return it).
public struct MultiPoint: MultiPointShape, Hashable, Sendable {
  /// The points, in map points; one or more.
  public let points: [MapPoint]
  /// The first line of its label as an annotation; nil for none.
  public var title: String?
  /// The second line of its label; nil for none.
  public var subtitle: String?

  /// Creates a shape of several points.
  ///
  /// - Throws: ``ShapeError`` when there are none.
  public init(_ coordinates: [Coordinate], title: String? = nil, subtitle: String? = nil) throws(ShapeError) {
    guard !coordinates.isEmpty else { throw .empty("multi-point") }
    points = coordinates.map { MapPoint($0) }
    self.title = title
    self.subtitle = subtitle
  }

  /// The middle of the rectangle around them.
  public var coordinate: Coordinate { boundingMapRect.center.coordinate }
}
