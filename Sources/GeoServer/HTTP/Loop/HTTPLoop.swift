import GeoModel
import GeoNominatim
import GeoSupport
import GeoWire
import HTTPTypes
import HummingbirdCore
import NIOCore

/// What one event loop needs to answer requests on its own thread: an engine, and memory that is used again. Never leaves the loop.
///
/// A query takes less time than handing it to another thread and back, so only batches go to the pool.
final class HTTPLoop {
  /// What all loops share.
  let state: HTTPState
  /// What this loop has counted.
  let counters: HTTPCounters
  /// The engine of this loop; replaced when the store is.
  var opened: OpenedEngine
  /// Reads bodies.
  var parser = JSONParser()
  private var date = DateField()
  private let compressor = GzipCompressor()

  init(state: HTTPState, counters: HTTPCounters, opened: OpenedEngine) {
    self.state = state
    self.counters = counters
    self.opened = opened
  }

  /// Answers a request that has no body, or only one that nobody reads.
  func answer(_ call: HTTPCall, _ route: HTTPRoute) -> HTTPReply {
    switch route {
    case .reverse, .reverseScript: reverse(call)
    case .placemark: placemark(call)
    case .status, .statusScript: status(call)
    case .health: .text("ok\n")
    case .readiness: state.isStopping ? .text(status: 503, "stopping\n") : .text("ready\n")
    case .metrics: metrics()
    case .description:
      HTTPReply(
        contentType: HTTPReply.ContentType.json, body: state.keys == nil ? OpenAPI.document : OpenAPI.documentWithKeys)
    case .page: page(call)
    case .style: .asset(Page.style, "text/css; charset=utf-8")
    case .script: .asset(Page.script, "text/javascript; charset=utf-8")
    case .placemarks: .problem(405, "methodNotAllowed", "ask with POST")
    }
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
