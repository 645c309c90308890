import GeoModel

/// The square around a circle in whole units, to pass over what is far away with comparisons of integers alone.
struct SearchWindow {
  private var minX: Int32, minY: Int32, maxX: Int32, maxY: Int32

  /// The window of a circle around the origin of a projection.
  ///
  /// - Parameter meters: the radius, 0 or more; infinite for a window of everything.
  @inline(__always) init(around projection: LocalProjection, meters: Double) {
    let origin = projection.origin
    // The measures are rounded outwards, so that nothing of the circle is lost.
    let height = SearchWindow.units(meters, LocalProjection.unitsPerMeterY)
    minY = Int32(clamping: Int64(origin.y) - height)
    maxY = Int32(clamping: Int64(origin.y) + height)
    let width = SearchWindow.units(meters, projection.unitsPerMeterX)
    // A segment over the antimeridian has longitudes of both signs: near it and near the poles all longitudes count.
    let comparesX = abs(Int64(origin.x)) + width <= SearchWindow.farthestX && abs(origin.y) <= SearchWindow.farthestY
    minX = comparesX ? Int32(Int64(origin.x) - width) : .min
    maxX = comparesX ? Int32(Int64(origin.x) + width) : .max
  }

  /// Ten degrees before the antimeridian and five before the poles: no segment is so long, at least 97 km, that it goes from within
  /// over the antimeridian.
  private static let farthestX = Int64(Globe.halfTurn) - 100_000_000
  private static let farthestY = Globe.pole - 50_000_000

  @inline(__always) private static func units(_ meters: Double, _ perMeter: Double) -> Int64 {
    Int64(min(meters * perMeter * 1.000_001, 4e9)) + 1
  }

  /// On which sides of the window a point lies, a bit for each; 0 for a point in it. A segment whose ends share a side does not touch
  /// the window.
  @inline(__always) func sides(of point: FixedPoint) -> UInt8 {
    (point.x < minX ? 1 : 0) | (point.x > maxX ? 2 : 0) | (point.y < minY ? 4 : 0) | (point.y > maxY ? 8 : 0)
  }
}
