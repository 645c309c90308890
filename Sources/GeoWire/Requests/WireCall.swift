import GeoModel

/// What a client asks for: one case per method of the protocol, its parameters checked.
package enum WireCall: Sendable {
  /// `reverseGeocoder.start`: the answer comes by callback.
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
  /// `server.subscribe`: only these come from now on.
  case subscribe(Set<ServerCallback>)
  /// Something for a guest of the connection, such as a map, which reads its parameters.
  case guest(GuestRequest)
}

/// What a server tells who asks for it, by its name on the wire without `server.`.
package enum ServerCallback: String, Sendable, CaseIterable {
  /// Another store answers from now on.
  case didReloadStore
}

extension WireCall {
  /// Points that must be looked up.
  package var coordinates: Int {
    switch self {
    case .reverseGeocodeBatch(let batch): batch.queries.count
    case .startGeocoder, .reverseGeocode, .updateWatch, .nearby: 1
    default: 0
    }
  }

  /// How many placemarks the answers may be as long as.
  var placemarks: Int {
    switch self {
    case .reverseGeocodeBatch(let batch): batch.queries.reduce(0) { $0 + $1.weight }
    case .startGeocoder(let query), .reverseGeocode(let query): query.query.weight
    // Thousands of objects may be looked at for one of them.
    case .nearby: ProtocolLimits.nearbyWeight
    default: coordinates
    }
  }
}
