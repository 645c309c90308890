import GeoSupport

/// The reason why a load cannot continue.
struct LoadError: Error, CustomStringConvertible {
  var description: String
}

/// One connection of a load.
final class LoadSocket {
  let descriptor: Int32
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  init(path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let code = UnixAddress.with(path.utf8) { connect(descriptor, $0, $1) }
    guard let code else { throw LoadError(description: "the path is too long") }
    guard code == 0 else { throw LoadError(description: "no daemon listens on \(path) (error \(errno))") }
  }

  deinit { close(descriptor) }

  /// Writes all bytes, waiting as long as it takes.
  func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw LoadError(description: "the daemon closed the connection") }
      sent += count
    }
  }

  /// Waits for bytes and appends them.
  func receive(into bytes: inout [UInt8]) throws {
    let count = recv(descriptor, &chunk, chunk.count, 0)
    guard count > 0 else { throw LoadError(description: "the daemon closed the connection") }
    bytes.append(contentsOf: chunk[..<count])
  }

  /// Waits for bytes and counts the lines that end in them.
  func receiveLines() throws -> Int {
    let count = recv(descriptor, &chunk, chunk.count, 0)
    guard count > 0 else { throw LoadError(description: "the daemon closed the connection") }
    var lines = 0
    chunk.withUnsafeBytes { bytes in
      var rest = UnsafeRawBufferPointer(rebasing: bytes[..<count])
      while let base = rest.baseAddress, let end = memchr(base, 0x0A, rest.count) {
        lines += 1
        rest = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(end) - base + 1)...])
      }
    }
    return lines
  }
}
