import GeoSupport
import Synchronization

/// A web server for a folder on the loopback address, with optional faults, for tests of downloads.
///
/// It responds to GET and HEAD, one request per connection, and to range requests with a matching `If-Range`.
package final class FileServer: Sendable {
  /// A fault of one response.
  package enum Fault: Sendable {
    /// This status instead of the file.
    case status(Int)
    /// Closes the connection after this many bytes of the file.
    case cut(after: Int)
    /// These bytes instead of the file's.
    case bytes([UInt8])
    /// The whole file, although a range was requested.
    case ignoresRange
    /// A byte now and then, and a stated length of a thousand more than the file has.
    case drips
    /// A redirect to another URL.
    case redirect(to: String)
    /// These bytes unchanged, including the header.
    case raw([UInt8])
  }

  /// The URL of the folder, without a slash at its end.
  package let address: String
  private let folder: String
  private let listener: Int32
  private let state = Mutex(State())

  private struct State {
    var faults: [String: [Fault]] = [:]
    var requests: [String] = []
    var named: [String] = []
  }

  /// Serves a folder as long as the value exists.
  package init(folder: String) {
    self.folder = folder
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    self.listener = listener
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = (bind(listener, $0, length), listen(listener, 16), getsockname(listener, $0, &length))
      }
    }
    address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))"
    SystemThread.start { [weak self] in
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        self?.answer(connection)
        close(connection)
      }
      close(listener)
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// Adds faults for the next responses for a path, one for each.
  package func fail(_ path: String, _ faults: Fault...) { state.withLock { $0.faults[path, default: []] += faults } }

  /// The requests so far: method, path, and the range behind `@` if one was requested.
  package var requests: [String] { state.withLock { $0.requests } }

  /// The requests that had a name and a password.
  package var namedRequests: [String] { state.withLock { $0.named } }

  private func answer(_ connection: Int32) {
    guard let lines = Self.request(connection), let words = lines.first?.split(separator: " "), words.count > 1 else {
      return
    }
    let path = String(words[1])
    func header(_ name: String) -> String? {
      lines.first { $0.lowercased().hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
    }
    let range = header("range").flatMap { Int($0.dropFirst("bytes=".count).prefix { $0.isNumber }) }
    let fault = state.withLock { state -> Fault? in
      state.requests.append("\(words[0]) \(path)" + (range.map { "@\($0)" } ?? ""))
      if header("authorization") != nil { state.named.append("\(words[0]) \(path)") }
      guard state.faults[path]?.isEmpty == false else { return nil }
      return state.faults[path]?.removeFirst()
    }
    var content = Self.content(folder + path)
    var cut = Int.max
    switch fault {
    case .status(let status):
      return Self.send(connection, "HTTP/1.1 \(status) No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    case .redirect(let other):
      return Self.send(
        connection, "HTTP/1.1 302 Found\r\nLocation: \(other)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    case .raw(let bytes): return Self.send(connection, bytes)
    case .bytes(let bytes): content = bytes
    case .cut(let count): cut = count
    case .ignoresRange, .drips, nil: break
    }
    guard let content else {
      return Self.send(connection, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }
    let tag = "\"\(String(Hashing.fnv1a(content), radix: 16))\""
    var start = 0
    if case .ignoresRange = fault {} else if let range, header("if-range").map({ $0 == tag }) ?? true { start = range }
    let body = content[min(start, content.count)...]
    let status = start > 0 ? "206 Partial Content" : "200 OK"
    var length = body.count
    if case .drips = fault { length += 1000 }
    let part = start > 0 ? "Content-Range: bytes \(start)-\(content.count - 1)/\(content.count)\r\n" : ""
    Self.send(
      connection,
      "HTTP/1.1 \(status)\r\nETag: \(tag)\r\n\(part)Content-Length: \(length)\r\nConnection: close\r\n\r\n")
    if case .drips = fault { return Self.drip(connection) }
    if words[0] == "GET" { Self.send(connection, Array(body.prefix(cut))) }
  }

  private static func drip(_ connection: Int32) {
    while Glibc.send(connection, "#", 1, Int32(MSG_NOSIGNAL)) == 1 { usleep(20_000) }
  }

  /// The lines of a request; nil when the client has gone.
  private static func request(_ connection: Int32) -> [String]? {
    var text = ""
    while !text.hasSuffix("\r\n\r\n") {
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = recv(connection, &piece, piece.count, 0)
      guard count > 0 else { return nil }
      text += String(decoding: piece[..<count], as: UTF8.self)
    }
    return text.split(separator: "\r\n").map(String.init)
  }

  private static func content(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
    return bytes
  }

  private static func send(_ connection: Int32, _ text: String) { send(connection, Array(text.utf8)) }

  private static func send(_ connection: Int32, _ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
