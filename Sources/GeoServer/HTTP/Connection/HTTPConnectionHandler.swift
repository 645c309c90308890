import NIOCore
import NIOHTTP1

/// Watches over one connection, between NIO's parser and Hummingbird: what is not HTTP gets its error, HTTP/1.0 clients get
/// the end of the connection that they wait for, and nobody keeps a connection by doing nothing.
final class HTTPConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// How the connection goes on after each request that was read and not answered yet.
  private enum Persistence {
    case usual
    /// HTTP/1.0 that asked for more.
    case asked
    case ends
  }

  private let state: HTTPState
  private var deadlines: ConnectionDeadlines
  private var unanswered: CircularBuffer<Persistence> = []
  private var fault: HTTPReply?
  private var isClosing = false
  private var context: ChannelHandlerContext?

  init(state: HTTPState) {
    self.state = state
    deadlines = ConnectionDeadlines(state.options, now: .now())
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    scheduleCheck(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelInactive(context: ChannelHandlerContext) {
    self.context = nil
    context.fireChannelInactive()
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard fault == nil, !isClosing else { return }
    switch HTTPConnectionHandler.unwrapInboundIn(data) {
    case .head(let head):
      guard HTTPConnectionHandler.namesHost(head) else {
        return fail(.problem(400, "badRequest", "the field Host is missing, which HTTP/1.1 demands"))
      }
      unanswered.append(HTTPConnectionHandler.persistence(head))
      deadlines.advance(to: .body)
    case .body: break
    case .end: deadlines.advance(to: .answer)
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    // Bytes came and made no whole head: the beginning of one.
    deadlines.heard()
    context.fireChannelReadComplete()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is HTTPParserError else { return context.fireErrorCaught(error) }
    if case .some(.headerOverflow) = error as? HTTPParserError {
      fail(.problem(431, "headerTooLarge", "the header of the request is too long"))
    } else {
      fail(.problem(400, "badRequest", "this is not an HTTP request"))
    }
  }

  /// What comes from the client makes no sense: it is told so when everything before is answered.
  func fail(_ reply: HTTPReply) {
    guard let context, fault == nil, !isClosing else { return }
    fault = reply
    if unanswered.isEmpty { writeFault(context) }
  }

  /// RFC 9112, 3.2: without it nobody knows which server was meant.
  private static func namesHost(_ head: HTTPRequestHead) -> Bool {
    isOld(head) || head.headers.contains(name: "Host")
  }

  private static func isOld(_ head: HTTPRequestHead) -> Bool { head.version.major <= 1 && head.version.minor == 0 }

  private static func persistence(_ head: HTTPRequestHead) -> Persistence {
    guard head.isKeepAlive else { return .ends }
    return isOld(head) ? .asked : .usual
  }

  // MARK: Answers

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch HTTPConnectionHandler.unwrapOutboundIn(data) {
    case .head(let head) where head.status != .continue: writeHead(context, head, promise)
    case .end: writeEnd(context, data, promise)
    default: context.write(data, promise: promise)
    }
  }

  private func writeHead(
    _ context: ChannelHandlerContext, _ head: HTTPResponseHead, _ promise: EventLoopPromise<Void>?
  ) {
    var head = head
    // Our own answers end a connection by this field.
    if state.isStopping || head.headers.contains(name: "Connection"), !unanswered.isEmpty {
      unanswered[unanswered.startIndex] = .ends
    }
    switch unanswered.first ?? .ends {
    case .usual: break
    case .asked: head.headers.replaceOrAdd(name: "Connection", value: "keep-alive")
    case .ends: head.headers.replaceOrAdd(name: "Connection", value: "close")
    }
    context.write(HTTPConnectionHandler.wrapOutboundOut(.head(head)), promise: promise)
  }

  private func writeEnd(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
    let persistence = unanswered.popFirst() ?? .ends
    if persistence == .ends {
      context.writeAndFlush(data, promise: promise)
      return close(context)
    }
    context.write(data, promise: promise)
    guard unanswered.isEmpty else { return }
    if fault != nil { return writeFault(context) }
    deadlines.advance(to: .next)
  }

  private func writeFault(_ context: ChannelHandlerContext) {
    guard let fault, !isClosing else { return }
    var head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: fault.status))
    head.headers = [
      "Content-Type": fault.contentType ?? HTTPReply.ContentType.json, "Content-Length": "\(fault.body.count)",
      "Connection": "close",
    ]
    context.write(HTTPConnectionHandler.wrapOutboundOut(.head(head)), promise: nil)
    let body = context.channel.allocator.buffer(bytes: fault.body)
    context.write(HTTPConnectionHandler.wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(HTTPConnectionHandler.wrapOutboundOut(.end(nil)), promise: nil)
    close(context)
  }

  // MARK: The end

  /// Says that nothing more comes, and lets the client close: closing at once could discard the answer while the client still sends.
  private func close(_ context: ChannelHandlerContext) {
    guard !isClosing else { return }
    isClosing = true
    deadlines.advance(to: .close)
    context.close(mode: .output, promise: nil)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .some(.inputClosed) = event as? ChannelEvent, isClosing { context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    deadlines.writability(context.channel.isWritable)
    context.fireChannelWritabilityChanged()
  }

  private func scheduleCheck(_ context: ChannelHandlerContext) {
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: deadlines.interval) { bound.value.check() }
  }

  /// Looks at the limits from time to time, as long as the connection lives.
  private func check() {
    guard let context else { return }
    switch deadlines.verdict(now: .now()) {
    case .wait: break
    case .close: return context.close(promise: nil)
    case .tell:
      // What waits for a body is not answered yet; with more before it, nobody knew which request was meant.
      if unanswered.count == 1 { unanswered.removeAll() }
      fail(.problem(408, "timeout", "the request did not come in time"))
      if !isClosing { context.close(promise: nil) }
    }
    scheduleCheck(context)
  }
}
