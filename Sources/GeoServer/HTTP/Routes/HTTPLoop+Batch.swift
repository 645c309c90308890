import GeoModel
import GeoWire
import HTTPTypes
import NIOCore

extension HTTPLoop {
  /// The answer to a request whose body cannot be taken, from its header fields alone; nil when it can.
  func refusalOfBody(_ call: HTTPCall) -> HTTPReply? {
    if let length = call.field(.contentLength).flatMap({ Int($0) }), length > state.options.maximumBodyLength {
      return bodyTooLarge
    }
    if let encoding = call.field(.contentEncoding), encoding.lowercased() != "identity" {
      return .problem(415, "unsupportedMediaType", "send the body as it is, without Content-Encoding").ending()
    }
    let type = call.field(.contentType)?.prefix { $0 != ";" && !$0.isWhitespace }.lowercased()
    if let type, type != HTTPReply.ContentType.json {
      return .problem(415, "unsupportedMediaType", "send the body as Content-Type: application/json").ending()
    }
    return nil
  }

  /// The answer to a body that is too long. The rest of it is not read.
  var bodyTooLarge: HTTPReply {
    .problem(
      413, "bodyTooLarge", "the body is longer than \(state.options.maximumBodyLength) bytes; send several smaller ones"
    ).ending()
  }

  /// The queries of a body: the `params` of the socket protocol's `reverseGeocodeBatch`.
  ///
  /// - Throws: ``WireError`` that says what is wrong.
  func batch(_ body: ByteBuffer) throws(WireError) -> WireBatch {
    if state.server.isOverloaded {
      throw WireError(.loadingThrottled, "the server has too many queries waiting; try again later")
    }
    let parsed: Result<WireBatch, WireError>
    do throws(JSONError) {
      parsed = try parser.parse(Array(body.readableBytesView)) { node in
        do throws(WireError) { return .success(try WireBatch(parameters: node)) } catch { return .failure(error) }
      }
    } catch { throw WireError(.parseError, "the body is not JSON: \(error)") }
    return try parsed.get()
  }

  /// Takes the rest of a batch's price, beyond the one token that its request has cost.
  func charge(_ batch: WireBatch, _ call: HTTPCall) {
    state.limiter?.charge(payer(call), batch.queries.count - 1, at: .now)
  }

  /// The answer of a batch whose parts are there: one JSON object, or a line for each coordinate.
  static func reply(_ parts: [[UInt8]], isLines: Bool) -> HTTPReply {
    if isLines {
      return HTTPReply(contentType: HTTPReply.ContentType.lines, body: parts.flatMap { $0 + [UInt8(ascii: "\n")] })
    }
    return .json { writer in
      writer.beginObject()
      writer.key("placemarks")
      writer.beginArray()
      for part in parts { writer.raw(part) }
      writer.endArray()
      writer.endObject()
    }
  }

  /// Whether a client prefers a line for each coordinate.
  static func wantsLines(_ call: HTTPCall) -> Bool {
    call.field(.accept)?.split(separator: ",").contains {
      $0.filter { !$0.isWhitespace }.hasPrefix(HTTPReply.ContentType.lines)
    } ?? false
  }
}

extension HTTPReply {
  /// The same, but the connection ends, as the body was not read.
  func ending() -> HTTPReply {
    var copy = self
    copy.endsConnection = true
    return copy
  }
}

/// Asks the pool the queries of a batch, in parts that several workers answer at once.
enum BatchRun {
  /// The answers in order, each a JSON value.
  static func answers(_ batch: WireBatch, _ server: ServerState) async -> [[UInt8]] {
    let size = Session.chunkSize(batch.queries.count, workers: server.pool.workers)
    let deadline = ContinuousClock.now + server.options.queryTimeout
    let parts = await withTaskGroup(of: (start: Int, answers: [[UInt8]]).self) { group in
      for start in stride(from: 0, to: batch.queries.count, by: size) {
        let tasks = batch.queries[start..<min(start + size, batch.queries.count)].map {
          QueryTask(query: $0, form: .batchElement(isList: batch.isList))
        }
        group.addTask { (start, await answers(tasks, deadline, server)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    return parts.sorted { $0.start < $1.start }.flatMap(\.answers)
  }

  private static func answers(
    _ tasks: [QueryTask], _ deadline: ContinuousClock.Instant, _ server: ServerState
  ) async -> [[UInt8]] {
    await withCheckedContinuation { continuation in
      // The client counts as present to the end: nobody would ever resume a part that was skipped.
      let chunk = QueryChunk(tasks: tasks, deadline: deadline, client: ClientPresence()) { answers in
        var start = 0
        continuation.resume(
          returning: answers.ends.map { end in
            defer { start = end }
            return Array(answers.bytes[start..<end])
          })
      }
      server.submit([chunk])
    }
  }
}
