import GeoModel
import GeoSupport

/// Splits a stream of bytes into lines that end with LF, for either side of the protocol.
///
/// 1. Bytes are appended as they arrive, in pieces of any size.
/// 2. ``nextLine()`` returns one line after the other; ``withLine(_:_:)`` gives access to the bytes of a line.
/// 3. A line longer than the maximum is reported once and skipped up to its LF, without keeping its bytes.
package struct LineFramer {
  /// The next event in the stream.
  package enum Event: Hashable, Sendable {
    /// A line without its LF, as a range of the buffer.
    case line(Range<Int>)
    /// A line that exceeds the maximum; its beginning, as a range of the buffer. The rest is dropped.
    case tooLong(Range<Int>)
  }

  /// The maximum bytes of a line without its LF.
  package let maximumLineLength: Int
  /// The bytes reported of a line that is too long.
  private static let beginningLength = 1024
  private var buffer: [UInt8] = []
  /// The bytes before this index are used.
  private var start = 0
  /// There is no LF before this index.
  private var searched = 0
  private var isSkipping = false

  /// The bytes of memory in use.
  package var heldCapacity: Int { holdsBytes ? buffer.capacity : 0 }

  /// Creates a framer at the beginning of a stream.
  package init(maximumLineLength: Int) { self.maximumLineLength = maximumLineLength }

  /// Whether it holds bytes of an unfinished line, or of finished lines that were not taken yet.
  package var holdsBytes: Bool { start < buffer.count }
  /// The number of such bytes.
  package var heldByteCount: Int { buffer.count - start }

  /// Adds received bytes.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    discardUsed()
    buffer.append(contentsOf: bytes)
  }

  /// Returns the next line; nil if more bytes are needed.
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

  /// Calls a closure with the bytes of a line, or of its beginning, from ``nextLine()``. The range is valid until the
  /// next ``append(_:)``.
  package func withLine<Result>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// Drops the unfinished line, including the bytes that follow.
  package mutating func skipLine() {
    start = buffer.count
    searched = start
    isSkipping = true
  }

  /// Moves the unused bytes to the front, and frees memory after an unusually long line. Ranges of earlier lines become
  /// invalid.
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

/// The kind of a client's line.
package enum WireLine: Hashable, Sendable {
  /// Only blanks: ignored.
  case blank
  /// A request or an array of requests.
  case json
  /// Anything else: a coordinate typed by a user or a shell script, answered by one line of text.
  case text

  /// Decides by the first byte: JSON-RPC lines begin with a brace or a bracket. A byte order mark is ignored.
  package init(_ bytes: UnsafeRawBufferPointer) {
    let first = bytes.dropFirst(ByteOrderMark.length(bytes)).first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    switch first {
    case nil: self = .blank
    case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
    default: self = .text
    }
  }
}

/// Plain-text lines: `LATITUDE LONGITUDE` in, one line of text out.
package enum PlainText {
  /// Parses the query of a plain-text line.
  ///
  /// - Throws: ``GeocodingError`` that describes the error in the text.
  package static func query(_ line: UnsafeRawBufferPointer) throws(GeocodingError) -> PlacemarkQuery {
    let line = line.dropFirst(ByteOrderMark.length(line))
    // The error message quotes the text, so long or binary input is refused first; a coordinate is never that long.
    guard line.count <= 200, let text = String(validating: line, as: UTF8.self) else {
      throw GeocodingError(
        .invalidQuery, "a line is a JSON request, or a latitude and a longitude such as 37.77 -122.41")
    }
    do throws(CoordinateTextError) {
      return PlacemarkQuery(coordinate: try Coordinate(parsing: text))
    } catch { throw GeocodingError(.invalidQuery, error.description) }
  }

  /// Appends the answer to a plain-text line: the address on one line, or `error: …`.
  package static func append(_ result: Result<[Placemark], GeocodingError>, to bytes: inout [UInt8]) {
    switch result {
    case .success(let placemarks): appendLine(placemarks.first?.readLines.joined(separator: ", ") ?? "", to: &bytes)
    case .failure(let error): appendLine("error: \(error.message)", to: &bytes)
    }
  }

  /// Appends one line, whatever the text contains; control characters are made visible for terminals.
  private static func appendLine(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: ForeignText.visible(ForeignText.oneLine(text)).utf8)
    bytes.append(UInt8(ascii: "\n"))
  }
}
