import GeoServer
import GeoSupport

/// A client that writes bytes and reads answers, and knows nothing of our code. Every wait ends by itself after a minute.
final class HTTPClient {
  /// An answer as it came.
  struct Answer {
    var status: Int
    var fields: [(name: String, value: String)]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The value of a field; nil when it did not come.
    subscript(_ name: String) -> String? { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
  }

  private let descriptor: Int32
  private var buffer: [UInt8] = []

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    try connect(&address, "port \(port)")
  }

  init(path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    try connect(&address, path)
  }

  deinit { close(descriptor) }

  private func connect<Address>(_ address: inout Address, _ name: String) throws {
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
    guard code == 0 else { throw TestFailure("nobody listens on \(name)") }
    var time = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Says that nothing more will be sent.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      // A socket with a time limit is interrupted by any signal, also by that which lets a stopped process go on.
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Sends the same bytes again and again without reading anything, until none are taken for half a second.
  ///
  /// - Returns: how many were taken; nothing more is sent beyond a limit.
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

  /// Asks and reads the answer.
  func ask(
    _ target: String, method: String = "GET", fields: [String] = [], body: String? = nil
  ) throws -> Answer {
    var request = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n"
    for field in fields { request += field + "\r\n" }
    if let body { request += "Content-Length: \(body.utf8.count)\r\n" }
    send(request + "\r\n" + (body ?? ""))
    return try read(isHead: method == "HEAD")
  }

  /// The next answer.
  func read(isHead: Bool = false) throws -> Answer {
    var answer = try readHead()
    if answer["Transfer-Encoding"] == "chunked" {
      answer.body = try chunks()
    } else if !isHead {
      answer.body = try take(answer["Content-Length"].flatMap { Int($0) } ?? 0)
    }
    return answer
  }

  /// The next answer, whose body ends with the connection.
  func readToEnd() throws -> Answer {
    var answer = try readHead()
    do { while true { try receive() } } catch { answer.body = buffer }
    return answer
  }

  /// The next answer without its body.
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

  /// Whether the other side ends the connection, however much it sends before.
  func isAtEnd() -> Bool {
    do { while true { try receive() } } catch { return errno != EAGAIN }
  }

  /// A body that comes in chunks.
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

  /// So many bytes.
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
