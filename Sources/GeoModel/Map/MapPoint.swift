import GeoSupport

/// A coordinate projected by spherical Mercator, EPSG:3857 (`MKMapPoint`).
///
/// (0, 0) is the north-western corner of the world, `x` grows to the east and `y` to the south, each up to 2^28
/// (``MapSize/world``). A point left of 0 or right of the world's width is on the other side of the antimeridian.
public struct MapPoint: PlanePoint {
  /// Map points east of the antimeridian.
  public var x: Double
  /// Map points south of the northern edge.
  public var y: Double

  /// Creates a point from two numbers, unchecked.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Projects a coordinate to the map. Latitudes beyond ``maximumLatitude`` are on the edge.
  public init(_ coordinate: Coordinate) {
    x = (coordinate.longitude + 180) / 360 * MapSize.world.width
    if abs(coordinate.latitude) >= MapPoint.maximumLatitude {
      y = coordinate.latitude > 0 ? 0 : MapSize.world.height
    } else {
      let sine = sin(coordinate.latitude * .pi / 180)
      y = (0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)) * MapSize.world.height
    }
  }

  /// The greatest latitude of the map in degrees, north and south, which makes the world a square.
  public static let maximumLatitude = 85.051_128_779_806_59

  /// The coordinate at this point. Beyond the northern or southern edge it is that of the edge; beyond the
  /// antimeridian, that of the other side. NaN gives latitude and longitude 0.
  public var coordinate: Coordinate {
    let world = MapSize.world
    let mercator = y.isNaN ? 0 : 1 - 2 * max(0, min(world.height, y)) / world.height
    return Coordinate(
      clampingLatitude: atan(sinh(.pi * mercator)) * 180 / .pi, longitude: x / world.width * 360 - 180)
  }

  /// Creates a point whose longitude may be beyond the antimeridian, such as 185. The point stays beyond it, too.
  ///
  /// - Throws: ``CoordinateError`` when the latitude is out of range, or the longitude is not within a turn and a half,
  ///   -540 to 540.
  package init(latitude: Double, unwrappedLongitude longitude: Double) throws(CoordinateError) {
    guard abs(longitude) > 180, abs(longitude) <= 540 else {
      self.init(try Coordinate(latitude: latitude, longitude: longitude))
      return
    }
    let turns = ((longitude + 180) / 360).rounded(.down)
    self.init(try Coordinate(latitude: latitude, longitude: longitude - 360 * turns))
    x += turns * MapSize.world.width
  }

  /// The longitude in degrees, beyond 180 or -180 where the point is over the antimeridian.
  package var unwrappedLongitude: Double {
    let wrapped = coordinate.longitude
    return wrapped + 360 * ((x / MapSize.world.width * 360 - 180 - wrapped) / 360).rounded()
  }

  /// Meters on the ground to another point, on the sphere, whatever the latitude (`MKMetersBetweenMapPoints`).
  public func distanceMeters(to other: MapPoint) -> Double { Geodesy.distanceMeters(coordinate, other.coordinate) }

  /// The same place with `x` from 0 up to, but not including, the world's width.
  public var wrapped: MapPoint {
    let width = MapSize.world.width
    guard x < 0 || x >= width, x.isFinite else { return self }
    let rest = x.truncatingRemainder(dividingBy: width)
    let positive = rest < 0 ? rest + width : rest
    return MapPoint(x: positive < width ? positive : 0, y: y)
  }
}

extension Coordinate {
  /// Creates a coordinate from computed numbers: clamps the latitude to the poles, wraps the longitude, and replaces
  /// values that are not finite by 0.
  package init(clampingLatitude latitude: Double, longitude: Double) {
    var east = longitude.isFinite ? longitude : 0
    if abs(east) > 180 {
      east = (east + 180).truncatingRemainder(dividingBy: 360)
      east += east < 0 ? 180 : -180
    }
    let north = latitude.isFinite ? max(-90, min(90, latitude)) : 0
    // Both are in range, so this does not fail.
    self = (try? Coordinate(latitude: north, longitude: east)) ?? Coordinate(FixedPoint(x: 0, y: 0))
  }
}
