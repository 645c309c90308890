import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Answers requests that need no waiting at once: each is read, answered and written in one turn of the event loop,
/// without a task.
///
/// It sits between ``HTTPConnectionHandler`` and the translation of NIO's requests into Hummingbird's:
///
/// 1. It keeps a request without a body whose route is prompt until everything that arrived with it is read.
/// 2. It answers the kept requests and flushes all their responses at once.
/// 3. It passes all other requests to Hummingbird: those of other routes, and those behind them, because responses keep
/// the order of requests. While a client does not read its responses, Hummingbird gets all its requests, because it can
/// wait.
final class PromptAnswerHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The most requests of one connection answered in one turn, during which the loop's other connections wait.
  private static let turnLimit = 16

  private let responder: HTTPResponder
  /// The handler before this one.
  private let connection: HTTPConnectionHandler
  private var kept: CircularBuffer<(head: HTTPRequestHead, call: HTTPCall)> = []
  /// Whether the incoming parts belong to a kept request.
  private var isKeeping = false
  /// Whether anything was passed to Hummingbird since its last channelReadComplete.
  private var hasPassed = false
  /// The number of requests that Hummingbird has not answered yet.
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

  /// Other errors of the connection get the response for a head that cannot be translated.
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
      // Requests behind the last one of a connection are not answered.
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
  /// Whether it is answered without waiting: it has no body, and its route is prompt or unknown.
  fileprivate var isPrompt: Bool {
    field(.contentLength) == nil && field(.transferEncoding) == nil && route?.isPrompt != false
  }
}

extension HTTPRequest {
  /// Creates a request from a head read by NIO.
  ///
  /// - Throws: the error of NIO's translation for an invalid method.
  fileprivate init(read head: HTTPRequestHead) throws {
    // Only a target with a host needs NIO's translation, which uses Foundation.
    guard head.uri.utf8.first == UInt8(ascii: "/") else {
      self = try HTTPRequest(head, secure: false, splitCookie: false)
      return
    }
    self.init(
      method: try Method(head.method), scheme: "http", authority: head.headers["Host"].first, path: head.uri,
      headerFields: HTTPFields(head.headers, splitCookie: false))
  }
}
