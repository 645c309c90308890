import GeoModel
import GeoNominatim
import GeoSupport
import GeoWire
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Answers requests on the thread of one event loop, which it never leaves.
///
/// A query takes less time than handing it to another thread and back, so the loop borrows an engine of the pool and
/// answers itself. The pool has one engine per loop, so loops do not wait for each other. Only batches go to the
/// workers.
package final class HTTPLoop {
  /// The state that all loops share.
  package let state: HTTPState
  /// The counters of this loop.
  let counters: HTTPCounters
  /// The index of the pool's engine that was opened for this loop.
  private let engine: Int
  private let seat: WorkSeat
  /// Parses bodies.
  package var parser = JSONParser(keptEntries: 4096)
  private var date = DateField()
  private let compressor = GzipCompressor()

  init(state: HTTPState, counters: HTTPCounters, engine: Int) {
    self.state = state
    self.counters = counters
    self.engine = engine
    seat = state.server.addSeat()
  }

  /// Returns the response to a request of a prompt route or of an unknown path.
  package func promptReply(_ call: HTTPCall) -> (reply: HTTPReply, route: HTTPRoute?) {
    switch admit(call) {
    case .refused(let refusal, let known): (refusal, known)
    case .admitted(let route):
      // Requests of other routes go to the responder, which can wait, and never come here.
      if case .prompt(let answer) = route.answer {
        (answer(call, self), route)
      } else {
        (.problem(WireError(.internalError, "\(route.path) is not answered at once")), route)
      }
    }
  }

  /// Runs a closure with the engine of this loop.
  package func withEngine<Answer>(_ answer: (OpenedEngine) -> Answer) -> Answer {
    seat.begin(at: .now())
    defer { seat.leave() }
    return state.server.pool.withEngine(preferring: engine, answer)
  }

  /// Answers `/healthz`: whether all threads return from their work.
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

  /// Finishes a response: adds the common header fields, and compresses it if the client accepts that.
  func finish(_ reply: HTTPReply, _ call: HTTPCall, _ route: HTTPRoute?) -> FinishedReply {
    var finished = FinishedReply(status: reply.status, fields: usualFields(route))
    // Lets a page of another origin read the reason.
    if route == nil { finished.fields.append((.accessControlAllowOrigin, "*")) }
    let needsKey = state.keys != nil && route?.access.needsKey == true
    finished.fields += needsKey ? reply.forOneClient.fields : reply.fields
    if reply.endsConnection { finished.fields.append((.connection, "close")) }
    guard let contentType = reply.contentType else { return finished }
    finished.fields.append((.contentType, contentType))
    finished.fields.append((.vary, route?.varies ?? "Accept-Encoding"))
    // PNG is compressed already.
    let body = contentType == HTTPReply.ContentType.png ? reply.body : compressed(reply.body, call, &finished.fields)
    finished.fields.append((.contentLength, "\(body.count)"))
    if !call.isHead { finished.body = body }
    return finished
  }

  /// The head of a response that is sent in parts.
  package func head(_ contentType: String, _ route: HTTPRoute?) -> HTTPResponse {
    FinishedReply(status: 200, fields: usualFields(route) + [(.contentType, contentType)]).head
  }

  /// The header fields of every response.
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

/// The value of the `Date` field (RFC 9110, 5.6.7), formatted once a second.
package struct DateField {
  private var second = -1
  private var text = ""

  /// Creates a field without a value.
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
