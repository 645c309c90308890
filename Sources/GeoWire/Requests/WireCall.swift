import GeoModel

/// A client's call: one case per method of the protocol, with its parameters checked.
package enum WireCall: Sendable {
  /// `reverseGeocoder.start`: the answer arrives in a callback.
  case startGeocoder(WireQuery)
  /// `reverseGeocoder.cancel` of a geocoder by its number.
  case cancelGeocoder(Int)
  /// `reverseGeocode`: the answer is the reply.
  case reverseGeocode(WireQuery)
  /// `reverseGeocodeBatch`.
  case reverseGeocodeBatch(WireBatch)
  /// `nearby`.
  case nearby(NearbyQuery)
  /// `locationWatch.start`.
  case startWatch(WireWatchOptions)
  /// `locationWatch.update`.
  case updateWatch(WireFix)
  /// `locationWatch.stop` of a watch by its number.
  case stopWatch(Int)
  /// `areas.set`.
  case setAreas(WireAreas)
  /// `areas.remove` of a layer by its name.
  case removeAreas(String)
  /// `areas.list`.
  case listAreas
  /// `server.info`.
  case serverInfo(withProcess: Bool)
  /// `server.ping`.
  case ping
  /// `server.subscribe`: sets the callbacks to send.
  case subscribe(Set<ServerCallback>)
  /// A request for a guest of the connection, such as a map, which parses its parameters.
  case guest(GuestRequest)
}

/// A server callback that clients can subscribe to, by its name on the wire without `server.`.
package enum ServerCallback: String, Sendable, CaseIterable {
  /// Another store is now in use.
  case didReloadStore
}

extension WireCall {
  /// The number of points to look up.
  package var coordinates: Int {
    switch self {
    case .reverseGeocodeBatch(let batch): batch.queries.count
    case .startGeocoder, .reverseGeocode, .updateWatch, .nearby: 1
    default: 0
    }
  }

  /// The cost of the answers in placemarks.
  var placemarks: Int {
    switch self {
    case .reverseGeocodeBatch(let batch): batch.queries.reduce(0) { $0 + $1.weight }
    case .startGeocoder(let query), .reverseGeocode(let query): query.query.weight
    // One such query can require checking thousands of objects.
    case .nearby: ProtocolLimits.nearbyWeight
    default: coordinates
    }
  }
}
