/// A rectangle of the Earth in degrees, like MapKit's region but given by its edges; `west > east` means that it
/// crosses the antimeridian.
public struct CoordinateRegion: Hashable, Sendable {
  /// Edges in WGS84 degrees.
  public var south: Double, west: Double, north: Double, east: Double

  /// A region of four edges in degrees.
  public init(south: Double, west: Double, north: Double, east: Double) {
    self.south = south
    self.west = west
    self.north = north
    self.east = east
  }

  /// Whether a coordinate lies in the region, edges included; only for regions that do not cross the antimeridian.
  @inlinable public func contains(_ coordinate: Coordinate) -> Bool {
    (south...max(south, north)).contains(coordinate.latitude) && (west...max(west, east)).contains(coordinate.longitude)
  }

  /// The region of a stored box.
  public init(_ box: FixedBox) {
    self.init(
      south: Double(box.minY) / FixedPoint.unitsPerDegree, west: Double(box.minX) / FixedPoint.unitsPerDegree,
      north: Double(box.maxY) / FixedPoint.unitsPerDegree, east: Double(box.maxX) / FixedPoint.unitsPerDegree)
  }
}
