import GeoSupport

/// Where the bytes of a transfer go, and what its headers say of the file.
struct TransferSink {
  /// A file that takes them; nil for memory.
  var descriptor: Int32?
  var bytes: [UInt8] = []
  /// The most bytes there may be in all, those that were there before among them.
  var limit = Int64.max
  /// How many there are.
  var count: Int64 = 0
  /// Whether more than that were to come.
  var isTooLarge = false
  /// What the server says of the file's version: its `ETag`, else its `Last-Modified`.
  var version: String?
  /// The system's number for what went wrong with writing.
  var problem: Int32 = 0

  /// Takes bytes; fewer than all of them end the transfer.
  mutating func take(_ piece: UnsafeRawBufferPointer) -> Int {
    guard Int64(piece.count) <= limit - count else {
      isTooLarge = true
      return 0
    }
    count += Int64(piece.count)
    guard let descriptor else {
      bytes.append(contentsOf: piece)
      return piece.count
    }
    var done = 0
    while done < piece.count {
      let count = Glibc.write(descriptor, piece.baseAddress! + done, piece.count - done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        problem = errno
        return 0
      }
      done += count
    }
    return done
  }

  /// Remembers what tells versions of a file apart. Of several answers, as redirects give them, the last counts.
  mutating func note(header: String) {
    if header.hasPrefix("HTTP/") { version = nil }
    guard let colon = header.firstIndex(of: ":") else { return }
    let name = header[..<colon].lowercased()
    let value = header[header.index(after: colon)...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // A weak tag says nothing about bytes.
    if name == "etag", !value.hasPrefix("W/") { version = value }
    if name == "last-modified", version == nil { version = value }
  }
}
