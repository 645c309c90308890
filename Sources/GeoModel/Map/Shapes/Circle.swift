import GeoSupport

/// All points within a distance of a center (`MKCircle`), drawn as a circle with the map scale of its center.
public struct Circle: Overlay, Hashable, Sendable {
  /// Its center.
  public let coordinate: Coordinate
  /// Meters on the ground from the center to the edge; 0 or more.
  public let radiusMeters: Double
  /// The first line of its label as an annotation; nil for none.
  public var title: String?
  /// The second line of its label; nil for none.
  public var subtitle: String?

  /// Creates a circle on the ground (`MKCircle(center:radius:)`).
  ///
  /// - Throws: ``ShapeError`` when the radius is NaN, infinite or negative.
  public init(
    center: Coordinate, radiusMeters: Double, title: String? = nil, subtitle: String? = nil
  ) throws(ShapeError) {
    guard radiusMeters.isFinite, radiusMeters >= 0 else { throw .radius(radiusMeters) }
    coordinate = center
    self.radiusMeters = radiusMeters
    self.title = title
    self.subtitle = subtitle
  }

  /// Creates the circle in the middle of a rectangle, as wide as its longer side (`MKCircle(mapRect:)`).
  ///
  /// - Throws: ``ShapeError`` when the rectangle is null or otherwise invalid.
  public init(mapRect: MapRect, title: String? = nil, subtitle: String? = nil) throws(ShapeError) {
    guard mapRect.isValid else { throw .empty("circle") }
    let center = mapRect.center.coordinate
    let radius = max(mapRect.width, mapRect.height) / 2 * MapScale.metersPerMapPoint(atLatitude: center.latitude)
    try self.init(center: center, radiusMeters: radius, title: title, subtitle: subtitle)
  }

  /// Its radius in map points, with the map scale of its center.
  public var radiusMapPoints: Double { radiusMeters * MapScale.mapPointsPerMeter(atLatitude: coordinate.latitude) }

  /// The square around it.
  public var boundingMapRect: MapRect {
    let center = MapPoint(coordinate)
    let radius = radiusMapPoints
    return MapRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
  }

  /// Points on its edge, clockwise from the north.
  ///
  /// - Parameter count: the number of points; fewer than 3 count as 3.
  public func outline(count: Int = 128) -> [MapPoint] {
    let center = MapPoint(coordinate)
    let radius = radiusMapPoints
    let corners = max(3, count)
    return (0..<corners).map { corner in
      let angle = Double(corner) / Double(corners) * 2 * .pi
      return MapPoint(x: center.x + radius * sin(angle), y: center.y - radius * cos(angle))
    }
  }

  /// Its center and radius.
  public var shape: OverlayShape? { .circle(center: coordinate, radiusMeters: radiusMeters) }
}
