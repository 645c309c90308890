import GeoSupport

/// Screen points per map point (`MKZoomScale`): at 1 a screen point is one map point, at 0.5 two. Tiles of 256 points
/// at level z have the scale 2^(z − 20).
public typealias ZoomScale = Double

/// Conversions between zoom scales, levels and meters.
public enum MapScale {
  /// The zoom scale of a level of tiles of 256 points; levels may be fractions.
  public static func zoomScale(level: Double) -> ZoomScale { exp2(level - 20) }

  /// The level of a zoom scale, the inverse of ``zoomScale(level:)``. A scale of 0 gives minus infinity.
  public static func level(_ zoomScale: ZoomScale) -> Double { log2(zoomScale) + 20 }

  /// Meters on the ground per map point at a latitude in degrees (`MKMetersPerMapPointAtLatitude`): 0.149 m at the
  /// equator, times the cosine of the latitude.
  public static func metersPerMapPoint(atLatitude latitude: Double) -> Double {
    let circumference = 2 * Double.pi * Geodesy.earthRadiusMeters
    let latitude = max(-MapPoint.maximumLatitude, min(MapPoint.maximumLatitude, latitude))
    return circumference / MapSize.world.width * cos(latitude * .pi / 180)
  }

  /// Map points per meter on the ground at a latitude in degrees (`MKMapPointsPerMeterAtLatitude`).
  public static func mapPointsPerMeter(atLatitude latitude: Double) -> Double {
    1 / metersPerMapPoint(atLatitude: latitude)
  }

  /// The width of drawn roads at a zoom scale, in points (`MKRoadWidthAtZoomScale`): 2 at level 12 and below, a fifth
  /// more with each level, at most 24.
  public static func roadWidth(at zoomScale: ZoomScale) -> Double {
    min(24, 2 * pow(1.2, max(0, level(zoomScale) - 12)))
  }
}
