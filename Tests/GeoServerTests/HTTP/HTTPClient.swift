import GeoServer
import GeoSupport
import GeoTestKit

/// A client that writes bytes and reads responses, independent of the product's code.
///
/// Every wait ends after a minute.
final class HTTPClient {
  /// A response as received.
  struct Answer {
    var status: Int
    var fields: [(name: String, value: String)]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The value of a header field; nil when absent.
    subscript(_ name: String) -> String? { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
  }

  private let connection: RawClient
  private var descriptor: Int32 { connection.descriptor }
  private var buffer: [UInt8] = []

  init(port: Int) throws { connection = try HTTPClient.required(RawClient(port: port), "port \(port)") }

  init(path: String) throws { connection = try HTTPClient.required(RawClient(path: path), path) }

  private static func required(_ connection: RawClient?, _ name: String) throws -> RawClient {
    guard let connection else { throw TestFailure("nobody listens on \(name)") }
    return connection
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Signals that nothing more will be sent.
  func finish() { connection.finish() }

  func send(_ bytes: [UInt8]) { connection.send(bytes) }

  /// Sends the same bytes repeatedly without reading, until none are accepted for half a second.
  ///
  /// - Returns: how many bytes were accepted, up to the limit.
  func flood(_ bytes: [UInt8], limit: Int) -> Int {
    var (sent, pauses) = (0, 0)
    while sent < limit, pauses < 50 {
      let rest = sent % bytes.count
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + rest, bytes.count - rest, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count < 0, errno != EAGAIN { return sent }
      if count < 0 { usleep(10_000) }
      pauses = count < 0 ? pauses + 1 : 0
      sent += max(0, count)
    }
    return sent
  }

  /// Sends a request and reads the response.
  func ask(
    _ target: String, method: String = "GET", fields: [String] = [], body: String? = nil
  ) throws -> Answer {
    var request = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n"
    for field in fields { request += field + "\r\n" }
    if let body { request += "Content-Length: \(body.utf8.count)\r\n" }
    send(request + "\r\n" + (body ?? ""))
    return try read(isHead: method == "HEAD")
  }

  /// The next response.
  func read(isHead: Bool = false) throws -> Answer {
    var answer = try readHead()
    if answer["Transfer-Encoding"] == "chunked" {
      answer.body = try chunks()
    } else if !isHead {
      answer.body = try take(answer["Content-Length"].flatMap { Int($0) } ?? 0)
    }
    return answer
  }

  /// The next response, whose body ends with the connection.
  func readToEnd() throws -> Answer {
    var answer = try readHead()
    do { while true { try receive() } } catch { answer.body = buffer }
    return answer
  }

  /// The next response without its body.
  func readHead() throws -> Answer {
    while true {
      if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
        let head = String(decoding: buffer[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        buffer.removeSubrange(..<end.upperBound)
        let status = head[0].split(separator: " ")[1]
        return Answer(
          status: Int(status) ?? 0,
          fields: head.dropFirst().map { line in
            let colon = line.firstIndex(of: ":")!
            return (String(line[..<colon]), String(line[colon...].dropFirst(2)))
          }, body: [])
      }
      try receive()
    }
  }

  /// Whether the server closes the connection, however much it sends before.
  func isAtEnd() -> Bool {
    do { while true { try receive() } } catch { return errno != EAGAIN }
  }

  /// Reads a body in chunked encoding.
  private func chunks() throws -> [UInt8] {
    var body: [UInt8] = []
    while true {
      while buffer.firstRange(of: [0x0D, 0x0A]) == nil { try receive() }
      let line = buffer.firstRange(of: [0x0D, 0x0A])!
      let length = Int(String(decoding: buffer[..<line.lowerBound], as: UTF8.self), radix: 16) ?? 0
      buffer.removeSubrange(..<line.upperBound)
      body += try take(length)
      _ = try take(2)
      if length == 0 { return body }
    }
  }

  /// Reads this many bytes.
  func take(_ count: Int) throws -> [UInt8] {
    while buffer.count < count { try receive() }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  private func receive() throws {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var count: Int
    repeat {
      errno = 0
      count = recv(descriptor, &chunk, chunk.count, 0)
    } while count < 0 && errno == EINTR
    guard count > 0 else { throw TestFailure("the connection ended, or nothing came for a minute") }
    buffer.append(contentsOf: chunk[..<count])
  }
}
