import GeoSupport

/// Sends HTTP requests from several clients on one thread. Each client sends a request after the previous response.
struct HTTPLoad {
  let path: String
  let clients: Int
  /// The part of the URL before the coordinate, such as `/placemark?`.
  let target: String

  /// A client with the received part of its response.
  private struct Lane {
    let socket: LoadSocket
    var asked: UInt64 = 0
    var received: [UInt8] = []
  }

  func run(_ requests: Int, seconds: Double, _ coordinates: RandomCoordinates) throws -> LoadResult {
    var lanes = try (0..<clients).map { _ in Lane(socket: try LoadSocket(path: path)) }
    var entries = lanes.map { pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN), revents: 0) }
    let start = nanoseconds()
    let end = start + UInt64(seconds * 1e9)
    var sent = 0
    var latencies: [UInt64] = []
    latencies.reserveCapacity(requests)
    for index in lanes.indices { try ask(&lanes[index], &sent, coordinates) }
    while latencies.count < sent {
      poll(&entries, nfds_t(entries.count), 1000)
      for index in lanes.indices where entries[index].revents != 0 {
        try lanes[index].socket.receive(into: &lanes[index].received)
        guard try HTTPLoad.isComplete(lanes[index].received) else { continue }
        let now = nanoseconds()
        latencies.append(now - lanes[index].asked)
        if sent < requests, now < end { try ask(&lanes[index], &sent, coordinates) }
      }
    }
    return LoadResult(
      requests: latencies.count, seconds: Double(nanoseconds() - start) / 1e9, latencies: latencies)
  }

  private func ask(_ lane: inout Lane, _ sent: inout Int, _ coordinates: RandomCoordinates) throws {
    var request = Array("GET \(target)".utf8)
    coordinates.appendQuery(sent, to: &request)
    request.append(contentsOf: " HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    sent += 1
    lane.received.removeAll(keepingCapacity: true)
    lane.asked = nanoseconds()
    try lane.socket.send(request)
  }

  /// Whether a response is complete. Any status but 200 ends the load, because errors are fast.
  private static func isComplete(_ bytes: [UInt8]) throws -> Bool {
    guard let head = position(of: "\r\n\r\n", in: bytes[...]) else { return false }
    guard bytes.starts(with: "HTTP/1.1 200 ".utf8) else {
      throw LoadError(description: String(decoding: bytes.prefix(200), as: UTF8.self))
    }
    let name: StaticString = "Content-Length: "
    guard let field = position(of: name, in: bytes[..<head]) else {
      throw LoadError(description: "an answer without its length")
    }
    var length = 0
    for byte in bytes[(field + name.utf8CodeUnitCount)...] {
      guard byte &- 0x30 <= 9 else { break }
      length = length * 10 + Int(byte &- 0x30)
    }
    return bytes.count >= head + 4 + length
  }

  /// The position of a text; nil when absent.
  ///
  /// Foundation's `firstRange(of:)` takes longer than the daemon's whole response.
  private static func position(of text: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.withUnsafeBytes { buffer in
      let length = text.utf8CodeUnitCount
      var start = 0
      while let base = buffer.baseAddress, start + length <= buffer.count,
        let found = memchr(base + start, Int32(text.utf8Start.pointee), buffer.count - length + 1 - start)
      {
        if memcmp(found, text.utf8Start, length) == 0 { return bytes.startIndex + (UnsafeRawPointer(found) - base) }
        start = UnsafeRawPointer(found) - base + 1
      }
      return nil
    }
  }
}
