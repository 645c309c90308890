import GeoModel

/// One request: the call, and the id for its reply.
package struct WireRequest: Sendable {
  /// The id, returned with the reply.
  package var id: RequestID
  /// The call; for an invalid request, the error to return under the id.
  package var call: Result<WireCall, WireError>

  /// Reads a request from an object. Never fails: an error goes into ``call``.
  package init(_ node: JSONNode) {
    guard node.isObject else {
      self.init(id: .null, error: WireError(.invalidRequest, "a request is an object with 'id', 'method' and 'params'"))
      return
    }
    let given = node.member("id")
    guard let id = RequestID(given) else {
      self.init(id: .null, error: WireError(.invalidRequest, "'id' must be a string or a number"))
      return
    }
    if let text = given?.text, text.count > ProtocolLimits.idBytes {
      let limit = ProtocolLimits.idBytes
      self.init(id: .null, error: WireError(.invalidRequest, "'id' is longer than \(limit) bytes; send a shorter one"))
      return
    }
    do throws(WireError) {
      self.init(id: id, call: .success(try WireRequest.call(node)))
    } catch {
      // An invalid request cannot be a notification, so it gets an error reply.
      self.init(id: id == .absent && error.reason == .invalidRequest ? .null : id, error: error)
    }
  }

  /// Reads an array of requests. An error in one of them goes into its own call.
  ///
  /// - Throws: ``WireError`` if the array is empty, or asks for more than one batch may.
  package static func requests(_ array: JSONNode) throws(WireError) -> [WireRequest] {
    var requests: [WireRequest] = []
    var (coordinates, placemarks) = (0, 0)
    for element in array.elements {
      let request = WireRequest(element)
      if case .success(let call) = request.call {
        coordinates += call.coordinates
        placemarks += call.placemarks
      }
      requests.append(request)
      guard max(requests.count, coordinates) <= ProtocolLimits.batchCoordinates,
        placemarks <= ProtocolLimits.batchPlacemarks
      else {
        throw WireError(
          .invalidRequest,
          "an array of requests may not ask for more than a batch: \(ProtocolLimits.batchCoordinates) coordinates and \(ProtocolLimits.batchPlacemarks) placemarks; send several"
        )
      }
    }
    guard !requests.isEmpty else { throw WireError(.invalidRequest, "an array of requests must hold at least one") }
    return requests
  }

  private init(id: RequestID, error: WireError) { self.init(id: id, call: .failure(error)) }

  init(id: RequestID, call: Result<WireCall, WireError>) {
    self.id = id
    self.call = call
  }

  private static func call(_ node: JSONNode) throws(WireError) -> WireCall {
    if let version = node.member("jsonrpc"), !version.equals("2.0") {
      throw WireError(.invalidRequest, "'jsonrpc' must be \"2.0\" or left out")
    }
    guard let method = node.member("method"), method.isString else {
      if let answer = GuestRequest(answer: node) { return .guest(answer) }
      throw WireError(.invalidRequest, "'method' is missing or not a string")
    }
    let params = try RequestParameters(node.member("params"))
    if method.equals("reverseGeocode") { return .reverseGeocode(try params.query()) }
    if method.equals("reverseGeocodeBatch") { return .reverseGeocodeBatch(try params.batch()) }
    if method.equals("nearby") { return .nearby(try params.nearby()) }
    if method.equals("reverseGeocoder.start") { return .startGeocoder(try params.query()) }
    if method.equals("reverseGeocoder.cancel") { return .cancelGeocoder(try params.handle("geocoder")) }
    if method.equals("locationWatch.update") { return .updateWatch(try params.fix()) }
    if method.equals("locationWatch.start") { return .startWatch(try params.watchOptions()) }
    if method.equals("locationWatch.stop") { return .stopWatch(try params.handle("watch")) }
    if method.equals("areas.set") { return .setAreas(try params.areas()) }
    if method.equals("areas.remove") { return .removeAreas(try params.layerName()) }
    if method.equals("areas.list") { return .listAreas }
    if method.equals("server.info") { return .serverInfo(withProcess: false) }
    if method.equals("server.status") { return .serverInfo(withProcess: true) }
    if method.equals("server.ping") { return .ping }
    if method.equals("server.subscribe") { return .subscribe(try params.serverCallbacks()) }
    if let request = GuestRequest(method: method.string ?? "", node.member("params")) { return .guest(request) }
    throw WireError(noMethod: method.string ?? "")
  }
}

