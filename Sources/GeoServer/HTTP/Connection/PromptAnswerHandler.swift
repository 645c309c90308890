import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Answers on the spot what needs no waiting: such a request is read, answered and written in one turn of the event loop, and no task
/// is started for it.
///
/// It stands between the translation of NIO's requests into Hummingbird's and Hummingbird. In this order:
///
/// 1. A request without a body whose route is prompt is kept until everything that came with it was read.
/// 2. Those that were kept are answered, and all their answers are flushed at once.
/// 3. The rest goes on to Hummingbird: other routes, whatever follows one of them that is not answered yet, as answers keep the order of
///    their requests, and what comes when the client does not take its answers, as Hummingbird can wait.
final class PromptAnswerHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// Requests of one connection that are answered in one turn: other connections of the loop wait meanwhile.
  private static let turnLimit = 16

  private let responder: HTTPResponder
  private var kept: CircularBuffer<HTTPCall> = []
  /// Whether the parts that come are those of a request that is kept.
  private var isKeeping = false
  /// Requests that Hummingbird has not answered yet.
  private var passed = 0
  /// What stands before the translation; nil until it is needed.
  private var connection: HTTPConnectionHandler?

  init(_ responder: HTTPResponder) { self.responder = responder }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = PromptAnswerHandler.unwrapInboundIn(data) {
      let call = HTTPCall(head, client: responder.client)
      isKeeping = passed == 0 && call.isPrompt
      if isKeeping { return kept.append(call) }
      passKept(context)
      passed += 1
    }
    if !isKeeping { context.fireChannelRead(data) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if !kept.isEmpty { answerKept(context) }
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

  /// Reports what cannot be translated, such as a path with control characters.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let connection = connection(context) else { return context.fireErrorCaught(error) }
    connection.fail(
      .problem(400, "badRequest", "the request's path or header fields have characters that HTTP does not allow"))
  }

  private func answerKept(_ context: ChannelHandlerContext) {
    var answered = 0
    while answered < PromptAnswerHandler.turnLimit, context.channel.isWritable, let call = kept.popFirst() {
      answer(call, context)
      answered += 1
      // Whatever was sent behind the last request of a connection is not answered.
      if connection(context)?.isClosing == true { kept.removeAll() }
    }
    if answered > 0 { context.flush() }
    passKept(context)
  }

  private func answer(_ call: HTTPCall, _ context: ChannelHandlerContext) {
    let start = NIODeadline.now()
    let loop = responder.loop.value
    let (reply, route) = loop.promptReply(call)
    let (head, body) = loop.finish(reply, call, route)
    context.write(PromptAnswerHandler.wrapOutboundOut(.head(head)), promise: nil)
    if let body { context.write(PromptAnswerHandler.wrapOutboundOut(.body(body)), promise: nil) }
    context.write(PromptAnswerHandler.wrapOutboundOut(.end(nil)), promise: nil)
    loop.counters.countPrompt()
    loop.note(call, route, reply.status, length: body?.readableBytes ?? 0, since: start)
  }

  private func passKept(_ context: ChannelHandlerContext) {
    while let call = kept.popFirst() {
      passed += 1
      context.fireChannelRead(PromptAnswerHandler.wrapInboundOut(.head(call.head)))
      context.fireChannelRead(PromptAnswerHandler.wrapInboundOut(.end(nil)))
    }
  }

  private func connection(_ context: ChannelHandlerContext) -> HTTPConnectionHandler? {
    if connection == nil { connection = try? context.pipeline.syncOperations.handler(type: HTTPConnectionHandler.self) }
    return connection
  }
}

extension HTTPCall {
  /// Whether it is answered without waiting for anything: it has no body, and its route is prompt or unknown.
  fileprivate var isPrompt: Bool {
    field(.contentLength) == nil && field(.transferEncoding) == nil && route?.isPrompt != false
  }
}
