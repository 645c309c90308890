import GeoSupport

/// Distances on the sphere. The one place with a radius of the Earth.
public enum Geodesy {
  /// The mean radius R1 of the WGS84 ellipsoid in meters (IUGG: (2a + b) / 3).
  @inlinable public static var earthRadiusMeters: Double { 6_371_008.8 }

  /// The great-circle distance in meters (haversine), right over any distance, poles and antimeridian included.
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
