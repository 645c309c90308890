import GeoPacking
import GeoSupport
import Synchronization

/// Decompresses an input or converts it from UTF-16 to UTF-8, on a thread of its own.
///
/// The run reads the result from a socket, as if from a pipe.
///
/// The first bytes decide about the conversion, so that names do not matter, and standard input works as well as a
/// file.
final class PlainText: Sendable {
  /// The descriptor from which to read the text.
  let descriptor: Int32
  private let fault = Mutex<String?>(nil)

  /// Starts reading behind the first bytes of an input.
  ///
  /// - Throws: ``EnrichmentError`` when the system cannot create a socket.
  init(behind head: InputHead, of descriptor: Int32, name: String) throws(EnrichmentError) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw EnrichmentError(.input, "\(name) cannot be unpacked: \(systemMessage())")
    }
    self.descriptor = ends[0]
    let source = PackedSource(head: head, descriptor: descriptor)
    let target = ends[1]
    SystemThread.start { [weak self] in
      var filter = TextFilter(source: source, target: target)
      let message = filter.run()
      if let message { self?.fault.withLock { $0 = "\(name): \(message)" } }
      close(target)
    }
  }

  /// Closing the descriptor also ends the thread that fills it.
  deinit { close(descriptor) }

  /// The problem with the input, once its end was read; nil when there was none.
  var problem: String? { fault.withLock { $0 } }

  /// Whether an input that begins with these bytes has to be converted.
  static func isNeeded(for head: [UInt8]) -> Bool { PackedFormat(head) != nil || WideText(mark: head) != nil }
}

/// The bytes of an input, including those that were read before.
private struct PackedSource {
  var head: InputHead
  let descriptor: Int32

  /// The next bytes; empty at the end, nil on a system error.
  mutating func next() -> [UInt8]? {
    if !head.bytes.isEmpty {
      defer { head.bytes = [] }
      return head.bytes
    }
    if head.isAtEnd { return [] }
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    let count = buffer.withUnsafeMutableBytes { waitingRead(descriptor, into: $0) }
    guard count >= 0 else { return nil }
    buffer.removeLast(buffer.count - count)
    return buffer
  }
}

/// Converts compressed or UTF-16 bytes to UTF-8.
private struct TextFilter {
  var source: PackedSource
  let target: Int32
  private var wide: WideText?
  private var declaration = XMLDeclaration()
  private var hasBegun = false

  init(source: PackedSource, target: Int32) {
    self.source = source
    self.target = target
  }

  /// Does the whole conversion. Returns a sentence when the input is damaged.
  mutating func run() -> String? {
    guard let first = source.next() else { return "it cannot be read: \(systemMessage())" }
    guard let format = PackedFormat(first) else {
      var bytes: [UInt8]? = first
      while let some = bytes, !some.isEmpty {
        guard send(some) else { return nil }
        bytes = source.next()
      }
      return bytes == nil ? "it cannot be read: \(systemMessage())" : end()
    }
    return unpack(first, format)
  }

  /// Decompresses members until the input ends.
  private mutating func unpack(_ first: [UInt8], _ format: PackedFormat) -> String? {
    let unpacker = format.unpacker
    var (bytes, used, isInMember, isAtEnd) = (first, 0, false, false)
    let room = 256 << 10
    var padding = MemberPadding()
    while true {
      if used == bytes.count, !isAtEnd {
        guard let next = source.next() else { return "it cannot be read: \(systemMessage())" }
        (bytes, used, isAtEnd) = (next, 0, next.isEmpty)
      }
      if !isInMember {
        if used == bytes.count { return end() }
        guard let zeros = padding.length(in: bytes[used...]) else { return "the \(unpacker.format) data has a hole" }
        used += zeros
        if zeros > 0 { continue }
        unpacker.begin()
        isInMember = true
      }
      var state = MemberState.unfinished
      let output = [UInt8](unsafeUninitializedCapacity: room) { memory, count in
        let step = bytes.withUnsafeMutableBytes {
          unpacker.unpack(.init(rebasing: $0[used...]), into: UnsafeMutableRawBufferPointer(memory))
        }
        used += step.used
        count = step.written
        state = step.2
      }
      if state == .damaged { return "the \(unpacker.format) data is damaged" }
      if !output.isEmpty, !send(output) { return nil }
      isInMember = state == .unfinished
      if isInMember, isAtEnd, output.isEmpty { return "the \(unpacker.format) data ends early; is the file whole?" }
    }
  }

  /// Hands text on; false when the reader has gone.
  private mutating func send(_ bytes: [UInt8]) -> Bool {
    if !hasBegun { wide = WideText(mark: bytes) }
    hasBegun = true
    guard let text = wide?.utf8(bytes) else { return put(bytes) }
    return put(declaration.corrected(text))
  }

  /// Hands on the remaining text at the end of the input.
  private mutating func end() -> String? {
    if let wide { _ = put(declaration.rest() + wide.rest) }
    return nil
  }

  private func put(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = Glibc.send(target, bytes.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
        if count < 0, errno != EINTR { return false }
        sent += max(count, 0)
      }
      return true
    }
  }
}

/// Decodes UTF-16 text that arrives in pieces. Invalid characters become U+FFFD.
struct WideText {
  private let isBigEndian: Bool
  private var oddByte: UInt8?
  private var highSurrogate: UInt16?

  /// Begins with text that has a byte order mark of UTF-16; nil for all else, including UTF-32.
  ///
  /// The mark becomes that of UTF-8.
  init?(mark: some Sequence<UInt8>) {
    let first = Array(mark.prefix(4))
    switch first.prefix(2) {
    case [0xFF, 0xFE] where first.dropFirst(2) != [0, 0]: isBigEndian = false
    case [0xFE, 0xFF]: isBigEndian = true
    default: return nil
    }
  }

  /// The next bytes as UTF-8.
  mutating func utf8(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    for byte in bytes {
      guard let first = oddByte else {
        oddByte = byte
        continue
      }
      oddByte = nil
      add(isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first), to: &output)
    }
    return output
  }

  /// The text for incomplete bytes at the end.
  var rest: [UInt8] { highSurrogate == nil && oddByte == nil ? [] : Array("\u{FFFD}".utf8) }

  private mutating func add(_ unit: UInt16, to output: inout [UInt8]) {
    if let high = highSurrogate {
      highSurrogate = nil
      if UTF16.isTrailSurrogate(unit) {
        let value = 0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32(unit & 0x3FF))
        return output.append(contentsOf: UTF8.encode(Unicode.Scalar(value) ?? "\u{FFFD}")!)
      }
      output.append("\u{FFFD}" as String)
    }
    if unit < 0x80 { return output.append(UInt8(unit)) }
    if UTF16.isLeadSurrogate(unit) { return highSurrogate = unit }
    output.append(contentsOf: UTF8.encode(Unicode.Scalar(unit) ?? "\u{FFFD}")!)
  }
}
