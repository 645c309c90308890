import GeoWire
import HTTPTypes

extension HTTPLoop {
  /// Decides whether a request is admitted, and by which route. The checks, in this order:
  ///
  /// 1. The lengths are within the limits: 414, 431.
  /// 2. The path exists, 404, and its route has the method, 405. `OPTIONS` is answered here.
  /// 3. The request has a key if keys are required, 401, and its client is within the rate limit: 429.
  /// 4. There is memory for the response: 503.
  func admit(_ call: HTTPCall) -> Admission {
    let options = state.options
    guard call.head.path?.utf8.count ?? 0 <= options.maximumURLLength else {
      return .refused(
        .problem(
          414, "urlTooLong",
          "the address is longer than \(options.maximumURLLength) bytes; send many with POST /placemarks"))
    }
    guard call.headerLength <= options.maximumHeaderLength else {
      return .refused(
        .problem(431, "headerTooLarge", "the header fields are longer than \(options.maximumHeaderLength) bytes"))
    }
    guard let route = call.route else { return .refused(unknown(call)) }
    if call.head.method == .options { return .refused(CrossOrigin.options(route, call), route) }
    guard route.access.methods.contains(call.head.method) else {
      let message = "\(route.path) is asked with \(route.access.methods.contains(.get) ? "GET" : "POST")"
      return .refused(.problem(405, "methodNotAllowed", message).with(.allow, route.allowed), route)
    }
    if let refusal = refusal(call, route) { return .refused(refusal, route) }
    return .admitted(route)
  }

  /// The client that a request is counted for: the owner of its key, or else its address or network.
  package func payer(_ call: HTTPCall) -> String {
    guard state.keys != nil, let key = APIKeys.key(of: call) else { return state.network.name(of: call.client) }
    return "key " + key
  }

  /// The reason to refuse a request of a route now: no valid key, too many requests, or no memory; nil to answer it.
  func refusal(_ call: HTTPCall, _ route: HTTPRoute) -> HTTPReply? {
    if route.access.needsKey,
      let refusal = state.keys?.refusal(call, from: state.network.name(of: call.client), at: .now)
    {
      return refusal
    }
    guard route.access.isLimited else { return nil }
    if let delay = state.limiter?.delay(for: payer(call), at: .now) { return .tooMany("too many requests", delay) }
    let level = state.server.budget.level
    if level == .spent || level == .short && call.asksMuch { return .problem(.noMemory) }
    return nil
  }

  private func unknown(_ call: HTTPCall) -> HTTPReply {
    if call.head.method == .options, call.path == "*" {
      return HTTPReply(status: 204, contentType: nil, body: []).with(.allow, "GET, HEAD, POST, OPTIONS")
    }
    let prefix = state.trust.prefix
    if !prefix.isEmpty, call.path == prefix {
      let query = call.query.isEmpty ? "" : "?\(call.query)"
      return HTTPReply(status: 308, contentType: nil, body: []).with(.location, "\(prefix)/\(query)")
    }
    return .problem(
      404, "notFound", "there is no \(call.path.prefix(100)) here; \(call.advice)")
  }
}

extension HTTPCall {
  /// Whether the response may be long: a boundary, or many placemarks.
  fileprivate var asksMuch: Bool {
    head.method == .post
      || parameters.contains { $0.name == "overlay" || $0.name == "limit" || $0.name.hasPrefix("polygon") }
  }
}

extension HTTPReply {
  /// The error for too many requests, with the seconds until the next try.
  static func tooMany(_ what: String, _ delay: Int) -> HTTPReply {
    .problem(429, "loadingThrottled", "\(what); try again in \(delay) s").with(.retryAfter, "\(delay)")
  }
}

extension WireError {
  /// The error when responses that other clients have not read fill the memory.
  package static let noMemory = WireError(
    .loadingThrottled, "the server holds as many answers as it has memory for; try again later")
}

/// Whether a request is admitted.
enum Admission {
  /// The route answers it.
  case admitted(HTTPRoute)
  /// Refused, or already answered; the route is given where the path has one.
  case refused(HTTPReply, HTTPRoute? = nil)
}

/// Lets pages of other origins send requests (CORS, as in the Fetch standard). Every origin is allowed, because
/// geographic data is public and no cookies are used.
enum CrossOrigin {
  /// The response to `OPTIONS`: the methods and header fields that a route allows.
  static func options(_ route: HTTPRoute, _ call: HTTPCall) -> HTTPReply {
    let reply = HTTPReply(status: 204, contentType: nil, body: []).with(.allow, route.allowed)
    guard route.access.isShared, call.field(.origin) != nil else { return reply }
    return
      reply
      .with(.accessControlAllowMethods, route.allowed)
      .with(.accessControlAllowHeaders, fields(call))
      .with(.accessControlMaxAge, "86400")
      .with(.vary, "Access-Control-Request-Headers")
  }

  /// The header fields that a page may send: those that it asks for, because many clients add fields that no route
  /// reads; or those that routes read, if it asks for none or its list has more than names and commas.
  private static func fields(_ call: HTTPCall) -> String {
    guard let asked = call.field(.accessControlRequestHeaders), (1...1024).contains(asked.utf8.count),
      asked.utf8.allSatisfy({ isPartOfList($0) })
    else { return "Accept, Accept-Language, Authorization, Content-Type, X-Api-Key" }
    return asked
  }

  /// Whether a byte may occur in a list of names of header fields.
  private static func isPartOfList(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || "-_, ".utf8.contains(byte)
  }
}
