import GeoSupport

/// The receiver of a transfer's bytes and headers.
struct TransferSink {
  /// The file to write to; nil for memory.
  var descriptor: Int32?
  var bytes: [UInt8] = []
  /// The maximum number of bytes in all, including those that were there before.
  var limit = Int64.max
  /// The number of bytes in all.
  var count: Int64 = 0
  /// Whether the transfer resumes a file, so that only the rest is requested.
  var isRest = false
  /// The status of the last response; 0 if there is none, as for local files.
  var status = 0
  /// Whether there were more bytes than ``limit``.
  var isTooLarge = false
  /// Returns the bytes that fit on the disk of an open file.
  var room: (Int32) -> Int64? = { _ in nil }
  /// The number of bytes announced by the server.
  var announced: Int64?
  /// The number of bytes received.
  var received: Int64 = 0
  /// The number of received bytes at which the disk space is checked again.
  var nextLook: Int64 = 0
  /// The lack of disk space; nil as long as there is enough.
  var lack: Lack?
  /// A host that was refused because it is this machine or lies in its network.
  var refusedHost: String?
  /// The version of the file: its `ETag`, else its `Last-Modified`.
  var version: String?
  /// The `errno` of a failed write.
  var problem: Int32 = 0

  /// A lack of disk space.
  struct Lack {
    /// The bytes expected, and the bytes that fit.
    let wanted, left: Int64
    /// Whether the expected bytes are the whole rest of the file.
    let isWhole: Bool
  }

  /// Checks from time to time whether the disk has room for the rest, first before anything is written.
  private mutating func checkRoom(for count: Int, on descriptor: Int32) -> Bool {
    guard received >= nextLook else { return true }
    nextLook = received + 16 << 20
    guard let left = room(descriptor) else { return true }
    let wanted = announced.map { $0 - received } ?? Int64(count)
    if wanted > left { lack = Lack(wanted: wanted, left: left, isWhole: announced != nil) }
    return lack == nil
  }

  /// Whether the response has the requested content.
  ///
  /// A redirect without a target does not have it. Neither does a part of a file if the whole was requested. Status 416
  /// means that nothing is missing.
  var isWanted: Bool { [0, 200].contains(status) || isRest && [206, 416].contains(status) }

  /// Takes bytes. A result of fewer bytes stops the transfer.
  mutating func take(_ piece: UnsafeRawBufferPointer) -> Int {
    guard isWanted else { return 0 }
    // The announced length counts before the bytes arrive.
    guard max(Int64(piece.count), (announced ?? 0) - received) <= limit - count else {
      isTooLarge = true
      return 0
    }
    count += Int64(piece.count)
    guard let descriptor else {
      received += Int64(piece.count)
      bytes.append(contentsOf: piece)
      return piece.count
    }
    guard checkRoom(for: piece.count, on: descriptor) else { return 0 }
    received += Int64(piece.count)
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

  /// Parses a length that a server states; nil if it is not a number, `.max` if it is too large.
  private static func length(_ text: String) -> Int64? {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber ? Int64(text) ?? .max : nil
  }

  /// Records status, length and version from a header line. With redirects, the last response counts.
  mutating func note(header: String) {
    if header.hasPrefix("HTTP/") {
      let words = header.split(whereSeparator: \.isWhitespace)
      (version, announced, status) = (nil, nil, words.count > 1 ? Int(words[1]) ?? 0 : 0)
    }
    guard let colon = header.firstIndex(of: ":") else { return }
    let name = header[..<colon].lowercased()
    let value = header[header.index(after: colon)...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // A weak tag does not identify bytes.
    if name == "etag", !value.hasPrefix("W/") { version = value }
    if name == "content-length" { announced = Self.length(value) }
    if name == "last-modified", version == nil { version = value }
  }
}
