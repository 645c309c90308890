import GeoModel

/// A row of a track, as it was recorded.
package struct TrackPoint: BitwiseCopyable, Sendable {
  /// Degrees, whatever stood there: a wrong one is told as a status.
  package var latitude: Double
  package var longitude: Double
  /// Seconds since 1970; nil where there is no time, NaN for one that makes no sense.
  package var seconds: Double?
  /// How far off the receiver says it may be, in meters; nil where it does not say.
  package var accuracyMeters: Double?

  package init(latitude: Double, longitude: Double, seconds: Double? = nil, accuracyMeters: Double? = nil) {
    (self.latitude, self.longitude) = (latitude, longitude)
    (self.seconds, self.accuracyMeters) = (seconds, accuracyMeters)
  }

  /// The coordinate; nil when it is none.
  package var coordinate: Coordinate? { try? Coordinate(latitude: latitude, longitude: longitude) }
}

/// What became of a row of a track.
package enum TrackStatus: String, CaseIterable, Sendable {
  /// It is on a road.
  case ok
  /// No road of the profile is near.
  case noRoad = "no_road"
  /// Its time is before that of the row before, so that it is no part of the way.
  case outOfOrder = "out_of_order"
  /// Its latitude or longitude is no number or out of range.
  case badCoordinate = "bad_coordinate"
  /// Its time makes no sense.
  case badTime = "bad_time"
}

/// A row of a track with its place on a road.
package struct MatchedPoint: Sendable {
  /// The place on a road.
  package struct Place: Sendable {
    package var coordinate: Coordinate
    /// The OpenStreetMap way.
    package var way: Int64
    /// Meters along the roads since the first row of the track. Between two pieces nothing is counted.
    package var alongMeters: Double
    /// Counts from 1: a new piece begins where no way leads on from the one before.
    package var piece: Int
    /// The vertices of roads that were passed since the step before, if the matcher records them.
    package var passed: [Coordinate] = []
  }

  /// The row.
  package var point: TrackPoint
  package var status: TrackStatus
  /// nil unless the status is ``TrackStatus/ok``.
  package var place: Place?
}
