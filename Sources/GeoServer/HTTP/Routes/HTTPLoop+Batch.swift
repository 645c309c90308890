import GeoModel
import GeoWire
import HTTPTypes
import NIOCore

extension HTTPLoop {
  /// The error for a request whose body cannot be accepted, from its header fields alone; nil if it can.
  func refusalOfBody(_ call: HTTPCall, _ route: HTTPRoute) -> HTTPReply? {
    // The parser has checked that it is a number, which may be too large for an integer.
    if let length = call.field(.contentLength).map({ Int($0) ?? .max }), length > state.options.maximumBodyLength {
      return bodyTooLarge
    }
    if let encoding = call.field(.contentEncoding)?.lowercased(), encoding != "identity", !HTTPLoop.isGzip(encoding) {
      return .problem(
        415, "unsupportedMediaType", "send the body as it is, without Content-Encoding, or packed by gzip"
      ).ending()
    }
    let type = call.field(.contentType)?.prefix { $0 != ";" && !$0.isWhitespace }.lowercased()
    if let type, !route.bodyTypes.contains(type) {
      return .problem(
        415, "unsupportedMediaType", "send the body as Content-Type: \(route.bodyTypes.joined(separator: " or "))"
      ).ending()
    }
    return nil
  }

  /// Whether a request's body is compressed by gzip.
  static func isPacked(_ call: HTTPCall) -> Bool {
    call.field(.contentEncoding).map { isGzip($0.lowercased()) } ?? false
  }

  private static func isGzip(_ encoding: String) -> Bool { encoding == "gzip" || encoding == "x-gzip" }

  /// The error for a body that is too long. The rest of it is not read.
  var bodyTooLarge: HTTPReply {
    .problem(
      413, "bodyTooLarge", "the body is longer than \(state.options.maximumBodyLength) bytes; send several smaller ones"
    ).ending()
  }

  /// Parses the queries of a body: the `params` of the socket protocol's `reverseGeocodeBatch`.
  ///
  /// - Throws: ``WireError`` that describes the error.
  func batch(_ body: ByteBuffer) throws(WireError) -> WireBatch {
    if state.server.counts.isOverloaded {
      throw WireError(.loadingThrottled, "the server has too many queries waiting; try again later")
    }
    let parsed: Result<WireBatch, WireError>
    do throws(JSONError) {
      parsed = try parser.parse(Array(body.readableBytesView)) { node in
        guard node.isObject else {
          return .failure(
            WireError(.invalidQuery, #"the body is an object: {"coordinates":[{"latitude":47.14,"longitude":9.52}]}"#))
        }
        do throws(WireError) { return .success(state.limit.apply(to: try WireBatch(parameters: node))) } catch {
          return .failure(error)
        }
      }
    } catch { throw WireError(.parseError, "the body is not JSON: \(error)") }
    return try parsed.get()
  }

  /// Charges the other queries of a batch, beyond the token that its request has taken.
  func charge(_ batch: WireBatch, _ call: HTTPCall) {
    state.limiter?.charge(payer(call), batch.queries.count - 1, at: .now)
  }

  /// The content type of a batch's response.
  static func batchType(_ call: HTTPCall) -> String {
    wantsLines(call) ? HTTPReply.ContentType.lines : HTTPReply.ContentType.json
  }

  /// Whether a client prefers a line for each coordinate.
  static func wantsLines(_ call: HTTPCall) -> Bool {
    call.field(.accept)?.split(separator: ",").contains {
      $0.filter { !$0.isWhitespace }.hasPrefix(HTTPReply.ContentType.lines)
    } ?? false
  }
}

extension HTTPReply {
  /// Returns the same response, but closes the connection after it, because the body was not read.
  func ending() -> HTTPReply {
    var copy = self
    copy.endsConnection = true
    return copy
  }
}
