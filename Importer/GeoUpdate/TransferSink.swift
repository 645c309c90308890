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
  /// Whether some were there before, so that only the others are asked for.
  var isRest = false
  /// The status of the last answer; 0 where there is none, as of files of this machine.
  var status = 0
  /// Whether more than that were to come.
  var isTooLarge = false
  /// How many bytes a disk has room for, by an open file on it.
  var room: (Int32) -> Int64? = { _ in nil }
  /// How many bytes the server says are to come.
  var announced: Int64?
  /// How many came.
  var received: Int64 = 0
  /// At how many of them the disk is looked at again.
  var nextLook: Int64 = 0
  /// What the disk has no room for; nil as long as it has.
  var lack: Lack?
  /// A host that was not asked, as it is of this machine or its network.
  var refusedHost: String?
  /// What the server says of the file's version: its `ETag`, else its `Last-Modified`.
  var version: String?
  /// The system's number for what went wrong with writing.
  var problem: Int32 = 0

  /// What a disk has no room for.
  struct Lack {
    /// Bytes that are to come, and those that there is room for.
    let wanted, left: Int64
    /// Whether they are the whole rest of the file.
    let isWhole: Bool
  }

  /// Looks now and then whether the disk has room for what is to come, the first time before anything is written.
  private mutating func checkRoom(for count: Int, on descriptor: Int32) -> Bool {
    guard received >= nextLook else { return true }
    nextLook = received + 16 << 20
    guard let left = room(descriptor) else { return true }
    let wanted = announced.map { $0 - received } ?? Int64(count)
    if wanted > left { lack = Lack(wanted: wanted, left: left, isWhole: announced != nil) }
    return lack == nil
  }

  /// Whether the answer has what was asked for. Not so a redirect to nowhere, or a part of a file where the whole is wanted. 416 says that
  /// nothing is missing.
  var isWanted: Bool { [0, 200].contains(status) || isRest && [206, 416].contains(status) }

  /// Takes bytes; fewer than all of them end the transfer.
  mutating func take(_ piece: UnsafeRawBufferPointer) -> Int {
    guard isWanted else { return 0 }
    // What the server says counts before it comes.
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

  /// A number of bytes that a server says; nil where it is none, and the largest one for all that are larger.
  private static func length(_ text: String) -> Int64? {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber ? Int64(text) ?? .max : nil
  }

  /// Remembers what tells versions of a file apart. Of several answers, as redirects give them, the last counts.
  mutating func note(header: String) {
    if header.hasPrefix("HTTP/") {
      let words = header.split(whereSeparator: \.isWhitespace)
      (version, announced, status) = (nil, nil, words.count > 1 ? Int(words[1]) ?? 0 : 0)
    }
    guard let colon = header.firstIndex(of: ":") else { return }
    let name = header[..<colon].lowercased()
    let value = header[header.index(after: colon)...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // A weak tag says nothing about bytes.
    if name == "etag", !value.hasPrefix("W/") { version = value }
    if name == "content-length" { announced = Self.length(value) }
    if name == "last-modified", version == nil { version = value }
  }
}
