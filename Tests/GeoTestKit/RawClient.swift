import GeoSupport

/// A client independent of the product's code: it writes bytes and reads lines. Every wait ends after a minute.
package final class RawClient {
  /// The socket.
  package let descriptor: Int32
  private var buffer: [UInt8] = []

  /// Connects to a Unix socket; nil when there is no listener.
  package init?(path: String) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard UnixAddress.with(path.utf8, { connect(descriptor, $0, $1) }) == 0 else { return nil }
    boundWaits()
  }

  /// Connects to a port of this machine; nil when there is no listener.
  package init?(port: Int) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { return nil }
    boundWaits()
  }

  private func boundWaits() {
    var time = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Writes bytes unchanged. Returns how many were accepted before the other side closed or a minute was over.
  @discardableResult package func send(_ bytes: [UInt8]) -> Int {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      // Signals interrupt a socket with a time limit.
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      sent += count
    }
    return sent
  }

  /// Writes a text.
  @discardableResult package func send(_ text: String) -> Int { send(Array(text.utf8)) }

  /// Writes a line with its end.
  package func sendLine(_ line: String) { send(line + "\n") }

  /// Signals that nothing more will be sent.
  package func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// The next line; nil at the end, or when none comes within a minute.
  package func readLine() -> String? {
    var searched = 0
    while true {
      let found = buffer.withUnsafeBytes { bytes in
        bytes.baseAddress.flatMap {
          memchr($0 + searched, 0x0A, bytes.count - searched).map { UnsafeRawPointer($0) - bytes.baseAddress! }
        }
      }
      if let found {
        defer { buffer.removeSubrange(...found) }
        return String(decoding: buffer[..<found], as: UTF8.self)
      }
      searched = buffer.count
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      buffer.append(contentsOf: chunk[..<count])
    }
  }

  /// Whether data is available to read.
  package var hasAnswer: Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 1
  }

  /// Whether the other side has closed the connection, after reading everything.
  package func isAtEnd() -> Bool {
    while let line = readLine() { _ = line }
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) == 0
  }

  /// Writes a line and reads the next.
  package func ask(_ line: String) -> String? {
    sendLine(line)
    return readLine()
  }
}
