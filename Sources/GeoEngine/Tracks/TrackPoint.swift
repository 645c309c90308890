import GeoModel

/// A row of a track, as it was recorded.
package struct TrackPoint: BitwiseCopyable, Sendable {
  /// Degrees, unchecked: a wrong value is reported as a status.
  package var latitude: Double
  package var longitude: Double
  /// Seconds since 1970; nil where there is no time, NaN for an invalid one.
  package var seconds: Double?
  /// The accuracy that the receiver reported, in meters; nil where it reported none.
  package var accuracyMeters: Double?

  package init(latitude: Double, longitude: Double, seconds: Double? = nil, accuracyMeters: Double? = nil) {
    (self.latitude, self.longitude) = (latitude, longitude)
    (self.seconds, self.accuracyMeters) = (seconds, accuracyMeters)
  }

  /// The coordinate; nil when it is invalid.
  package var coordinate: Coordinate? { try? Coordinate(latitude: latitude, longitude: longitude) }
}

/// The result of matching a row of a track.
package enum TrackStatus: String, CaseIterable, Sendable {
  /// It is on a road.
  case ok
  /// No road of the profile is near.
  case noRoad = "no_road"
  /// Its time is before that of an earlier row, so it is not part of the route.
  case outOfOrder = "out_of_order"
  /// Its latitude or longitude is not a number or out of range.
  case badCoordinate = "bad_coordinate"
  /// Its time is not finite.
  case badTime = "bad_time"
}

/// A row of a track with its place on a road.
package struct MatchedPoint: Sendable {
  /// The place on a road.
  package struct Place: Sendable {
    package var coordinate: Coordinate
    /// The OpenStreetMap way.
    package var way: Int64
    /// Meters along the roads since the first row of the track. Gaps between pieces count as 0.
    package var alongMeters: Double
    /// The number of the piece, from 1. A new piece begins where no route leads on from the one before.
    package var piece: Int
    /// The vertices of roads passed since the step before, if the matcher records them.
    package var passed: [Coordinate] = []
    /// Whether the place is a step of the route, and so a vertex of its line. Other places lie between two steps; the
    /// later step's ``passed`` has the vertices of their stretch.
    package var isStep = true
  }

  /// The row.
  package var point: TrackPoint
  package var status: TrackStatus
  /// The place on a road; nil unless the status is ``TrackStatus/ok``.
  package var place: Place?
}
