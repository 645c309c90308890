import GeoModel

/// What a client asks for: one case per method of the protocol, its parameters checked.
public enum WireCall: Sendable {
  /// `reverseGeocoder.start`: the answer comes by callback.
  case startGeocoder(WireQuery)
  /// `reverseGeocoder.cancel` of a geocoder by its number.
  case cancelGeocoder(Int)
  /// `reverseGeocode`: the answer is the reply.
  case reverseGeocode(WireQuery)
  /// `reverseGeocodeBatch`.
  case reverseGeocodeBatch(WireBatch)
  /// `locationWatch.start`.
  case startWatch(WireWatchOptions)
  /// `locationWatch.update`.
  case updateWatch(WireFix)
  /// `locationWatch.stop` of a watch by its number.
  case stopWatch(Int)
  /// `server.info`.
  case serverInfo
  /// `server.ping`.
  case ping
}

/// One query as it came over the wire.
public struct WireQuery: Hashable, Sendable {
  /// What is asked.
  public var query: PlacemarkQuery
  /// Whether `limit` was given: then the answer is a list, even of one.
  public var isList: Bool

  /// A query; `isList` makes the answer a list.
  public init(query: PlacemarkQuery, isList: Bool = false) {
    self.query = query
    self.isList = isList
  }
}

/// Many coordinates that are asked with the same options.
public struct WireBatch: Sendable {
  /// One query per coordinate, in order; an error where the coordinate itself is wrong.
  public var queries: [Result<PlacemarkQuery, WireError>]
  /// Whether `limit` was given: then each answer is a list.
  public var isList: Bool
}

/// How the queries of a watch are asked.
public struct WireWatchOptions: Hashable, Sendable {
  /// Radius of a fix that does not say its own, in metres.
  public static let usualAccuracyMeters = 10.0

  /// The options of every query; its coordinate is replaced by each fix.
  public var template: PlacemarkQuery
  /// Radius of a fix that does not say its own, in metres.
  public var accuracyMeters: Double

  /// Options of a watch.
  public init(template: PlacemarkQuery, accuracyMeters: Double = usualAccuracyMeters) {
    self.template = template
    self.accuracyMeters = accuracyMeters
  }
}

/// A position that a watch is told about.
public struct WireFix: Hashable, Sendable {
  /// The number of the watch.
  public var watch: Int
  /// Where the thing is, in WGS84 degrees.
  public var coordinate: Coordinate
  /// The radius of 68 % confidence around it, in metres; nil: the watch's own.
  public var accuracyMeters: Double?
  /// Seconds since 1970 UTC; nil when not told.
  public var timestamp: Double?

  /// A position for a watch.
  public init(watch: Int, coordinate: Coordinate, accuracyMeters: Double? = nil, timestamp: Double? = nil) {
    self.watch = watch
    self.coordinate = coordinate
    self.accuracyMeters = accuracyMeters
    self.timestamp = timestamp
  }
}
