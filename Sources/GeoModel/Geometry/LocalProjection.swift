import GeoSupport

/// A projection to meters around one point: x grows east, y grows north, the point itself is (0, 0).
///
/// It is equirectangular with the scale of the origin's latitude. Within 5 km and away from the poles, its distances
/// differ from those on the sphere by less than 0.1 %. Longitudes are taken the short way around, so callers need no
/// special case for the antimeridian.
@frozen public struct LocalProjection: Sendable {
  /// Meters in one 1e-7 degree of latitude, on the sphere of ``Geodesy/earthRadiusMeters``.
  @inlinable public static var metersPerUnitY: Double {
    Geodesy.earthRadiusMeters * .pi / 180 / FixedPoint.unitsPerDegree
  }

  /// The point at (0, 0).
  public let origin: FixedPoint
  /// Meters in one 1e-7 degree of longitude at the origin's latitude; almost zero at the poles.
  public let metersPerUnitX: Double

  /// The number of 1e-7 degrees of latitude in a meter.
  @inlinable public static var unitsPerMeterY: Double { 1 / metersPerUnitY }
  /// The number of 1e-7 degrees of longitude in a meter at the origin's latitude; very large at the poles.
  public let unitsPerMeterX: Double

  /// Creates a projection around a point.
  public init(origin: FixedPoint) {
    self.origin = origin
    let radians = Double(origin.y) / FixedPoint.unitsPerDegree * .pi / 180
    metersPerUnitX = LocalProjection.metersPerUnitY * max(cos(radians), 1e-9)
    unitsPerMeterX = 1 / metersPerUnitX
  }

  /// Meters east and north of the origin.
  @inlinable public func project(_ point: FixedPoint) -> LocalPoint {
    let dx = Globe.shortWay(Int64(point.x) - Int64(origin.x))
    let dy = Int64(point.y) - Int64(origin.y)
    return LocalPoint(x: Double(dx) * metersPerUnitX, y: Double(dy) * LocalProjection.metersPerUnitY)
  }

  /// The stored point at a place in meters.
  public func unproject(_ point: LocalPoint) -> FixedPoint {
    let x = Int64(origin.x) + Int64((point.x / metersPerUnitX).rounded())
    let y = Int64(origin.y) + Int64((point.y / LocalProjection.metersPerUnitY).rounded())
    return FixedPoint(x: Globe.longitude(x), y: Globe.latitude(y))
  }

  /// The square of the distance from the origin to a box, in square meters; 0 inside. Never more than the distance to
  /// any point of the box, even where the box is nearer the other way around the Earth.
  @inlinable public func squaredDistance(to box: FixedBox) -> Double {
    let x = Globe.gap(from: origin.x, to: box.minX, box.maxX)
    let y = max(0, Int64(box.minY) - Int64(origin.y), Int64(origin.y) - Int64(box.maxY))
    let dx = Double(x) * metersPerUnitX
    let dy = Double(y) * LocalProjection.metersPerUnitY
    return dx * dx + dy * dy
  }
}

/// A place in the meters of a ``LocalProjection``.
@frozen public struct LocalPoint: Hashable, Sendable {
  /// Meters east of the origin.
  public var x: Double
  /// Meters north of the origin.
  public var y: Double

  /// Creates a place in meters from the origin.
  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The difference of two points in units of 1e-7 degree instead of meters.
  package init(_ point: FixedPoint, from origin: FixedPoint) {
    self.init(x: Double(point.x) - Double(origin.x), y: Double(point.y) - Double(origin.y))
  }

  /// The square of the distance from the origin in square meters.
  @inlinable public var squaredLength: Double { x * x + y * y }

  /// The point nearest to the origin on the segment from this point to `end`.
  @inlinable public func nearestToOrigin(onSegmentTo end: LocalPoint) -> LocalPoint {
    let dx = end.x - x
    let dy = end.y - y
    let squaredLength = dx * dx + dy * dy
    guard squaredLength > 0 else { return self }
    let fraction = max(0, min(1, -(x * dx + y * dy) / squaredLength))
    return LocalPoint(x: x + fraction * dx, y: y + fraction * dy)
  }
}

/// Distances on the sphere. All code takes the Earth's radius from here.
public enum Geodesy {
  /// The mean radius R1 of the WGS84 ellipsoid in meters (IUGG: (2a + b) / 3).
  @inlinable public static var earthRadiusMeters: Double { 6_371_008.8 }

  /// The great-circle distance in meters (haversine), valid for any distance, including poles and antimeridian.
  public static func distanceMeters(_ a: Coordinate, _ b: Coordinate) -> Double {
    let radians = Double.pi / 180
    let halfLatitude = sin((b.latitude - a.latitude) * radians / 2)
    let halfLongitude = sin((b.longitude - a.longitude) * radians / 2)
    let h =
      halfLatitude * halfLatitude
      + cos(a.latitude * radians) * cos(b.latitude * radians) * halfLongitude * halfLongitude
    return 2 * earthRadiusMeters * asin(min(1, h.squareRoot()))
  }
}
