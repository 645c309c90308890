import GeoWire
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Answers those requests of one connection that may have to wait, on its event loop.
package struct HTTPResponder: Sendable {
  /// The state of the connection's event loop.
  package let loop: NIOLoopBound<HTTPLoop>
  /// The address of the client.
  let client: String
  /// The account of the connection's memory.
  package let account: ClientAccount
  /// The routes of the listener.
  let routes: HTTPRoutes

  /// Answers one request and writes the response.
  func respond(_ request: Request, _ writer: consuming ResponseWriter) async throws {
    let start = NIODeadline.now()
    let call = self.call(request.head)
    var reply: HTTPReply
    let route: HTTPRoute?
    switch loop.value.admit(call) {
    case .refused(let refusal, let known): (reply, route) = (refusal, known)
    case .admitted(let known):
      route = known
      switch known.answer {
      case .prompt(let answer): reply = answer(call, loop.value)
      case .waiting(let answer):
        switch await given(request, call, known, writer) {
        case .failure(let refusal): reply = refusal.reply
        case .success(let body): reply = await answer(call, self, body)
        }
      case .batch:
        switch await batch(request, call, known, writer) {
        case .failure(let refusal): reply = refusal.reply
        case .success(let run):
          // Most responses are short: they get a length and are compressed.
          let first = await run.next(about: GzipCompressor.largestLength) ?? []
          guard run.isComplete else { return try await stream(first, run, call, known, writer, since: start) }
          reply = HTTPReply(contentType: HTTPLoop.batchType(call), body: first)
        }
      }
    }
    // Not a failure of the server: the client has closed its side.
    if reply.status == 503, account.isDrawingOver { reply = HTTPResponder.unawaited }
    let finished = loop.value.finish(reply, call, route)
    // Counts the body until the channel has taken it, because boundaries and pictures are long and their clients may be
    // slow.
    let (server, held) = (loop.value.state.server, finished.body?.count ?? 0)
    server.hold(held)
    defer { server.hold(-held) }
    let body = finished.body.map { ResponseBody(byteBuffer: ByteBuffer(bytes: $0)) } ?? ResponseBody()
    try await writer.write(response: finished.head, body: body)
    loop.value.note(call, route, reply.status, length: held, since: start)
  }

  /// The status in logs and metrics for an abandoned picture, as nginx names it.
  private static let unawaited = HTTPReply.problem(
    499, "clientClosedRequest", "the client has closed its side, and the picture was given up")

  /// Creates a call from a request.
  func call(_ head: HTTPRequest) -> HTTPCall {
    HTTPCall(head, client: client, loop.value.state.trust, routes)
  }

  /// Reads the body of a request; nil for a method without one.
  private func given(
    _ request: Request, _ call: HTTPCall, _ route: HTTPRoute, _ writer: borrowing ResponseWriter
  ) async -> Result<ByteBuffer?, RefusedBody> {
    guard call.head.method == .post else { return .success(nil) }
    if let refusal = loop.value.refusalOfBody(call, route) { return .failure(RefusedBody(reply: refusal)) }
    do { return .success(try await body(of: request, call, writer)) } catch { return .failure(error) }
  }

  /// Writes a response of which only the beginning is ready.
  private func stream(
    _ first: [UInt8], _ run: BatchRun, _ call: HTTPCall, _ route: HTTPRoute?, _ writer: consuming ResponseWriter,
    since start: NIODeadline
  ) async throws {
    var length = 0
    var part: [UInt8]? = first
    var body = try await writer.writeHead(loop.value.head(HTTPLoop.batchType(call), route))
    while let bytes = part {
      length += bytes.count
      try await body.write(ByteBuffer(bytes: bytes))
      part = await run.next(about: HTTPResponder.partLength)
    }
    // A client that has gone gets nothing more; a proper end would make the response look complete.
    guard run.isComplete else { throw CancellationError() }
    try await body.finish(nil)
    loop.value.note(call, route, 200, length: length, since: start)
  }

  /// The length in bytes of one part of a response.
  private static let partLength = 64 << 10

  /// Reads a body and hands its queries to the pool.
  private func batch(
    _ request: Request, _ call: HTTPCall, _ route: HTTPRoute, _ writer: borrowing ResponseWriter
  ) async -> Result<BatchRun, RefusedBody> {
    let body: ByteBuffer
    switch await given(request, call, route, writer) {
    case .failure(let refusal): return .failure(refusal)
    case .success(let given): body = given ?? ByteBuffer()
    }
    do throws(WireError) {
      let batch = try loop.value.batch(body)
      loop.value.charge(batch, call)
      return .success(BatchRun(batch, loop.value.state.server, account, isLines: HTTPLoop.wantsLines(call)))
    } catch { return .failure(RefusedBody(reply: .problem(error))) }
  }

  /// Reads a body, as far as there is memory for it, and decompresses it.
  private func body(
    of request: Request, _ call: HTTPCall, _ writer: borrowing ResponseWriter
  ) async throws(RefusedBody) -> ByteBuffer {
    let (budget, limit) = (loop.value.state.server.budget, loop.value.state.options.maximumBodyLength)
    var body = ByteBuffer()
    var reserved = 0
    defer { budget.release(reserved) }
    do {
      if call.field(.expect)?.lowercased() == "100-continue" {
        try await writer.writeInformationalHead(HTTPResponse(status: .continue))
      }
      for try await var part in request.body {
        body.writeBuffer(&part)
        guard body.readableBytes <= limit else { throw RefusedBody(reply: loop.value.bodyTooLarge) }
        let more = max(0, body.readableBytes - MemoryBudget.freeInput) - reserved
        guard budget.reserve(more) else { throw RefusedBody(reply: .problem(.noMemory).ending()) }
        reserved += more
      }
      guard HTTPLoop.isPacked(call) else { return body }
      let packed = try PackedBody(body)
      for room in packed.rooms(limit: limit) {
        guard budget.reserve(room) else { throw RefusedBody(reply: .problem(.noMemory).ending()) }
        reserved += room
        if let text = try packed.unpacked(room: room) { return text }
      }
      throw RefusedBody(reply: loop.value.bodyTooLarge)
    } catch let refusal as RefusedBody {
      throw refusal
    } catch is PackedBody.Fault {
      throw RefusedBody(reply: .problem(400, "badRequest", "the body is not packed by gzip as a whole"))
    } catch { throw RefusedBody(reply: .problem(400, "badRequest", "the body ended too early").ending()) }
  }
}

/// A body was refused.
private struct RefusedBody: Error {
  /// The error response.
  let reply: HTTPReply
}
