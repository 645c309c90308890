import GeoWire
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore

/// Answers the requests of one connection, on its event loop.
struct HTTPResponder: Sendable {
  /// What the connection's event loop has.
  let loop: NIOLoopBound<HTTPLoop>
  /// Who asks.
  let client: String

  /// Takes one request and writes its answer.
  func respond(_ request: Request, _ writer: consuming ResponseWriter) async throws {
    let start = NIODeadline.now()
    let call = HTTPCall(request.head, client: client)
    let reply: HTTPReply
    let route: HTTPRoute?
    switch loop.value.admit(call) {
    case .refused(let refusal, let known): (reply, route) = (refusal, known)
    case .admitted(let known) where known.takesBody:
      (reply, route) = (try await answerBody(request, call, writer), known)
    case .admitted(let known): (reply, route) = (loop.value.answer(call, known), known)
    }
    let (head, body) = loop.value.finish(reply, call, route)
    try await writer.write(response: head, body: body.map { ResponseBody(byteBuffer: $0) } ?? ResponseBody())
    loop.value.note(call, route, reply.status, length: body?.readableBytes ?? 0, since: start)
  }

  /// Reads a body and answers it.
  private func answerBody(
    _ request: Request, _ call: HTTPCall, _ writer: borrowing ResponseWriter
  ) async throws -> HTTPReply {
    if let refusal = loop.value.refusalOfBody(call) { return refusal }
    if call.field(.expect)?.lowercased() == "100-continue" {
      try await writer.writeInformationalHead(HTTPResponse(status: .continue))
    }
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: loop.value.state.options.maximumBodyLength)
    } catch is NIOTooManyBytesError { return loop.value.bodyTooLarge }
    do throws(WireError) {
      let batch = try loop.value.batch(body)
      loop.value.charge(batch, call)
      let answers = await BatchRun.answers(batch, loop.value.state.server)
      return HTTPLoop.reply(answers, isLines: HTTPLoop.wantsLines(call))
    } catch { return .problem(error) }
  }
}

extension HTTPLoop {
  /// Counts and logs a request that was answered. The log names no coordinates and no keys: where somebody was is nobody's business.
  func note(_ call: HTTPCall, _ route: HTTPRoute?, _ status: Int, length: Int, since start: NIODeadline) {
    let time = NIODeadline.now() - start
    counters.count(route, status: status, nanoseconds: time.nanoseconds)
    state.accessLog?.info(
      "request",
      metadata: [
        "method": "\(call.head.method.rawValue)", "path": "\(call.path.prefix(200))", "status": "\(status)",
        "bytes": "\(length)", "microseconds": "\(time.nanoseconds / 1000)", "client": "\(call.client)",
        "agent": "\(call.field(.userAgent)?.prefix(200) ?? "")",
      ])
  }
}
