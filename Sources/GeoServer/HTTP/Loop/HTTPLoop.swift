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
final class HTTPLoop {
  /// What all loops share.
  let state: HTTPState
  /// What this loop has counted.
  let counters: HTTPCounters
  /// The engine of the pool that was opened for this loop.
  private let engine: Int
  /// Reads bodies.
  var parser = JSONParser()
  private var date = DateField()
  private let compressor = GzipCompressor()

  init(state: HTTPState, counters: HTTPCounters, engine: Int) {
    self.state = state
    self.counters = counters
    self.engine = engine
  }

  /// Answers a request that has no body, or only one that nobody reads.
  func answer(_ call: HTTPCall, _ route: HTTPRoute) -> HTTPReply {
    switch route {
    case .reverse, .reverseScript: withEngine { reverse(call, $0) }
    case .placemark: withEngine { placemark(call, $0) }
    case .status, .statusScript: withEngine { status(call, $0) }
    case .health: .text("ok\n")
    case .readiness: state.isStopping ? .text(status: 503, "stopping\n") : .text("ready\n")
    case .metrics: metrics()
    case .description:
      HTTPReply(
        contentType: HTTPReply.ContentType.json, body: state.keys == nil ? OpenAPI.document : OpenAPI.documentWithKeys)
    case .page: withEngine { page(call, $0) }
    case .style: .asset(Page.style, "text/css; charset=utf-8")
    case .script: .asset(Page.script, "text/javascript; charset=utf-8")
    case .placemarks: .problem(405, "methodNotAllowed", "ask with POST")
    }
  }

  private func withEngine(_ answer: (OpenedEngine) -> HTTPReply) -> HTTPReply {
    state.server.pool.withEngine(preferring: engine, answer)
  }

  private func metrics() -> HTTPReply {
    HTTPReply(contentType: PrometheusText.contentType, body: Array(MetricsReport.text(state).utf8))
  }

  // MARK: Sending

  /// An answer as it goes out: with the fields that every answer has, compressed where the client likes that.
  func finish(_ reply: HTTPReply, _ call: HTTPCall, _ route: HTTPRoute?) -> (head: HTTPResponse, body: ByteBuffer?) {
    var fields = HTTPFields()
    fields.reserveCapacity(12)
    fields.append(HTTPField(name: .date, value: date.value(at: time(nil))))
    fields.append(HTTPField(name: .server, value: "geocoded"))
    fields.append(HTTPField(name: .xContentTypeOptions, value: "nosniff"))
    if route?.isShared == true { fields.append(HTTPField(name: .accessControlAllowOrigin, value: "*")) }
    for (name, value) in reply.fields { fields.append(HTTPField(name: name, value: value)) }
    if reply.endsConnection { fields.append(HTTPField(name: .connection, value: "close")) }
    let status = HTTPResponse.Status(code: reply.status)
    guard let contentType = reply.contentType else { return (HTTPResponse(status: status, headerFields: fields), nil) }
    fields.append(HTTPField(name: .contentType, value: contentType))
    fields.append(HTTPField(name: .vary, value: route?.varies ?? "Accept-Encoding"))
    let body = compressed(reply.body, call, &fields)
    fields.append(HTTPField(name: .contentLength, value: "\(body.count)"))
    return (HTTPResponse(status: status, headerFields: fields), call.isHead ? nil : ByteBuffer(bytes: body))
  }

  private func compressed(_ body: [UInt8], _ call: HTTPCall, _ fields: inout HTTPFields) -> [UInt8] {
    guard body.count >= GzipCompressor.worthwhileLength, GzipCompressor.isAccepted(call.field(.acceptEncoding)),
      let packed = compressor.compress(body)
    else { return body }
    fields.append(HTTPField(name: .contentEncoding, value: "gzip"))
    return packed
  }
}

extension HTTPRoute {
  /// The fields of a request that change the answer (RFC 9110, 12.5.5).
  fileprivate var varies: String {
    switch self {
    case .reverse, .reverseScript: "Accept-Encoding, Accept-Language"
    default: "Accept-Encoding"
    }
  }
}
