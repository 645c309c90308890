/// A closed area with holes (`MKPolygon`). It closes itself, so the first point need not be repeated.
public struct Polygon: MultiPointShape, Hashable, Sendable {
  /// The corners of its outline, in map points; three or more different ones.
  public let points: [MapPoint]
  /// Its holes, in either direction; nil, never empty, when there are none (`MKPolygon.interiorPolygons`).
  public let interiorPolygons: [Polygon]?
  /// The first line of its label as an annotation; nil for none.
  public var title: String?
  /// The second line of its label; nil for none.
  public var subtitle: String?

  /// Creates a polygon from coordinates (`MKPolygon(coordinates:count:interiorPolygons:)`).
  ///
  /// - Throws: ``ShapeError`` when there are fewer than three different ones.
  public init(
    coordinates: [Coordinate], interiorPolygons: [Polygon]? = nil, title: String? = nil, subtitle: String? = nil
  ) throws(ShapeError) {
    try self.init(
      points: coordinates.map { MapPoint($0) }, interiorPolygons: interiorPolygons, title: title, subtitle: subtitle)
  }

  /// Creates a polygon from map points (`MKPolygon(points:count:interiorPolygons:)`).
  ///
  /// - Throws: ``ShapeError`` when there are fewer than three different ones, or one is not finite.
  public init(
    points: [MapPoint], interiorPolygons: [Polygon]? = nil, title: String? = nil, subtitle: String? = nil
  ) throws(ShapeError) {
    guard !points.isEmpty else { throw .empty("polygon") }
    try MapLine.check(points)
    let different = Set(points).count
    guard different > 2 else { throw .tooFewPoints("polygon", found: different, needed: 3) }
    self.points = points
    self.interiorPolygons = interiorPolygons?.isEmpty == true ? nil : interiorPolygons
    self.title = title
    self.subtitle = subtitle
  }

  /// The center of mass of its outline.
  public var coordinate: Coordinate {
    let moments = MapLine.moments(points)
    guard moments.area != 0 else { return boundingMapRect.center.coordinate }
    return MapPoint(x: moments.x / (3 * moments.area), y: moments.y / (3 * moments.area)).coordinate
  }

  /// Its closed rings, the outline first, then the holes.
  public var shape: OverlayShape? { .polygon(rings) }

  var rings: [[Coordinate]] { [closedRing] + (interiorPolygons ?? []).map(\.closedRing) }

  private var closedRing: [Coordinate] {
    let ring = points.first == points.last ? points : points + [points[0]]
    return ring.map(\.coordinate)
  }
}

/// Several polygons that share one renderer, which costs much less than one each (`MKMultiPolygon`).
public struct MultiPolygon: Overlay, Hashable, Sendable {
  /// The polygons; one or more.
  public let polygons: [Polygon]
  /// The first line of its label as an annotation; nil for none.
  public var title: String?
  /// The second line of its label; nil for none.
  public var subtitle: String?

  /// Creates a shape of several polygons.
  ///
  /// - Throws: ``ShapeError`` when there are none.
  public init(_ polygons: [Polygon], title: String? = nil, subtitle: String? = nil) throws(ShapeError) {
    guard !polygons.isEmpty else { throw .empty("multi-polygon") }
    self.polygons = polygons
    self.title = title
    self.subtitle = subtitle
  }

  /// The center of mass of the outlines.
  public var coordinate: Coordinate {
    var sum = (area: 0.0, x: 0.0, y: 0.0)
    for polygon in polygons {
      let moments = MapLine.moments(polygon.points)
      // The direction of a ring does not matter.
      let sign: Double = moments.area < 0 ? -1 : 1
      sum = (sum.area + sign * moments.area, sum.x + sign * moments.x, sum.y + sign * moments.y)
    }
    guard sum.area != 0 else { return boundingMapRect.center.coordinate }
    return MapPoint(x: sum.x / (3 * sum.area), y: sum.y / (3 * sum.area)).coordinate
  }

  /// The smallest rectangle around all polygons.
  public var boundingMapRect: MapRect { polygons.reduce(.null) { $0.union($1.boundingMapRect) } }
  /// Their closed rings.
  public var shape: OverlayShape? { .multiPolygon(polygons.map(\.rings)) }
}
