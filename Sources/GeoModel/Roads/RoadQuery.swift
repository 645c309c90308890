/// How somebody or something is on the way, to tell which road that is.
public struct RoadQuery: Hashable, Sendable {
  /// Who moves.
  public var profile = RoadProfile.any
  /// The direction of travel in degrees clockwise from north, 0 to 360; nil when it is not known.
  public var bearingDegrees: Double?
  /// How fast, in meters per second, 0 or more; nil when it is not known. Below ``slowestMeters`` the bearing does not count, as that of a
  /// standing receiver is any.
  public var speedMetersPerSecond: Double?
  /// The radius of 68 % confidence around the point, in meters, 0 or more; nil for a point that is exact, or good to about 10 m where it has a
  /// bearing.
  public var accuracyMeters: Double?

  /// The slowest speed at which a bearing counts, in meters per second.
  public static let slowestMeters = 1.0

  /// A question about any road near an exact point.
  public init() {}

  /// The bearing, where it counts.
  package var usedBearing: Double? {
    speedMetersPerSecond.map { $0 < RoadQuery.slowestMeters } == true ? nil : bearingDegrees
  }

  /// Refuses what makes no sense, wherever the question comes from.
  ///
  /// - Throws: ``GeocodingError`` `.invalidQuery` that names the value.
  package func check() throws(GeocodingError) {
    if let bearingDegrees, !(0...360).contains(bearingDegrees) {
      throw GeocodingError(.invalidQuery, "the bearing must be 0 to 360 degrees")
    }
    if let speedMetersPerSecond, !(speedMetersPerSecond >= 0 && speedMetersPerSecond.isFinite) {
      throw GeocodingError(.invalidQuery, "the speed must be 0 or more meters per second")
    }
    if let accuracyMeters, !(accuracyMeters >= 0 && accuracyMeters.isFinite) {
      throw GeocodingError(.invalidQuery, "the accuracy must be 0 or more meters")
    }
  }
}

/// Who moves on a road; the raw value is the word on the wire and on the command line.
public enum RoadProfile: String, Hashable, Codable, Sendable, CaseIterable {
  /// Anybody: every road and path counts.
  case any
  /// A motor vehicle: paths, steps and roads that are closed to it do not count.
  case driving
  /// A person on foot: motorways and roads that are closed to people on foot do not count.
  case walking
}

/// One of eight directions; the raw value is the word on the wire.
public enum CompassPoint: String, Hashable, Codable, Sendable, CaseIterable {
  /// The directions clockwise from north.
  case north = "N"
  case northEast = "NE"
  case east = "E"
  case southEast = "SE"
  case south = "S"
  case southWest = "SW"
  case west = "W"
  case northWest = "NW"

  /// The direction that a bearing is nearest to.
  ///
  /// - Parameter bearingDegrees: degrees clockwise from north, 0 to 360.
  public init(bearingDegrees: Double) {
    let points = CompassPoint.allCases
    self = points[Int((bearingDegrees / 45).rounded()) % points.count]
  }
}
