import GeoModel

/// The user's location on a map.
struct UserTracking {
  var location = UserLocation()
  /// Whether the location is shown.
  var isShown = false
  var mode = UserTrackingMode.none

  /// Where the user is; nil while it is unknown or not shown.
  var place: Coordinate? { isShown ? location.location?.coordinate : nil }

  /// Forgets where the user is.
  mutating func forgetPlace() { (location.location, location.heading) = (nil, nil) }

  /// Takes a new location; a heading that is not finite is unknown.
  mutating func update(_ place: UserLocation.Location, heading: Double?) {
    location.location = place
    location.heading = heading.flatMap { $0.isFinite ? $0 : nil }
  }
}
