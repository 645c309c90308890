import HTTPTypes
import NIOCore

/// A response with everything that is sent for it.
struct FinishedReply {
  /// Names and values of header fields, in order.
  typealias Fields = [(name: HTTPField.Name, value: String)]

  /// The status, such as 200.
  var status: Int
  /// All header fields. The values come from this program or through ``HTTPReply/with(_:_:)``, so they contain no line
  /// breaks.
  var fields: Fields
  /// The body as it is sent; nil for none, as in a response to HEAD.
  var body: [UInt8]?

  /// Status and fields.
  var head: HTTPResponse {
    var fields = HTTPFields()
    fields.reserveCapacity(self.fields.count)
    for (name, value) in self.fields { fields.append(HTTPField(name: name, value: value)) }
    return HTTPResponse(status: HTTPResponse.Status(code: status), headerFields: fields)
  }

  /// Whether ``bytes(_:)`` can write it: its status is 200, it has a Content-Length, and the connection stays open.
  var isPlain: Bool {
    status == 200 && fields.contains { $0.name == .contentLength } && !fields.contains { $0.name == .connection }
  }

  /// The bytes of the whole response (RFC 9112, 4 and 5).
  func bytes(_ allocator: ByteBufferAllocator) -> ByteBuffer {
    var head: [UInt8] = []
    head.reserveCapacity(512)
    head += "HTTP/1.1 200 OK\r\n".utf8
    for (name, value) in fields {
      head += name.rawName.utf8
      head += ": ".utf8
      head += value.utf8
      head += "\r\n".utf8
    }
    head += "\r\n".utf8
    var buffer = allocator.buffer(capacity: head.count + (body?.count ?? 0))
    buffer.writeBytes(head)
    if let body { buffer.writeBytes(body) }
    return buffer
  }
}
