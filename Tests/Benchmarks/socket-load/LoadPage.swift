import GeoSupport

/// Simulates the page of a map without a browser: receives frames and acknowledges them.
final class LoadPage {
  private let socket: LoadSocket
  private var buffer: [UInt8] = []
  /// The frames and bytes received so far.
  private(set) var frames = 0
  private(set) var bytes = 0

  /// Opens a page.
  ///
  /// - Parameters:
  ///   - path: the path of the daemon's HTTP socket.
  ///   - opened: the reply to `mapView.open`.
  init(path: String, opened: String) throws {
    guard let start = opened.firstRange(of: "/map/") else {
      throw LoadError(description: "the map has no page: \(opened)")
    }
    let page = "/map/" + opened[start.upperBound...].prefix { $0 != "\"" }.replacing("?", with: "/socket?")
    socket = try LoadSocket(path: path)
    let fields = [
      "GET \(page) HTTP/1.1", "Host: localhost", "Connection: Upgrade", "Upgrade: websocket",
      "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    try socket.send(Array((fields.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    let end = Array("\r\n\r\n".utf8)
    while buffer.firstRange(of: end) == nil { try socket.receive(into: &buffer) }
    guard buffer.starts(with: "HTTP/1.1 101".utf8), let range = buffer.firstRange(of: end) else {
      throw LoadError(description: String(decoding: buffer.prefix(200), as: UTF8.self))
    }
    buffer.removeFirst(range.upperBound)
    try say("hello", #"{"size":[800,600]}"#)
  }

  /// Sends a message of the page to the daemon.
  func say(_ method: String, _ params: String) throws {
    let text = Array(#"{"method":"screen.\#(method)","params":\#(params)}"#.utf8)
    // The mask is all zeros.
    try socket.send([0x81, 0x80 | 126, UInt8(text.count >> 8), UInt8(text.count & 255), 0, 0, 0, 0] + text)
  }

  /// Receives frames until a given time.
  func take(until due: UInt64) throws {
    while true {
      let now = nanoseconds()
      guard now < due else { return }
      var entry = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, Int32((due - now + 999_999) / 1_000_000)) > 0 else { continue }
      try socket.receive(into: &buffer)
      while let frame = nextFrame() { try see(frame) }
    }
  }

  /// Removes a complete frame from the received bytes; nil when there is none.
  private func nextFrame() -> [UInt8]? {
    guard buffer.count >= 2 else { return nil }
    let short = Int(buffer[1] & 127)
    let head = short == 127 ? 10 : short == 126 ? 4 : 2
    guard buffer.count >= head else { return nil }
    let length = head == 2 ? short : buffer[2..<head].reduce(0) { $0 << 8 | Int($1) }
    guard buffer.count >= head + length else { return nil }
    let frame = Array(buffer[head..<head + length])
    buffer.removeFirst(head + length)
    return frame
  }

  private func see(_ frame: [UInt8]) throws {
    let name = Array(#""frame":"#.utf8)
    guard let start = frame.firstRange(of: name) else { return }
    frames += 1
    bytes += frame.count
    let number = frame[start.upperBound...].prefix { $0 &- 0x30 <= 9 }
    try say("ack", #"{"frame":\#(String(decoding: number, as: UTF8.self))}"#)
  }
}
