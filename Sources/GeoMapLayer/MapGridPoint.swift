import GeoSupport

/// A point of the map layer: units of a stored level from the north-western corner of the world, or of a square.
public struct MapGridPoint: Hashable, BitwiseCopyable, Sendable {
  /// To the east.
  public var x: Int32
  /// To the south.
  public var y: Int32

  /// A point of two numbers.
  @inlinable public init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }
}
