import GeoModel
import GeoWire
import NIOCore

/// Runs the queries of a batch in the pool, in chunks that several workers answer at once. It returns the response in
/// parts, so that it is never held as a whole. Used by one task.
///
/// The parts that the workers have written count against the connection's memory until they are sent. While they take
/// too much, the pool does no work for the connection.
final class BatchRun {
  private let server: ServerState
  private let account: ClientAccount
  private let isLines: Bool
  private var answers: AsyncStream<(part: Int, ChunkAnswers)?>.Iterator
  private var order = AnswerOrder()
  private var open: Int
  private var ready: [UInt8]
  private var hasElements = false
  private var isClosed = false

  /// Hands the queries to the pool.
  ///
  /// - Parameters:
  ///   - account: the account of the connection's memory.
  ///   - isLines: whether the response is a line for each coordinate instead of one JSON object.
  init(_ batch: WireBatch, _ server: ServerState, _ account: ClientAccount, isLines: Bool) {
    (self.server, self.account, self.isLines) = (server, account, isLines)
    let ranges = QueryChunk.ranges(batch.queries.map(\.weight), workers: server.pool.workers)
    let (stream, continuation) = AsyncStream.makeStream(of: (part: Int, ChunkAnswers)?.self)
    answers = stream.makeAsyncIterator()
    open = ranges.count
    ready = isLines ? [] : Array("{\"\(batch.form.member)\":[".utf8)
    let deadline = NIODeadline.now() + TimeAmount(server.options.queryTimeout)
    server.counts.count(batch.queries.count)
    let chunks = ranges.enumerated().map { part, range in
      let tasks = batch.queries[range].map { QueryTask(query: $0, form: .batchElement(batch.form)) }
      return QueryChunk(tasks: tasks[...], deadline: deadline, client: account) { answers in
        server.counts.count(-range.count)
        continuation.yield((part, answers))
      }
    }
    server.whenShort.set(self) { continuation.yield(nil) }
    server.submit(chunks)
  }

  /// Returns the next bytes of the response, about `length` or all that are left; nil after the last ones, or if the
  /// client has gone.
  ///
  /// The caller has sent the previous bytes. While memory is short, it returns fewer.
  func next(about length: Int) async -> [UInt8]? {
    tellHeld(sending: 0)
    server.wake(account)
    while open > 0, ready.count < length, !isHurried, let answer = await answers.next() {
      guard let (part, answers) = answer else { continue }
      open -= 1
      for chunk in order.answer(part + 1, isLines ? answers.lines : answers.joined) { append(chunk) }
      tellHeld(sending: 0)
    }
    if open == 0, !isClosed {
      isClosed = true
      if !isLines { ready.append(contentsOf: "]}".utf8) }
    }
    guard !ready.isEmpty, !account.isGone else { return nil }
    defer { ready = [] }
    tellHeld(sending: ready.count)
    return ready
  }

  /// Whether ``next(about:)`` has returned everything.
  var isComplete: Bool { isClosed && !account.isGone }

  deinit {
    server.whenShort.set(self, nil)
    // The connection ended in the middle of the response, so the rest is not needed.
    if !isClosed { server.remove(account) }
    account.keep(0, sending: 0, server)
  }

  /// Whether memory is short, so that ready bytes are sent at once.
  private var isHurried: Bool { hasElements && server.budget.level != .plenty && !ready.isEmpty }

  private func append(_ chunk: [UInt8]) {
    guard !chunk.isEmpty else { return }
    if hasElements, !isLines { ready.append(UInt8(ascii: ",")) }
    hasElements = true
    ready.append(contentsOf: chunk)
  }

  private func tellHeld(sending: Int) {
    account.keep(order.earlyBytes + ready.count, sending: sending, server)
  }
}

extension ChunkAnswers {
  /// The response of each task as a line.
  fileprivate var lines: [UInt8] {
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count + ends.count)
    for part in parts {
      lines.append(contentsOf: part)
      lines.append(UInt8(ascii: "\n"))
    }
    return lines
  }
}
