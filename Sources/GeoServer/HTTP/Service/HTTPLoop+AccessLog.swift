import HTTPTypes
import Logging
import NIOCore
import NIOHTTP1

extension HTTPLoop {
  /// Counts and logs a request that was answered. The log names no coordinates and no keys: where somebody was is nobody's business.
  func note(_ call: HTTPCall, _ route: HTTPRoute?, _ status: Int, length: Int, since start: NIODeadline) {
    let time = NIODeadline.now() - start
    counters.count(route, status: status, nanoseconds: time.nanoseconds)
    log(
      call.head.method.rawValue, HTTPLoop.path(call, route), agent: call.field(.userAgent), status, length,
      microseconds: time.nanoseconds / 1000, call.client)
  }

  /// The same for a request that was refused before it reached a route.
  ///
  /// - Parameters:
  ///   - head: nil for what is no request.
  ///   - routes: those of the address that was asked.
  func noteRefused(_ head: HTTPRequestHead?, _ reply: HTTPReply, client: String, _ routes: HTTPRoutes) {
    counters.count(nil, status: reply.status, nanoseconds: 0)
    // A path is believed to be none of a place only if it leads somewhere.
    let path = head.map { head in routes.route(of: head.uri.prefix { $0 != "?" })?.path ?? "-" } ?? "-"
    log(
      head?.method.rawValue ?? "-", path[...], agent: head?.headers.first(name: "User-Agent"), reply.status,
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

  /// The path of a request. A tile is a place as well as a coordinate is, so of one only the level is told, and nothing of a path with digits that leads
  /// nowhere.
  private static func path(_ call: HTTPCall, _ route: HTTPRoute?) -> Substring {
    if route == nil, call.path.utf8.contains(where: { $0 &- UInt8(ascii: "0") < 10 }) { return "-" }
    let count = route?.placeWords ?? 0
    guard count > 0 else { return call.path }
    let words = call.path.split(separator: "/", omittingEmptySubsequences: false)
    let hidden = String(repeating: "/-", count: count)
    return words.count > count ? "\(words.dropLast(count).joined(separator: "/"))\(hidden)" : call.path
  }

  /// The first 200 characters; nearly every text has fewer bytes than that, and need not be counted by characters.
  private static func shortened(_ text: Substring) -> String {
    String(text.utf8.count <= 200 ? text : text.prefix(200))
  }
}
