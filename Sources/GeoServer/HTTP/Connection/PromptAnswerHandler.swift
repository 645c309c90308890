import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Answers on the spot what needs no waiting: such a request is read, answered and written in one turn of the event loop, and no task
/// is started for it.
///
/// It stands between our watch over the connection and the translation of NIO's requests into Hummingbird's. In this order:
///
/// 1. A request without a body whose route is prompt is kept until everything that came with it was read.
/// 2. Those that were kept are answered, and all their answers are flushed at once.
/// 3. The rest goes on to Hummingbird: other routes, whatever follows one of them that is not answered yet, as answers keep the order of
///    their requests, and what comes when the client does not take its answers, as Hummingbird can wait.
final class PromptAnswerHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// Requests of one connection that are answered in one turn: other connections of the loop wait meanwhile.
  private static let turnLimit = 16

  private let responder: HTTPResponder
  /// What stands before this handler.
  private let connection: HTTPConnectionHandler
  private var kept: CircularBuffer<(head: HTTPRequestHead, call: HTTPCall)> = []
  /// Whether the parts that come are those of a request that is kept.
  private var isKeeping = false
  /// Whether something went on to Hummingbird since it was last told that a reading is complete.
  private var hasPassed = false
  /// Requests that Hummingbird has not answered yet.
  private var passed = 0

  init(_ responder: HTTPResponder, _ connection: HTTPConnectionHandler) {
    (self.responder, self.connection) = (responder, connection)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = PromptAnswerHandler.unwrapInboundIn(data) {
      guard let request = try? HTTPRequest(read: head) else { return failUntranslated() }
      let call = responder.call(request)
      isKeeping = passed == 0 && call.isPrompt
      if isKeeping { return kept.append((head, call)) }
      passKept(context)
      passed += 1
    }
    if !isKeeping { pass(data, context) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if !kept.isEmpty { answerKept(context) }
    guard hasPassed else { return }
    hasPassed = false
    context.fireChannelReadComplete()
  }

  func channelInactive(context: ChannelHandlerContext) {
    kept.removeAll()
    context.fireChannelInactive()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = PromptAnswerHandler.unwrapOutboundIn(data) { passed = max(0, passed - 1) }
    context.write(data, promise: promise)
  }

  /// What else is wrong with a connection is told in the same way.
  func errorCaught(context: ChannelHandlerContext, error: any Error) { failUntranslated() }

  private func failUntranslated() {
    connection.fail(
      .problem(400, "badRequest", "the request's path or header fields have characters that HTTP does not allow"))
  }

  private func answerKept(_ context: ChannelHandlerContext) {
    var answered = 0
    while answered < PromptAnswerHandler.turnLimit, context.channel.isWritable, let call = kept.popFirst()?.call {
      answer(call, context)
      answered += 1
      // Whatever was sent behind the last request of a connection is not answered.
      if connection.isClosing { kept.removeAll() }
    }
    if answered > 0 { context.flush() }
    passKept(context)
  }

  private func answer(_ call: HTTPCall, _ context: ChannelHandlerContext) {
    let start = NIODeadline.now()
    let loop = responder.loop.value
    let (reply, route) = loop.promptReply(call)
    let finished = loop.finish(reply, call, route)
    if !connection.writeWhole(finished) {
      context.write(PromptAnswerHandler.wrapOutboundOut(.head(HTTPResponseHead(finished.head))), promise: nil)
      if let body = finished.body {
        context.write(PromptAnswerHandler.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
      }
      context.write(PromptAnswerHandler.wrapOutboundOut(.end(nil)), promise: nil)
    }
    loop.counters.countPrompt()
    loop.note(call, route, reply.status, length: finished.body?.count ?? 0, since: start)
  }

  private func passKept(_ context: ChannelHandlerContext) {
    while let head = kept.popFirst()?.head {
      passed += 1
      pass(PromptAnswerHandler.wrapInboundOut(.head(head)), context)
      pass(PromptAnswerHandler.wrapInboundOut(.end(nil)), context)
    }
  }

  private func pass(_ data: NIOAny, _ context: ChannelHandlerContext) {
    hasPassed = true
    context.fireChannelRead(data)
  }
}

extension HTTPCall {
  /// Whether it is answered without waiting for anything: it has no body, and its route is prompt or unknown.
  fileprivate var isPrompt: Bool {
    field(.contentLength) == nil && field(.transferEncoding) == nil && route?.isPrompt != false
  }
}

extension HTTPRequest {
  /// A request as NIO has read it.
  ///
  /// - Throws: what NIO's translation throws for a method that is none.
  fileprivate init(read head: HTTPRequestHead) throws {
    // Only a target with a host must be taken apart, for which the translation asks Foundation in any case.
    guard head.uri.utf8.first == UInt8(ascii: "/") else {
      self = try HTTPRequest(head, secure: false, splitCookie: false)
      return
    }
    self.init(
      method: try Method(head.method), scheme: "http", authority: head.headers["Host"].first, path: head.uri,
      headerFields: HTTPFields(head.headers, splitCookie: false))
  }
}
