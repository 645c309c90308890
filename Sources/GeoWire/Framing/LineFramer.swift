import GeoSupport

/// Cuts a stream of bytes into lines that end with LF, for either side of the protocol.
///
/// 1. Bytes are appended as they arrive, in pieces of any size.
/// 2. ``nextLine()`` gives the lines one after the other; the bytes of a line are used through ``withLine(_:_:)``.
/// 3. A line longer than the maximum is reported once and skipped up to its LF, without keeping its bytes.
public struct LineFramer {
  /// What the next step of the stream is.
  public enum Event: Hashable, Sendable {
    /// A line without its LF, as a range of the buffer.
    case line(Range<Int>)
    /// A line has grown beyond the maximum; the rest of it is dropped.
    case tooLong
  }

  /// Bytes that a line may have without its LF.
  public let maximumLineLength: Int
  private var buffer: [UInt8] = []
  /// Bytes before this are used up.
  private var start = 0
  /// No LF lies before this.
  private var searched = 0
  private var isSkipping = false

  /// A framer at the beginning of a stream.
  public init(maximumLineLength: Int) { self.maximumLineLength = maximumLineLength }

  /// Whether bytes of an unfinished line (or finished ones not yet taken) are held.
  public var holdsBytes: Bool { start < buffer.count }
  /// The number of such bytes.
  public var heldByteCount: Int { buffer.count - start }

  /// Adds what arrived.
  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    discardUsed()
    buffer.append(contentsOf: bytes)
  }

  /// The next line; nil when more bytes are needed.
  public mutating func nextLine() -> Event? {
    while true {
      let end = buffer.withUnsafeBytes { LineFramer.lineFeed($0, from: searched) }
      if isSkipping {
        start = end.map { $0 + 1 } ?? buffer.count
        searched = start
        guard end != nil else { return nil }
        isSkipping = false
        continue
      }
      let lineEnd = end ?? buffer.count
      guard lineEnd - start <= maximumLineLength else {
        isSkipping = true
        searched = lineEnd
        return .tooLong
      }
      searched = lineEnd
      guard end != nil else { return nil }
      defer {
        start = lineEnd + 1
        searched = start
      }
      return .line(start..<lineEnd)
    }
  }

  /// The bytes of a line from ``nextLine()``, valid until the next ``append(_:)``.
  public func withLine<Result>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// Drops the unfinished line and what else of it may come.
  public mutating func skipLine() {
    start = buffer.count
    searched = start
    isSkipping = true
  }

  /// Moves the rest to the front, and gives memory back after an unusually long line.
  private mutating func discardUsed() {
    guard start > 0 else { return }
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 17)
    } else {
      buffer.removeSubrange(..<start)
    }
    searched -= start
    start = 0
  }

  private static func lineFeed(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + start, 0x0A, bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }
}
