/// An extent in degrees, not in kilometers (`MKCoordinateSpan`). A degree of latitude is about 111 km everywhere; one of longitude is
/// 111 km at the equator and nothing at the poles.
public struct CoordinateSpan: Hashable, Sendable {
  /// Degrees from south to north, 0 to 180. To zoom in make it smaller.
  public var latitudeDelta: Double
  /// Degrees from west to east, 0 to 360.
  public var longitudeDelta: Double

  /// A span in degrees (`MKCoordinateSpanMake`).
  public init(latitudeDelta: Double, longitudeDelta: Double) {
    self.latitudeDelta = latitudeDelta
    self.longitudeDelta = longitudeDelta
  }
}
