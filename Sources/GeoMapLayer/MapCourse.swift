/// How a line of the map goes over or under others, and in which direction.
public struct MapCourse: Hashable, BitwiseCopyable, Sendable {
  /// `layer`, -7 to 7; 0 for the ground.
  public var layer: Int8
  /// Whether it is on a bridge.
  public var isBridge: Bool
  /// Whether it is in a tunnel.
  public var isTunnel: Bool
  /// Whether traffic goes from its first point to its last one only. Squares of the finest level alone tell.
  public var isOneWay: Bool

  /// A course; by default on the ground, in both directions.
  public init(layer: Int8 = 0, isBridge: Bool = false, isTunnel: Bool = false, isOneWay: Bool = false) {
    self.layer = max(-7, min(7, layer))
    self.isBridge = isBridge
    self.isTunnel = isTunnel
    self.isOneWay = isOneWay
  }
}
