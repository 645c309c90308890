/// The socket of a page without the page.
final class ScreenClient {
  private let client: HTTPClient
  /// Whether frames are acknowledged when they are read.
  var acknowledges = true

  init(_ port: Int, _ path: String, _ fields: [String] = [], version: Int = 13) throws {
    client = try HTTPClient(port: port)
    let own = [
      "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: \(version)",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    client.send((["GET \(path) HTTP/1.1", "Host: localhost"] + own + fields).joined(separator: "\r\n") + "\r\n\r\n")
    let head = try client.readHead()
    // The key and the response of RFC 6455, 1.3.
    guard head.status == 101, head["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" else {
      throw TestFailure("refused with \(head.status)")
    }
  }

  func send(_ method: String, _ params: String) { sendText(#"{"method":"screen.\#(method)","params":\#(params)}"#) }

  func sendText(_ text: String) { send(0x81, Array(text.utf8)) }

  func close() { send(0x88, [3, 232]) }

  private func send(_ opcode: UInt8, _ data: [UInt8]) {
    let count = data.count
    let length: [UInt8] = count < 126 ? [0x80 | UInt8(count)] : [0x80 | 126, UInt8(count >> 8), UInt8(count & 255)]
    // The mask is all zeros.
    client.send([opcode] + length + [0, 0, 0, 0] + data)
  }

  /// The next frame of the map.
  func frame() throws -> String {
    while true {
      let (opcode, data) = try next()
      guard opcode == 1 else { continue }
      let text = String(decoding: data, as: UTF8.self)
      if acknowledges, let start = text.firstRange(of: #""frame":"#) {
        send("ack", #"{"frame":\#(text[start.upperBound...].prefix { $0.isNumber })}"#)
      }
      return text
    }
  }

  /// See ``HTTPClient/flood(_:limit:)``.
  func flood(_ bytes: [UInt8], limit: Int) -> Int { client.flood(bytes, limit: limit) }

  /// Sends bytes unchanged.
  func sendRaw(_ bytes: [UInt8]) { client.send(bytes) }

  /// The code with which the socket is closed, after skipping other frames; nil when it ends without one.
  func closeCode() throws -> Int? {
    while let (opcode, data) = try? next() {
      if opcode == 8 { return data.count < 2 ? 0 : Int(data[0]) << 8 | Int(data[1]) }
    }
    return nil
  }

  /// Whether the socket is closed, after skipping other frames.
  func isClosed() throws -> Bool {
    do { while true { if try next().opcode == 8 { return true } } } catch { return true }
  }

  private func next() throws -> (opcode: UInt8, data: [UInt8]) {
    let head = try client.take(2)
    var count = Int(head[1] & 127)
    if count == 126 { count = try client.take(2).reduce(0) { $0 << 8 | Int($1) } }
    if count == 127 { count = try client.take(8).reduce(0) { $0 << 8 | Int($1) } }
    return (head[0] & 15, try client.take(count))
  }
}
