import GeoModel

/// One request: what is asked, and under which id the reply goes back.
package struct WireRequest: Sendable {
  /// Given back with the reply.
  package var id: RequestID
  /// What is asked; an error when the request is wrong, to be sent back under the id.
  package var call: Result<WireCall, WireError>

  /// Reads a request from an object. Never fails: what is wrong becomes ``call``'s error.
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
      // What is not a request at all cannot be a notification, so it gets its error.
      self.init(id: id == .absent && error.reason == .invalidRequest ? .null : id, error: error)
    }
  }

  /// Reads an array of requests. What is wrong with one of them becomes its own error.
  ///
  /// - Throws: ``WireError`` when the array is empty, or asks for more than one batch may.
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

/// One query as it came over the wire.
package struct WireQuery: Hashable, Sendable {
  /// What is asked.
  package var query: PlacemarkQuery
  /// Whether `limit` was given: then the answer is a list, even of one.
  package var isList: Bool

  /// A query; `isList` makes the answer a list.
  package init(query: PlacemarkQuery, isList: Bool = false) {
    self.query = query
    self.isList = isList
  }
}

/// Many coordinates that are asked with the same options.
package struct WireBatch: Sendable {
  /// One query per coordinate, in order; an error where the coordinate itself is wrong.
  package var queries: [Result<PlacemarkQuery, WireError>]
  /// What each answer is.
  package var form: Form

  /// What an element of the reply is, where there is an answer.
  package enum Form: Hashable, Sendable {
    /// A placemark.
    case placemark
    /// A list of placemarks: `limit` was given.
    case list
    /// An array of the values of `fields`.
    case row([PlacemarkField])

    /// The member of the reply that has the elements.
    package var member: StaticString { if case .row = self { "rows" } else { "placemarks" } }
  }
}

/// How the queries of a watch are asked.
package struct WireWatchOptions: Hashable, Sendable {
  /// Radius of a fix that does not say its own, in meters.
  package static let usualAccuracyMeters = 10.0

  /// The options of every query; its coordinate is replaced by each fix.
  package var template: PlacemarkQuery
  /// Radius of a fix that does not say its own, in meters.
  package var accuracyMeters: Double
  /// Seconds that a thing must be in an area of one's own before that is entered.
  package var dwellSeconds: Double
  /// How far outside an area of one's own a thing must be before that is left, in meters; nil: as far as its position is accurate.
  package var marginMeters: Double?
  /// By how many kilometers per hour a thing must be faster than its road allows before that is told; nil: it is not told. Needs
  /// `template.road`.
  package var speedToleranceKilometersPerHour: Double?

  /// Options of a watch.
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

/// A position that a watch is told about.
package struct WireFix: Hashable, Sendable {
  /// The number of the watch.
  package var watch: Int
  /// Where the thing is, in WGS84 degrees.
  package var coordinate: Coordinate
  /// The radius of 68 % confidence around it, in meters; nil: the watch's own.
  package var accuracyMeters: Double?
  /// Seconds since 1970 UTC; nil when not told.
  package var timestamp: Double?
  /// Where it goes, in degrees clockwise from north; nil when not told.
  package var bearingDegrees: Double?
  /// How fast it is; nil when not told.
  package var speedMetersPerSecond: Double?

  /// A position for a watch.
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
