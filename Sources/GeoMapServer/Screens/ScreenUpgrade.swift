import GeoServer
import GeoSupport
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// A page's request to upgrade to a WebSocket (RFC 6455).
struct ScreenUpgrade {
  let seat: MapRooms.Seat
  let isViewer: Bool

  /// Checks a request for a page's WebSocket.
  ///
  /// - Returns: the map to show, or a refusal if the page is of another site or does not have the token.
  static func admit(
    _ head: HTTPRequestHead, _ rooms: MapRooms, _ trust: ProxyTrust, client: String
  ) -> Result<ScreenUpgrade, ScreenRefusal> {
    let halves = head.uri.split(separator: "?", maxSplits: 1)
    let parts = trust.split(halves[0]).path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[3] == "socket" else {
      return .failure(ScreenRefusal(404, "notFound", "a page's socket is /map/{name}/socket"))
    }
    // A page of another site may connect to any server, but its browser sends the site as the origin.
    if let origin = head.headers.first(name: "Origin") {
      let host = origin.firstRange(of: "://").map { origin[$0.upperBound...] } ?? ""
      let named = trust.believes(client) ? head.headers[canonicalForm: "X-Forwarded-Host"].first : nil
      guard host.lowercased() == (named.map { String($0) } ?? head.headers.first(name: "Host"))?.lowercased() else {
        return .failure(ScreenRefusal(403, "forbiddenOrigin", "a page of another site may not show this map"))
      }
    }
    let token = QueryString.parse(halves.count > 1 ? halves[1] : "").first { $0.name == "token" }?.value ?? ""
    guard let (seat, isViewer) = rooms.seat(named: PercentCoding.decode(parts[2], in: .path), token: token) else {
      return .failure(ScreenRefusal(404, "notFound", "there is no such map, or this is not its token"))
    }
    return .success(ScreenUpgrade(seat: seat, isViewer: isViewer))
  }
}

/// A refused request for a page's WebSocket.
struct ScreenRefusal: Error {
  let reply: HTTPReply

  init(_ status: Int, _ reason: String, _ message: String) { reply = .problem(status, reason, message) }
}

extension ScreenUpgrade {
  /// Answers the request for a WebSocket, then replaces the handlers for HTTP by those for frames.
  static func start(
    _ head: HTTPRequestHead, on service: MapService, _ handler: HTTPConnectionHandler, _ context: ChannelHandlerContext
  ) {
    switch admit(head, service.rooms, handler.state.trust, client: handler.client) {
    case .failure(let refusal): handler.fail(refusal.reply)
    case .success(let screen):
      let upgrader = NIOWebSocketServerUpgrader(
        shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
        upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
      let bound = NIOLoopBound((handler, context), eventLoop: context.eventLoop)
      upgrader.buildUpgradeResponse(channel: context.channel, upgradeRequest: head, initialResponseHeaders: [:])
        .whenComplete { result in
          let (handler, context) = bound.value
          switch result {
          case .failure:
            handler.fail(.problem(400, "badRequest", "this is not a request for a WebSocket of version 13"))
          case .success(var headers):
            headers.replaceOrAdd(name: "Upgrade", value: "websocket")
            headers.replaceOrAdd(name: "Connection", value: "Upgrade")
            do { try screen.take(handler, headers, context) } catch { context.close(promise: nil) }
          }
        }
    }
  }

  /// Takes over a connection.
  private func take(
    _ handler: HTTPConnectionHandler, _ headers: HTTPHeaders, _ context: ChannelHandlerContext
  ) throws {
    handler.isScreen = true
    let head = HTTPResponseHead(version: .http1_1, status: .switchingProtocols, headers: headers)
    context.write(HTTPConnectionHandler.wrapOutboundOut(.head(head)), promise: nil)
    context.writeAndFlush(HTTPConnectionHandler.wrapOutboundOut(.end(nil)), promise: nil)
    let pipeline = context.pipeline.syncOperations
    let encoder = try pipeline.handler(type: HTTPResponseEncoder.self)
    let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
    let screen = ScreenHandler(self, handler.state)
    for one: any ChannelHandler in [
      WebSocketFrameEncoder(), ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: ScreenHandler.messageBytes)),
      ScreenFrameCheck(),
      NIOWebSocketFrameAggregator(
        minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 16, maxAccumulatedFrameSize: ScreenHandler.messageBytes),
      screen,
    ] { try pipeline.addHandler(one, position: .before(handler)) }
    pipeline.removeHandler(encoder, promise: nil)
    pipeline.removeHandler(decoder, promise: nil)
    screen.join()
  }
}
