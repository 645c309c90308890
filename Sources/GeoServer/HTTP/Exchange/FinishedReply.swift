import HTTPTypes
import NIOCore

/// An answer with everything that is sent of it.
struct FinishedReply {
  /// Names and values of header fields, in order.
  typealias Fields = [(name: HTTPField.Name, value: String)]

  /// The status, such as 200.
  var status: Int
  /// All header fields.
  var fields: Fields
  /// The body as it is sent; nil for none, as for a request of the head alone.
  var body: [UInt8]?

  /// Status and fields.
  var head: HTTPResponse {
    var fields = HTTPFields()
    fields.reserveCapacity(self.fields.count)
    for (name, value) in self.fields { fields.append(HTTPField(name: name, value: value)) }
    return HTTPResponse(status: HTTPResponse.Status(code: status), headerFields: fields)
  }

  /// Whether ``write(to:)`` may write it: it is an answer like most, whose end its length tells, and the connection goes on.
  var isPlain: Bool {
    status == 200 && fields.contains { $0.name == .contentLength } && !fields.contains { $0.name == .connection }
  }

  /// Appends the bytes of the whole answer (RFC 9112, 4 and 5).
  func write(to buffer: inout ByteBuffer) {
    buffer.writeStaticString("HTTP/1.1 200 OK\r\n")
    for (name, value) in fields {
      buffer.writeString(name.rawName)
      buffer.writeStaticString(": ")
      buffer.writeString(value)
      buffer.writeStaticString("\r\n")
    }
    buffer.writeStaticString("\r\n")
    if let body { buffer.writeBytes(body) }
  }
}
