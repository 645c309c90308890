import HTTPTypes

/// Lets pages of other origins ask (CORS, as the Fetch standard has it). Places are public and no cookies are used, so every
/// origin may.
enum CrossOrigin {
  /// The answer to `OPTIONS`: what may be asked of a route, and by whom.
  static func options(_ route: HTTPRoute, _ call: HTTPCall) -> HTTPReply {
    let reply = HTTPReply(status: 204, contentType: nil, body: []).with(.allow, route.allowed)
    guard route.isShared, call.field(.origin) != nil else { return reply }
    return
      reply
      .with(.accessControlAllowMethods, route.allowed)
      .with(.accessControlAllowHeaders, "Accept, Accept-Language, Authorization, Content-Type, X-Api-Key")
      .with(.accessControlMaxAge, "86400")
  }
}
