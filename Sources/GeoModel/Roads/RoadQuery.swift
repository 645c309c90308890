/// Options for finding the road that a point is on.
public struct RoadQuery: Hashable, Sendable {
  /// The kind of traffic.
  public var profile = RoadProfile.any
  /// The direction of travel in degrees clockwise from north, 0 to 360; nil when unknown.
  public var bearingDegrees: Double?
  /// The speed in meters per second, 0 or more; nil when unknown. Below ``slowestMeters`` the bearing is ignored,
  /// because a standing receiver's bearing is random.
  public var speedMetersPerSecond: Double?
  /// The radius of 68 % confidence around the point, in meters, 0 or more. Nil for an exact point, or one accurate to
  /// about 7.5 m where it has a bearing.
  public var accuracyMeters: Double?

  /// The slowest speed at which a bearing counts, in meters per second.
  public static let slowestMeters = 1.0

  /// Creates options for any road near an exact point.
  public init() {}

  /// The bearing; nil at a speed where it is ignored.
  package var usedBearing: Double? {
    speedMetersPerSecond.map { $0 < RoadQuery.slowestMeters } == true ? nil : bearingDegrees
  }

  /// Validates the options, whatever their origin.
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

/// The kind of traffic on a road; the raw value is the word on the wire and on the command line.
public enum RoadProfile: String, Hashable, Codable, Sendable, CaseIterable {
  /// Any traffic: every road and path counts.
  case any
  /// A motor vehicle: paths, steps and roads that are closed to it do not count.
  case driving
  /// A pedestrian: motorways and roads closed to pedestrians do not count.
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
