/// The numbers that both sides of the protocol know. Limits of a server that its options change are not among them.
public enum ProtocolLimits {
  /// Counts up when a change would break a client; fields and methods are added without it.
  public static let protocolVersion = 1
  /// Coordinates in one `reverseGeocodeBatch`.
  public static let batchCoordinates = 10_000
  /// Placemarks that one `reverseGeocodeBatch` may ask for: its coordinates times its `limit`. One with `overlay` counts as
  /// a hundred, as a boundary is that much longer than an address.
  public static let batchPlacemarks = 100_000
  /// The largest `limit` of a query.
  public static let placemarkLimit = 100
  /// Languages in one query.
  public static let languages = 16
  /// The largest `maximumDistanceMeters`: farther than any two places on Earth.
  public static let distanceMeters = 20_100_000.0
  /// The largest radius of a position.
  public static let accuracyMeters = 100_000.0
}