/// One query from the wire.
package struct WireQuery: Hashable, Sendable {
  /// The query.
  package var query: PlacemarkQuery
  /// Whether `limit` was given: then the answer is a list, even of one.
  package var isList: Bool

  /// Creates a query; `isList` makes the answer a list.
  package init(query: PlacemarkQuery, isList: Bool = false) {
    self.query = query
    self.isList = isList
  }
}

/// Many coordinates to query with the same options.
package struct WireBatch: Sendable {
  /// One query per coordinate, in order; an error for an invalid coordinate.
  package var queries: [Result<PlacemarkQuery, WireError>]
  /// The form of each answer.
  package var form: Form

  /// The form of an element of the reply.
  package enum Form: Hashable, Sendable {
    /// A placemark.
    case placemark
    /// A list of placemarks: `limit` was given.
    case list
    /// An array of the values of `fields`.
    case row([PlacemarkField])

    /// The member of the reply that contains the elements.
    package var member: StaticString { if case .row = self { "rows" } else { "placemarks" } }
  }
}

/// The options of a watch.
package struct WireWatchOptions: Hashable, Sendable {
  /// The default accuracy radius of a position in meters.
  package static let usualAccuracyMeters = 10.0

  /// The options of every query; its coordinate is replaced by each fix.
  package var template: PlacemarkQuery
  /// The accuracy radius of a position without its own, in meters.
  package var accuracyMeters: Double
  /// The time in seconds that an object must be in a custom area before the area counts as entered.
  package var dwellSeconds: Double
  /// How far outside a custom area an object must be before the area counts as left, in meters; nil for the accuracy of
  /// its position.
  package var marginMeters: Double?
  /// How far above the road's limit a speed must be to be reported, in kilometers per hour; nil for no report. Needs
  /// `template.road`.
  package var speedToleranceKilometersPerHour: Double?

  /// Creates the options of a watch.
  package init(
    template: PlacemarkQuery, accuracyMeters: Double = usualAccuracyMeters, dwellSeconds: Double = 0,
    marginMeters: Double? = nil, speedToleranceKilometersPerHour: Double? = nil
  ) {
    self.speedToleranceKilometersPerHour = speedToleranceKilometersPerHour
    self.template = template
    self.accuracyMeters = accuracyMeters
    self.dwellSeconds = dwellSeconds
    self.marginMeters = marginMeters
  }
}

/// A position for a watch.
package struct WireFix: Hashable, Sendable {
  /// The number of the watch.
  package var watch: Int
  /// The position of the object, in WGS84 degrees.
  package var coordinate: Coordinate
  /// The radius of 68 % confidence around it, in meters; nil for the watch's own.
  package var accuracyMeters: Double?
  /// The time in seconds since 1970 UTC; nil if not given.
  package var timestamp: Double?
  /// The direction of movement, in degrees clockwise from north; nil if not given.
  package var bearingDegrees: Double?
  /// The speed; nil if not given.
  package var speedMetersPerSecond: Double?

  /// Creates a position for a watch.
  package init(
    watch: Int, coordinate: Coordinate, accuracyMeters: Double? = nil, timestamp: Double? = nil,
    bearingDegrees: Double? = nil, speedMetersPerSecond: Double? = nil
  ) {
    self.watch = watch
    self.coordinate = coordinate
    self.accuracyMeters = accuracyMeters
    self.timestamp = timestamp
    self.bearingDegrees = bearingDegrees
    self.speedMetersPerSecond = speedMetersPerSecond
  }
}
