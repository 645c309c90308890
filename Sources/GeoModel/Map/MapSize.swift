/// A width and height in map points (`MKMapSize`). What a map point is: see ``MapPoint``.
public struct MapSize: PlaneSize {
  /// Map points from west to east.
  public var width: Double
  /// Map points from north to south.
  public var height: Double

  /// A size in map points.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The whole world (`MKMapSizeWorld`): 2^28 map points in each direction, so that level 20 of tiles of 256 points has one map point
  /// for each point.
  public static let world = MapSize(width: 268_435_456, height: 268_435_456)
}
