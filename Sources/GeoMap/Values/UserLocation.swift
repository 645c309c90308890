import GeoModel

/// Where the user is (`MKUserLocation`): an annotation that the map adds by itself while it shows the location.
public struct UserLocation: Annotation, Hashable, Sendable {
  /// A known place.
  public struct Location: Hashable, Sendable {
    /// Where.
    public var coordinate: Coordinate
    /// Meters around it within which the user is; 0 or more.
    public var accuracyMeters: Double
    /// When, in seconds since 1970; nil when the source does not say.
    public var timestamp: Double?

    /// A place. Accuracies that are negative or no number count as 0.
    public init(coordinate: Coordinate, accuracyMeters: Double = 0, timestamp: Double? = nil) {
      self.coordinate = coordinate
      self.accuracyMeters = accuracyMeters.isFinite && accuracyMeters > 0 ? accuracyMeters : 0
      self.timestamp = timestamp
    }
  }

  /// The last place; nil while it is not shown or not known yet.
  public internal(set) var location: Location?
  /// Degrees clockwise from north; nil when not known.
  public internal(set) var heading: Double?
  /// Whether the map asks for the location.
  public internal(set) var isUpdating = false
  /// The first line of its callout.
  public var title: String? = "Current Location"
  /// The second line of its callout; nil for none.
  public var subtitle: String?

  /// The last place; latitude and longitude 0 while it is not known.
  public var coordinate: Coordinate { location?.coordinate ?? Coordinate(clampingLatitude: 0, longitude: 0) }
}

/// Whether the map goes along with the user (`MKUserTrackingMode`).
public enum UserTrackingMode: String, Hashable, Sendable, CaseIterable {
  /// It stays: the default.
  case none
  /// The location stays in the middle, until the user pans.
  case follow
}
