import GeoModel

/// The numbers that both sides of the protocol know. Limits of a server that its options change are not among them.
package enum ProtocolLimits {
  /// Coordinates in one `reverseGeocodeBatch`.
  package static let batchCoordinates = 10_000
  /// Placemarks that one `reverseGeocodeBatch` may ask for: the sum of the ``GeoModel/PlacemarkQuery/weight`` of its queries. For an array
  /// of requests it is the same.
  package static let batchPlacemarks = 100_000
  /// What a `nearby` in an array of requests weighs in placemarks: a hundred of them are a batch.
  static let nearbyWeight = batchPlacemarks / 100
  /// Bytes of a request's `id` as it stands in the line: it is kept until the reply.
  package static let idBytes = 256
  /// The largest `limit` of a query.
  package static let placemarkLimit = 100
  /// Languages in one query.
  package static let languages = 16
  /// Layers of one's own areas in one query.
  package static let layers = 64
  /// Corners of all areas that a client gives its watches. They are read on the thread of their connection, on which others wait.
  package static let clientCorners = 5_000
  /// The largest `maximumDistanceMeters`: farther than any two places on Earth.
  package static let distanceMeters = 20_100_000.0
  /// The largest radius of a position.
  package static let accuracyMeters = 100_000.0
  /// Names of fields that a request may have.
  package static let fields = 64
  /// The fastest speed: no vehicle on a road is faster than sound.
  package static let speedMetersPerSecond = 400.0
  /// How much faster than its road allows a thing may be asked to be before that is told.
  package static let speedToleranceKilometersPerHour = 200.0
  /// The longest dwell time of a watch: a year.
  package static let dwellSeconds = 31_536_000.0
}

extension PlacemarkQuery {
  /// How many placemarks the answer may be as long as. One with `overlay` counts as a hundred, as a boundary is that much longer than an
  /// address, and one with `layers` or `road` as ten.
  package var weight: Int { limit * (includesOverlay ? 100 : layers != .none || road != nil ? 10 : 1) }
}

extension Result<PlacemarkQuery, WireError> {
  /// The weight of the query; an error has that of one placemark.
  package var weight: Int { (try? get().weight) ?? 1 }
}

/// Where a daemon listens unless told otherwise. Pure: the environment is handed in.
package enum SocketPath {
  /// The path for an environment: `GEOCODED_SOCKET`, else `$XDG_RUNTIME_DIR/geocoded.sock`, else `geocode/geocoded.sock`
  /// in `${XDG_STATE_HOME:-~/.local/state}`; nil when there is not even a home.
  ///
  /// - Parameter variable: the value of an environment variable; nil when it is not set. Empty ones and relative
  ///   folders count as not set, as the XDG specification asks.
  package static func path(_ variable: (String) -> String?) -> String? {
    if let path = variable("GEOCODED_SOCKET"), !path.isEmpty { return path }
    func folder(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    if let runtime = folder("XDG_RUNTIME_DIR") { return runtime + "/geocoded.sock" }
    let state = folder("XDG_STATE_HOME") ?? folder("HOME").map { $0 + "/.local/state" }
    return state.map { $0 + "/geocode/geocoded.sock" }
  }
}
