/// A stored point in whole units of 1e-7 degree (about 1.1 cm), as in OpenStreetMap.
///
/// `x` is the longitude, `y` the latitude; the names differ from ``Coordinate`` so that mixing the two does not
/// compile.
@frozen public struct FixedPoint: Hashable, BitwiseCopyable, Sendable {
  /// Units in one degree.
  @inlinable public static var unitsPerDegree: Double { 1e7 }
  /// Longitude in 1e-7 degree, -1,800,000,000 to 1,800,000,000.
  public var x: Int32
  /// Latitude in 1e-7 degree, -900,000,000 to 900,000,000.
  public var y: Int32

  /// Creates a point from two integers that are in range.
  @inlinable public init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }

  /// The nearest stored point to a coordinate, at most 0.5 units away on each axis.
  ///
  /// Longitude -180 becomes 180, the same meridian: areas that end there contain their eastern edge, but not their
  /// western one.
  @inlinable public init(_ coordinate: Coordinate) {
    self.init(asked: coordinate)
    if x == -Globe.halfTurn { x = Globe.halfTurn }
  }

  /// The nearest point to a coordinate with its sign: longitude -180 stays, as answers repeat what was asked.
  @inlinable public init(asked coordinate: Coordinate) {
    x = Int32((coordinate.longitude * FixedPoint.unitsPerDegree).rounded())
    y = Int32((coordinate.latitude * FixedPoint.unitsPerDegree).rounded())
  }
}
