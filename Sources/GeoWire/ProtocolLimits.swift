import GeoModel

/// The limits that both sides of the protocol know. Limits that a server's options change are not included.
package enum ProtocolLimits {
  /// The maximum number of coordinates in one `reverseGeocodeBatch`.
  package static let batchCoordinates = 10_000
  /// The maximum number of placemarks that one `reverseGeocodeBatch` may ask for: the sum of the
  /// ``GeoModel/PlacemarkQuery/weight`` of its queries. An array of requests has the same limit.
  package static let batchPlacemarks = 100_000
  /// The weight of a `nearby` in an array of requests, in placemarks: a hundred of them fill a batch.
  static let nearbyWeight = batchPlacemarks / 100
  /// The maximum bytes of a request's `id` as it is written: it is kept until the reply.
  package static let idBytes = 256
  /// The largest `limit` of a query.
  package static let placemarkLimit = 100
  /// The maximum number of languages in one query.
  package static let languages = 16
  /// The maximum number of layers of custom areas in one query.
  package static let layers = 64
  /// The maximum number of corners of all areas that a client sets for its watches. They are read on the thread of the
  /// connection, where other clients wait.
  package static let clientCorners = 5_000
  /// The largest `maximumDistanceMeters`: farther than any two places on Earth.
  package static let distanceMeters = 20_100_000.0
  /// The largest accuracy radius of a position.
  package static let accuracyMeters = 100_000.0
  /// The maximum number of field names in a request.
  package static let fields = 64
  /// The highest speed: no road vehicle is faster than sound.
  package static let speedMetersPerSecond = 400.0
  /// The largest speed tolerance: how far above the limit a speed must be to be reported.
  package static let speedToleranceKilometersPerHour = 200.0
  /// The longest dwell time of a watch: a year.
  package static let dwellSeconds = 31_536_000.0
}

extension PlacemarkQuery {
  /// The cost of the answer in placemarks.
  ///
  /// Each placemark with `overlay` counts as a hundred, because a boundary is that much longer than an address; each
  /// one with `layers` or `road` counts as ten.
  package var weight: Int { limit * (includesOverlay ? 100 : layers != .none || road != nil ? 10 : 1) }
}

extension Result<PlacemarkQuery, WireError> {
  /// The weight of the query; an error weighs as much as one placemark.
  package var weight: Int { (try? get().weight) ?? 1 }
}

/// The default path of a daemon's socket. Pure: the caller passes the environment.
package enum SocketPath {
  /// Returns the path for an environment: `GEOCODED_SOCKET`, or else `$XDG_RUNTIME_DIR/geocoded.sock`, or else
  /// `geocode/geocoded.sock` in `${XDG_STATE_HOME:-~/.local/state}`; nil if there is not even a home folder.
  ///
  /// - Parameter variable: returns the value of an environment variable; nil if it is not set. Empty ones and relative
  ///   folders count as not set, as the XDG specification requires.
  package static func path(_ variable: (String) -> String?) -> String? {
    if let path = variable("GEOCODED_SOCKET"), !path.isEmpty { return path }
    func folder(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    if let runtime = folder("XDG_RUNTIME_DIR") { return runtime + "/geocoded.sock" }
    let state = folder("XDG_STATE_HOME") ?? folder("HOME").map { $0 + "/.local/state" }
    return state.map { $0 + "/geocode/geocoded.sock" }
  }
}
