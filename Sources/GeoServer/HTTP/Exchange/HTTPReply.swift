import GeoSupport
import GeoWire
import HTTPTypes

/// A response before it is compressed and sent.
package struct HTTPReply {
  /// The content types of bodies.
  package enum ContentType {
    package static let json = "application/json"
    package static let geoJSON = "application/geo+json"
    package static let lines = "application/x-ndjson"
    package static let text = "text/plain; charset=utf-8"
    package static let page = "text/html; charset=utf-8"
    package static let style = "text/css; charset=utf-8"
    package static let script = "text/javascript; charset=utf-8"
    package static let png = "image/png"
    package static let svg = "image/svg+xml"
  }

  /// The status, such as 200.
  package var status: Int
  /// The content type of the body; nil if there is none.
  package var contentType: String?
  /// The body, not compressed.
  package var body: [UInt8]
  /// The header fields that only some responses have.
  private(set) var fields: FinishedReply.Fields = []
  /// Whether the connection must close after it, because the rest of the request was not read.
  package var endsConnection = false

  /// A response with a body.
  package init(status: Int = 200, contentType: String?, body: [UInt8]) {
    self.status = status
    self.contentType = contentType
    self.body = body
  }

  /// A response of JSON.
  package static func json(status: Int = 200, _ write: (inout JSONWriter) -> Void) -> HTTPReply {
    var writer = JSONWriter()
    write(&writer)
    return HTTPReply(status: status, contentType: ContentType.json, body: writer.bytes)
  }

  /// A response of text.
  package static func text(status: Int = 200, _ text: String) -> HTTPReply {
    HTTPReply(status: status, contentType: ContentType.text, body: Array(text.utf8))
  }

  /// Returns the response with a header field, replacing any of that name. Control characters in the value become
  /// spaces, so it contains no line breaks.
  package func with(_ name: HTTPField.Name, _ value: String) -> HTTPReply {
    var copy = self
    let isPlain = value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    let plain =
      isPlain ? value : String(decoding: value.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
    copy.fields.removeAll { $0.name == name }
    copy.fields.append((name, plain))
    return copy
  }

  /// Returns the response marked for one client, so that shared caches do not keep what was requested with a key.
  package var forOneClient: HTTPReply {
    let keeping = fields.first { $0.name == .cacheControl }?.value
    guard let keeping else { return with(.cacheControl, "private") }
    return keeping == HTTPReply.sharedHour ? with(.cacheControl, "private, max-age=3600") : self
  }

  /// The `Cache-Control` of responses that are the same for all clients.
  package static let sharedHour = "public, max-age=3600"
}

extension HTTPReply {
  /// An error as JSON, in the form of the socket protocol: `{"error":{"code":…,"message":…,"data":{"reason":…}}}`.
  ///
  /// The code is the HTTP status where the protocol has none.
  package static func problem(_ status: Int, _ reason: String, _ message: String, code: Int? = nil) -> HTTPReply {
    json(status: status) { writer in
      writer.beginObject()
      writer.key("error")
      writer.beginObject()
      writer.member("code", code ?? status)
      writer.member("message", message)
      writer.key("data")
      writer.beginObject()
      writer.member("reason", reason)
      writer.endObject()
      writer.endObject()
      writer.endObject()
    }
  }

  /// An error of the engine or the protocol, with the matching HTTP status.
  package static func problem(_ error: WireError) -> HTTPReply {
    let reply = problem(status(of: error.reason), error.reason.rawValue, error.message, code: error.reason.code)
    return error.reason == .loadingThrottled || error.reason == .timeout ? reply.with(.retryAfter, "1") : reply
  }

  private static func status(of reason: WireError.Reason) -> Int {
    switch reason {
    case .parseError, .invalidRequest, .invalidQuery: 400
    case .notAllowed: 403
    case .methodNotFound, .placemarkNotFound: 404
    case .internalError, .serverFailure: 500
    case .loadingThrottled, .cancelled, .timeout: 503
    }
  }
}

extension HTTPReply {
  /// Returns the response with a tag and a caching time; without a body if the client already has it.
  package func tagged(_ tag: String, for call: HTTPCall, keeping: String = sharedHour) -> HTTPReply {
    let known = call.field(.ifNoneMatch)?.split(separator: ",").map { $0.filter { !$0.isWhitespace } } ?? []
    // Weak and strong tags compare equal here (RFC 9110, 13.1.2).
    func plain(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
    let isKnown = known.contains { $0 == "*" || plain($0) == plain(tag) }
    let reply = isKnown ? HTTPReply(status: 304, contentType: nil, body: []) : self
    return reply.with(.eTag, tag).with(.cacheControl, keeping)
  }

  /// A tag of the body. It is weak if the body may be compressed in transit, because both forms share it.
  package var contentTag: String {
    let weak = contentType == ContentType.png ? "" : "W/"
    return "\(weak)\"\(String(Hashing.fnv1a(body), radix: 16))\""
  }
}
