import GeoModel
import GeoSupport

/// Cuts a stream of bytes into lines that end with LF, for either side of the protocol.
///
/// 1. Bytes are appended as they arrive, in pieces of any size.
/// 2. ``nextLine()`` gives the lines one after the other; the bytes of a line are used through ``withLine(_:_:)``.
/// 3. A line longer than the maximum is reported once and skipped up to its LF, without keeping its bytes.
package struct LineFramer {
  /// What the next step of the stream is.
  package enum Event: Hashable, Sendable {
    /// A line without its LF, as a range of the buffer.
    case line(Range<Int>)
    /// A line has grown beyond the maximum; its beginning, as a range of the buffer. The rest of it is dropped.
    case tooLong(Range<Int>)
  }

  /// Bytes that a line may have without its LF.
  package let maximumLineLength: Int
  /// Bytes that are given of a line that is too long.
  private static let beginningLength = 1024
  private var buffer: [UInt8] = []
  /// Bytes before this are used up.
  private var start = 0
  /// No LF lies before this.
  private var searched = 0
  private var isSkipping = false

  /// Bytes of memory that they are kept in.
  package var heldCapacity: Int { holdsBytes ? buffer.capacity : 0 }

  /// A framer at the beginning of a stream.
  package init(maximumLineLength: Int) { self.maximumLineLength = maximumLineLength }

  /// Whether bytes of an unfinished line (or finished ones not yet taken) are held.
  package var holdsBytes: Bool { start < buffer.count }
  /// The number of such bytes.
  package var heldByteCount: Int { buffer.count - start }

  /// Adds what arrived.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    discardUsed()
    buffer.append(contentsOf: bytes)
  }

  /// The next line; nil when more bytes are needed.
  package mutating func nextLine() -> Event? {
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
        return .tooLong(start..<min(lineEnd, start + LineFramer.beginningLength))
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

  /// The bytes of a line, or of its beginning, from ``nextLine()``, valid until the next ``append(_:)``.
  package func withLine<Result>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// Drops the unfinished line and what else of it may come.
  package mutating func skipLine() {
    start = buffer.count
    searched = start
    isSkipping = true
  }

  /// Moves the rest to the front, and gives memory back after an unusually long line. Lines that were given and not used are gone.
  package mutating func discardUsed() {
    guard start > 0 else { return }
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 8192)
    } else if buffer.capacity > 1 << 14, heldByteCount < buffer.capacity / 4 {
      buffer = Array(buffer[start...])
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

/// What kind of line a client sent.
package enum WireLine: Hashable, Sendable {
  /// Nothing but blanks: ignored.
  case blank
  /// A request or an array of requests.
  case json
  /// Anything else: a coordinate typed by a person or a shell script, answered by one line of text.
  case text

  /// Tells by the first byte: JSON-RPC lines begin with a brace or a bracket. A byte order mark counts for nothing.
  package init(_ bytes: UnsafeRawBufferPointer) {
    let first = bytes.dropFirst(ByteOrderMark.length(bytes)).first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    switch first {
    case nil: self = .blank
    case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
    default: self = .text
    }
  }
}

/// Bare lines: `LATITUDE LONGITUDE` in, one line of text out.
package enum PlainText {
  /// The query of a bare line.
  ///
  /// - Throws: ``GeocodingError`` that says what is wrong with the text.
  package static func query(_ line: UnsafeRawBufferPointer) throws(GeocodingError) -> PlacemarkQuery {
    let line = line.dropFirst(ByteOrderMark.length(line))
    // Binary rubbish would be quoted in the message; a coordinate is never that long.
    guard line.count <= 200, let text = String(validating: line, as: UTF8.self) else {
      throw GeocodingError(
        .invalidQuery, "a line is a JSON request, or a latitude and a longitude such as 37.77 -122.41")
    }
    do throws(CoordinateTextError) {
      return PlacemarkQuery(coordinate: try Coordinate(parsing: text))
    } catch { throw GeocodingError(.invalidQuery, error.description) }
  }

  /// Appends the answer to a bare line: the address on one line, or `error: …`.
  package static func append(_ result: Result<[Placemark], GeocodingError>, to bytes: inout [UInt8]) {
    switch result {
    case .success(let placemarks): appendLine(placemarks.first?.readLines.joined(separator: ", ") ?? "", to: &bytes)
    case .failure(let error): appendLine("error: \(error.message)", to: &bytes)
    }
  }

  /// One line, whatever the text holds; a person may read it at a terminal.
  private static func appendLine(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: ForeignText.visible(ForeignText.oneLine(text)).utf8)
    bytes.append(UInt8(ascii: "\n"))
  }
}
