import GeoModel

/// The user's location (`MKUserLocation`), an annotation that the map adds by itself while it shows the location.
public struct UserLocation: Annotation, Hashable, Sendable {
  /// A known location.
  public struct Location: Hashable, Sendable {
    /// The coordinate.
    public var coordinate: Coordinate
    /// The radius around it within which the user is, in meters; at least 0.
    public var accuracyMeters: Double
    /// The time in seconds since 1970; nil when the source does not give it.
    public var timestamp: Double?

    /// Creates a location. Accuracies that are negative or not finite count as 0.
    public init(coordinate: Coordinate, accuracyMeters: Double = 0, timestamp: Double? = nil) {
      self.coordinate = coordinate
      self.accuracyMeters = accuracyMeters.isFinite && accuracyMeters > 0 ? accuracyMeters : 0
      self.timestamp = timestamp
    }
  }

  /// The last location; nil while it is not shown or not known yet.
  public internal(set) var location: Location?
  /// Degrees clockwise from north; nil when unknown.
  public internal(set) var heading: Double?
  /// Whether the map wants location updates.
  public internal(set) var isUpdating = false
  /// The first line of its callout.
  public var title: String? = "Current Location"
  /// The second line of its callout; nil for none.
  public var subtitle: String?

  /// The coordinate of the last location; latitude and longitude 0 while it is unknown.
  public var coordinate: Coordinate { location?.coordinate ?? Coordinate(clampingLatitude: 0, longitude: 0) }
}

/// Whether the map follows the user (`MKUserTrackingMode`).
public enum UserTrackingMode: String, Hashable, Sendable, CaseIterable {
  /// The map does not follow: the default.
  case none
  /// The location stays in the middle until the user pans or zooms.
  case follow
}
