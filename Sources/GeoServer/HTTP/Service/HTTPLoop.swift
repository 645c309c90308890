import GeoModel
import GeoNominatim
import GeoSupport
import GeoWire
import HTTPTypes
import HummingbirdCore
import NIOCore

/// What one event loop needs to answer requests on its own thread. Never leaves the loop.
///
/// A query takes less time than handing it to another thread and back, so the loop borrows an engine of the pool and answers itself.
/// There is one for each loop, so none ever waits. Only batches are handed over.
package final class HTTPLoop {
  /// What all loops share.
  package let state: HTTPState
  /// What this loop has counted.
  let counters: HTTPCounters
  /// The engine of the pool that was opened for this loop.
  private let engine: Int
  private let seat: WorkSeat
  /// Reads bodies.
  package var parser = JSONParser(keptEntries: 4096)
  private var date = DateField()
  private let compressor = GzipCompressor()

  init(state: HTTPState, counters: HTTPCounters, engine: Int) {
    self.state = state
    self.counters = counters
    self.engine = engine
    seat = state.server.addSeat()
  }

  /// What is said to a request of a prompt route, or of none.
  package func promptReply(_ call: HTTPCall) -> (reply: HTTPReply, route: HTTPRoute?) {
    switch admit(call) {
    case .refused(let refusal, let known): (refusal, known)
    case .admitted(let route):
      // The others are answered by the responder, which can wait for them, and never come here.
      if case .prompt(let answer) = route.answer {
        (answer(call, self), route)
      } else {
        (.problem(WireError(.internalError, "\(route.path) is not answered at once")), route)
      }
    }
  }

  /// Answers with the engine of this loop.
  package func withEngine<Answer>(_ answer: (OpenedEngine) -> Answer) -> Answer {
    seat.begin(at: .now())
    defer { seat.leave() }
    return state.server.pool.withEngine(preferring: engine, answer)
  }

  /// Whether all threads come back from what they do.
  package func health() -> HTTPReply {
    let sentences = state.server.threads.compactMap { task, all, stuck in
      stuck > 0 ? "\(stuck) of \(all) threads do not come back from a \(task)" : nil
    }
    guard !sentences.isEmpty else { return .text("ok\n") }
    return .text(status: 503, "stuck: \(sentences.joined(separator: ", ")); restart geocoded\n")
  }

  package func metrics() -> HTTPReply {
    HTTPReply(contentType: PrometheusText.contentType, body: Array(MetricsReport.text(state).utf8))
  }

  // MARK: Sending

  /// An answer as it goes out: with the fields that every answer has, compressed where the client likes that.
  func finish(_ reply: HTTPReply, _ call: HTTPCall, _ route: HTTPRoute?) -> FinishedReply {
    var finished = FinishedReply(status: reply.status, fields: usualFields(route))
    // A page of another origin may read why nothing is answered there.
    if route == nil { finished.fields.append((.accessControlAllowOrigin, "*")) }
    let needsKey = state.keys != nil && route?.access.needsKey == true
    finished.fields += needsKey ? reply.forOneClient.fields : reply.fields
    if reply.endsConnection { finished.fields.append((.connection, "close")) }
    guard let contentType = reply.contentType else { return finished }
    finished.fields.append((.contentType, contentType))
    finished.fields.append((.vary, route?.varies ?? "Accept-Encoding"))
    // Pictures are compressed already.
    let body = contentType == HTTPReply.ContentType.png ? reply.body : compressed(reply.body, call, &finished.fields)
    finished.fields.append((.contentLength, "\(body.count)"))
    if !call.isHead { finished.body = body }
    return finished
  }

  /// The head of an answer that is sent in parts.
  package func head(_ contentType: String, _ route: HTTPRoute?) -> HTTPResponse {
    FinishedReply(status: 200, fields: usualFields(route) + [(.contentType, contentType)]).head
  }

  /// The fields that every answer has.
  private func usualFields(_ route: HTTPRoute?) -> FinishedReply.Fields {
    var fields: FinishedReply.Fields = []
    fields.reserveCapacity(12)
    fields.append((.date, date.value(at: time(nil))))
    fields.append((.server, "geocoded"))
    fields.append((.xContentTypeOptions, "nosniff"))
    let isShared = route?.access.isShared == true
    fields.append((.crossOriginResourcePolicy, isShared ? "cross-origin" : "same-origin"))
    if isShared { fields.append((.accessControlAllowOrigin, "*")) }
    return fields
  }

  private func compressed(_ body: [UInt8], _ call: HTTPCall, _ fields: inout FinishedReply.Fields) -> [UInt8] {
    guard body.count >= GzipCompressor.worthwhileLength, GzipCompressor.isAccepted(call.field(.acceptEncoding)),
      let packed = compressor.compress(body)
    else { return body }
    fields.append((.contentEncoding, "gzip"))
    return packed
  }
}

/// The value of the `Date` field (RFC 9110, 5.6.7), made again once a second.
package struct DateField {
  private var second = -1
  private var text = ""

  /// A field without a value yet.
  package init() {}

  /// The value at a time in seconds since 1970.
  package mutating func value(at now: Int) -> String {
    if now != second {
      second = now
      text = UTCTime(seconds: now).inHeaders()
    }
    return text
  }
}
