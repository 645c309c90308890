import NIOCore
import NIOHTTP1

/// Guards one connection, between NIO's parser and Hummingbird. It sends errors for invalid input, enforces the
/// deadlines, and closes the connection after a response that must be the last one, as with many HTTP/1.0 clients.
package final class HTTPConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPServerRequestPart
  package typealias InboundOut = HTTPServerRequestPart
  package typealias OutboundIn = HTTPServerResponsePart
  package typealias OutboundOut = HTTPServerResponsePart

  /// Whether the connection stays open after the response to an unanswered request.
  private enum Persistence {
    case usual
    /// HTTP/1.0 with keep-alive.
    case asked
    case ends
    /// HTTP/1.0 without keep-alive.
    case endsOld
  }

  package let state: HTTPState
  /// The address of the client.
  package var client: String { responder.client }
  /// Answers this connection's requests, on its event loop.
  private let responder: HTTPResponder
  private var check: HeadCheck
  private let line: RequestLineWatch
  private var deadlines: ConnectionDeadlines
  var isWatchedClosely = false
  private var unanswered: CircularBuffer<Persistence> = []
  /// Whether the body of the last unanswered request is still being read.
  private var isReadingBody = false
  private var fault: HTTPReply?
  /// The head of the refused request; nil if there is none.
  private var refused: HTTPRequestHead?
  /// A request to upgrade to a WebSocket, kept until all of it is read, and its handler.
  private var upgrade: (head: HTTPRequestHead, answer: HTTPRoute.Upgrade)?
  /// Whether the connection is a WebSocket, which has its own time limits.
  package var isScreen = false {
    didSet { deadlines.advance(to: .answer) }
  }
  /// Whether the connection sends no more responses.
  private(set) var isClosing = false
  private var context: ChannelHandlerContext?
  /// The context of NIO's encoder; nil until it is needed.
  private var encoder: ChannelHandlerContext?

  init(_ responder: HTTPResponder, check: HeadCheck, _ seat: ConnectionSeat, _ line: RequestLineWatch) {
    self.responder = responder
    self.check = check
    self.line = line
    state = responder.loop.value.state
    deadlines = ConnectionDeadlines(state.options, seat, now: .now())
  }

  package func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    watch(context)
  }

  package func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  package func channelInactive(context: ChannelHandlerContext) {
    (self.context, encoder) = (nil, nil)
    context.fireChannelInactive()
  }

  // MARK: Requests

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard fault == nil, !isClosing else { return }
    if let upgrade {
      if case .end = HTTPConnectionHandler.unwrapInboundIn(data) { upgrade.answer(upgrade.head, self, context) }
      return
    }
    switch HTTPConnectionHandler.unwrapInboundIn(data) {
    case .head(let head):
      if let fault = check.fault(head) {
        refused = head
        return fail(fault)
      }
      if let answer = upgrade(by: head), unanswered.isEmpty { return upgrade = (head, answer) }
      unanswered.append(HTTPConnectionHandler.persistence(head))
      isReadingBody = true
      deadlines.advance(to: .body)
    case .body: break
    case .end:
      isReadingBody = false
      line.beginRequest()
      deadlines.advance(to: .answer)
    }
    context.fireChannelRead(data)
  }

  package func channelReadComplete(context: ChannelHandlerContext) {
    // Bytes arrived without a whole head, so they begin one.
    deadlines.heard()
    context.fireChannelReadComplete()
  }

  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
    switch error {
    case .headerOverflow where !line.isPastLine: fail(.problem(414, "urlTooLong", "the address is too long"))
    case .headerOverflow: fail(.problem(431, "headerTooLarge", "the header of the request is too long"))
    // For example, curl sends an address as it was typed.
    case .invalidURL:
      fail(.problem(400, "badRequest", "the address has characters that must be percent-encoded, as %C2%B0 for °"))
    case .invalidContentLength:
      let limit = state.options.maximumBodyLength
      fail(.problem(400, "badRequest", "the field Content-Length is not a number of bytes; it may be \(limit) at most"))
    case .invalidMethod, .invalidConstant:
      fail(line.unknownMethod.map { HTTPConnectionHandler.noMethod($0) } ?? HTTPConnectionHandler.noRequest)
    default: fail(HTTPConnectionHandler.noRequest)
    }
  }

  private static let noRequest = HTTPReply.problem(400, "badRequest", "this is not an HTTP request")

  private static func noMethod(_ name: String) -> HTTPReply {
    .problem(
      501, "notImplemented", "there is no method '\(name.prefix(40))' here; there are GET, HEAD, POST and OPTIONS")
  }

  /// Sends an error for malformed input once everything before it is answered. A request of which only a part arrived
  /// will never be whole, so the error is its response.
  package func fail(_ reply: HTTPReply) {
    guard let context, fault == nil, !isClosing else { return }
    fault = reply
    if isReadingBody { _ = unanswered.popLast() }
    isReadingBody = false
    if unanswered.isEmpty { writeFault(context) }
  }

  /// The handler of a request to upgrade to a WebSocket; nil for any other request.
  private func upgrade(by head: HTTPRequestHead) -> HTTPRoute.Upgrade? {
    guard head.method == .GET, head.headers.contains(name: "Upgrade"),
      head.headers[canonicalForm: "Upgrade"].contains(where: { $0.lowercased() == "websocket" })
    else { return nil }
    return responder.routes.route(of: state.trust.split(head.uri.prefix { $0 != "?" }).path)?.upgrade
  }

  private static func persistence(_ head: HTTPRequestHead) -> Persistence {
    // The parser takes what follows as another protocol, which this server does not speak.
    if head.method == .CONNECT || head.headers.contains(name: "Upgrade") { return head.isOld ? .endsOld : .ends }
    guard head.isKeepAlive else { return head.isOld ? .endsOld : .ends }
    return head.isOld ? .asked : .usual
  }

  // MARK: Answers

  package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isClosing else { return promise?.fail(ChannelError.outputClosed) ?? () }
    switch HTTPConnectionHandler.unwrapOutboundIn(data) {
    case .head(let head) where head.status != .continue: writeHead(context, head, promise)
    case .body(.byteBuffer(let body)): writeBody(context, data, body.readableBytes, promise)
    case .end: writeEnd(context, data, promise)
    default: context.write(data, promise: promise)
    }
  }

  private func writeHead(
    _ context: ChannelHandlerContext, _ head: HTTPResponseHead, _ promise: EventLoopPromise<Void>?
  ) {
    var head = head
    let isOld = unanswered.first == .asked || unanswered.first == .endsOld
    // HTTP/1.0 has no chunks: closing the connection ends a response of unknown length.
    let isOpen = isOld && !head.headers.contains(name: "Content-Length")
    // The server's own responses end a connection by the field `Connection`.
    if state.isStopping || isOpen || head.headers.contains(name: "Connection"), !unanswered.isEmpty {
      unanswered[unanswered.startIndex] = isOld ? .endsOld : .ends
    }
    if isOpen { head.version = .http1_0 }
    switch unanswered.first ?? .ends {
    case .usual: break
    case .asked: head.headers.replaceOrAdd(name: "Connection", value: "keep-alive")
    case .ends, .endsOld: head.headers.replaceOrAdd(name: "Connection", value: "close")
    }
    context.write(HTTPConnectionHandler.wrapOutboundOut(.head(head)), promise: promise)
  }

  /// Counts the bytes on their way to the client.
  private func writeBody(
    _ context: ChannelHandlerContext, _ data: NIOAny, _ count: Int, _ promise: EventLoopPromise<Void>?
  ) {
    context.write(data, promise: held(count, promise, context))
  }

  /// Counts bytes as held until a promise completes; makes the promise if there is none.
  private func held(
    _ count: Int, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
  ) -> EventLoopPromise<Void> {
    let server = state.server
    server.hold(count)
    deadlines.progress.send(count)
    watchClosely(context)
    let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
    promise.futureResult.whenComplete { _ in server.hold(-count) }
    return promise
  }

  private func writeEnd(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
    let persistence = unanswered.popFirst() ?? .ends
    if persistence == .ends || persistence == .endsOld {
      context.writeAndFlush(data, promise: promise)
      return close(context)
    }
    context.write(data, promise: promise)
    finishAnswer(context)
  }

  /// Notes that a response was written and the connection stays open.
  private func finishAnswer(_ context: ChannelHandlerContext) {
    guard unanswered.isEmpty else { return }
    if fault != nil { return writeFault(context) }
    deadlines.advance(to: .next)
  }

  /// Writes a whole response to the next request, bypassing NIO's encoder.
  ///
  /// The encoder decides nothing about such responses, and takes longer than some of them take to compute.
  ///
  /// - Returns: false if the response must be written in parts: it is not plain, or the connection does not simply stay
  ///   open.
  func writeWhole(_ reply: FinishedReply) -> Bool {
    guard let context, reply.isPlain, !isClosing, !state.isStopping, unanswered.first == .usual,
      let encoder = encoder(context)
    else { return false }
    let bytes = HTTPResponseEncoder.wrapOutboundOut(.byteBuffer(reply.bytes(context.channel.allocator)))
    encoder.write(bytes, promise: held(reply.body?.count ?? 0, nil, context))
    unanswered.removeFirst()
    finishAnswer(context)
    return true
  }

  private func encoder(_ context: ChannelHandlerContext) -> ChannelHandlerContext? {
    if encoder == nil { encoder = try? context.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self) }
    return encoder
  }

  private func writeFault(_ context: ChannelHandlerContext) {
    guard let fault, !isClosing else { return }
    var head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: fault.status))
    head.headers = [
      "Content-Type": fault.contentType ?? HTTPReply.ContentType.json, "Content-Length": "\(fault.body.count)",
      "Connection": "close", "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin",
      // Lets a page of another origin read the reason.
      "Access-Control-Allow-Origin": "*",
    ]
    context.write(HTTPConnectionHandler.wrapOutboundOut(.head(head)), promise: nil)
    let body = context.channel.allocator.buffer(bytes: fault.body)
    context.write(HTTPConnectionHandler.wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(HTTPConnectionHandler.wrapOutboundOut(.end(nil)), promise: nil)
    responder.loop.value.noteRefused(refused, fault, client: responder.client, responder.routes)
    close(context)
  }

  // MARK: The end

  /// Closes the sending side and waits for the client to close: closing both at once could discard the response while
  /// the client is still sending.
  private func close(_ context: ChannelHandlerContext) {
    guard !isClosing else { return }
    isClosing = true
    deadlines.advance(to: .close)
    watchClosely(context)
    context.close(mode: .output, promise: nil)
  }

  package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .some(.inputClosed) = event as? ChannelEvent {
      if isClosing { context.close(promise: nil) } else { awaitGoing(context) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  /// Stops drawing for a client that has closed its sending side, after a delay. Most such clients are gone altogether,
  /// which shows only when bytes are sent to them. A few still wait for their response, and get it within the delay.
  private func awaitGoing(_ context: ChannelHandlerContext) {
    let account = responder.account
    context.eventLoop.scheduleTask(in: TimeAmount(state.options.halfClosedTimeout)) { account.endDrawing() }
  }
}

extension HTTPConnectionHandler: WatchedConnection {
  var lookPace: LookPace { deadlines.pace }

  /// Whether the client has not read all bytes, or has yet to close its side.
  func isBusy(_ context: ChannelHandlerContext) -> Bool { isClosing || context.channel.waitingBytes > 0 }

  func look() -> ChannelHandlerContext? {
    guard let context, !isScreen else { return nil }
    deadlines.progress.look(waiting: context.channel.waitingBytes, at: .now())
    switch deadlines.verdict(isSpent: state.server.budget.level == .spent, now: .now()) {
    case .wait: break
    case .close:
      context.close(promise: nil)
      return nil
    case .tell:
      fail(.problem(408, "timeout", "the request did not come in time"))
      if !isClosing { context.close(promise: nil) }
    }
    return context
  }
}
