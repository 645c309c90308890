import GeoModel

/// One request: what is asked, and under which id the reply goes back.
public struct WireRequest: Sendable {
  /// Given back with the reply.
  public var id: RequestID
  /// What is asked; an error when the request is wrong, to be sent back under the id.
  public var call: Result<WireCall, WireError>

  /// Reads a request from an object. Never fails: what is wrong becomes ``call``'s error.
  public init(_ node: JSONNode) {
    guard node.isObject else {
      self.init(id: .null, error: WireError(.invalidRequest, "a request is an object with 'id', 'method' and 'params'"))
      return
    }
    guard let id = RequestID(node.member("id")) else {
      self.init(id: .null, error: WireError(.invalidRequest, "'id' must be a string or a number"))
      return
    }
    do throws(WireError) {
      self.init(id: id, call: .success(try WireRequest.call(node)))
    } catch {
      // What is no request at all cannot be a notification, so it gets its error.
      self.init(id: id == .absent && error.reason == .invalidRequest ? .null : id, error: error)
    }
  }

  private init(id: RequestID, error: WireError) { self.init(id: id, call: .failure(error)) }

  private init(id: RequestID, call: Result<WireCall, WireError>) {
    self.id = id
    self.call = call
  }

  private static func call(_ node: JSONNode) throws(WireError) -> WireCall {
    if let version = node.member("jsonrpc"), !version.equals("2.0") {
      throw WireError(.invalidRequest, "'jsonrpc' must be \"2.0\" or left out")
    }
    guard let method = node.member("method"), method.isString else {
      throw WireError(.invalidRequest, "'method' is missing or not a string")
    }
    let params = try RequestParameters(node.member("params"))
    if method.equals("reverseGeocode") { return .reverseGeocode(try params.query()) }
    if method.equals("reverseGeocodeBatch") { return .reverseGeocodeBatch(try params.batch()) }
    if method.equals("reverseGeocoder.start") { return .startGeocoder(try params.query()) }
    if method.equals("reverseGeocoder.cancel") { return .cancelGeocoder(try params.handle("geocoder")) }
    if method.equals("locationWatch.update") { return .updateWatch(try params.fix()) }
    if method.equals("locationWatch.start") { return .startWatch(try params.watchOptions()) }
    if method.equals("locationWatch.stop") { return .stopWatch(try params.handle("watch")) }
    if method.equals("server.info") { return .serverInfo }
    if method.equals("server.ping") { return .ping }
    throw WireError(.methodNotFound, "there is no method '\((method.string ?? "").prefix(60))'")
  }
}
