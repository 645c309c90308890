import HTTPTypes
import Logging
import NIOCore
import NIOHTTP1

extension HTTPLoop {
  /// Counts and logs an answered request. To protect users' locations, the log contains neither coordinates nor keys.
  func note(_ call: HTTPCall, _ route: HTTPRoute?, _ status: Int, length: Int, since start: NIODeadline) {
    let time = NIODeadline.now() - start
    counters.count(route, status: status, nanoseconds: time.nanoseconds)
    log(
      call.head.method.rawValue, HTTPLoop.path(call, route), agent: call.field(.userAgent), status, length,
      microseconds: time.nanoseconds / 1000, call.client)
  }

  /// Counts and logs a request that was refused before it reached a route.
  ///
  /// - Parameters:
  ///   - head: nil if the input was not a request.
  ///   - routes: the routes of the listener.
  func noteRefused(_ head: HTTPRequestHead?, _ reply: HTTPReply, client: String, _ routes: HTTPRoutes) {
    counters.count(nil, status: reply.status, nanoseconds: 0)
    // Logs only the paths of known routes, because any other path may contain a place.
    let path = head.flatMap { head in routes.route(of: state.trust.split(head.uri.prefix { $0 != "?" }).path)?.path }
    log(
      head?.method.rawValue ?? "-", path?[...] ?? "-", agent: head?.headers.first(name: "User-Agent"), reply.status,
      reply.body.count, microseconds: 0, client)
  }

  private func log(
    _ method: String, _ path: Substring, agent: String?, _ status: Int, _ length: Int, microseconds: Int64,
    _ client: String
  ) {
    state.accessLog?.info(
      "request",
      metadata: [
        "method": .string(method), "path": .string(HTTPLoop.shortened(path)), "status": .stringConvertible(status),
        "bytes": .stringConvertible(length), "microseconds": .stringConvertible(microseconds),
        "client": .string(client), "agent": .string(HTTPLoop.shortened(agent?[...] ?? "")),
      ])
  }

  /// The path of a request for the log. A tile reveals a place as a coordinate does, so only its zoom level is logged.
  /// Unknown paths with digits are not logged.
  private static func path(_ call: HTTPCall, _ route: HTTPRoute?) -> Substring {
    if route == nil, call.path.utf8.contains(where: { $0 &- UInt8(ascii: "0") < 10 }) { return "-" }
    let count = route?.placeWords ?? 0
    guard count > 0 else { return call.path }
    let words = call.path.split(separator: "/", omittingEmptySubsequences: false)
    let hidden = String(repeating: "/-", count: count)
    return words.count > count ? "\(words.dropLast(count).joined(separator: "/"))\(hidden)" : call.path
  }

  /// Returns the first 200 characters. Nearly every text has fewer bytes than that, so its characters need not be
  /// counted.
  private static func shortened(_ text: Substring) -> String {
    String(text.utf8.count <= 200 ? text : text.prefix(200))
  }
}
