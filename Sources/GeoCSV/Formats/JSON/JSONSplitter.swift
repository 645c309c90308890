import GeoSupport

/// The arrangement of the objects in a file.
enum JSONLayout: Equatable, Sendable {
  /// One on each line.
  case lines
  /// One after the other, over any number of lines; usually there is just one.
  case sequence
  /// In an array that is the whole file.
  case array
  /// In an array that is a member of the object around it: the features of a collection.
  case collection
}

/// Ends a record at every line feed (one JSON object per line), or at the closing brace of every outermost object of an
/// array.
///
/// - On lines, quotes can be ignored, because inside JSON strings a line feed is always escaped.
/// - In an array, the bytes between two objects belong to the second, and nothing behind the `]` is a record. Only
///   braces and brackets outside of strings are counted; ``JSONCursor`` decides whether an object is valid. An element
///   that is not an object ends at the comma or bracket behind it, and is a bad record.
/// - Anything that begins behind the array, such as another file's array, would get no answers. The records therefore
///   end with an error there.
struct JSONSplitter: RecordSplitter {
  private let layout: JSONLayout
  /// The next byte to scan.
  private var position = 0
  /// How many braces and brackets are open, not counting those before the first record; -1 when the object around the
  /// array is closed.
  private var depth = 0
  private var isInString = false
  /// Whether an element that is not an object has begun.
  private var isInOther = false
  /// Whether the last line ends before its object does.
  private var isCut = false
  /// Whether the array of records is closed.
  private(set) var isBehindArray = false
  private(set) var excess: String?

  init(layout: JSONLayout) { self.layout = layout }

  mutating func drop(_ count: Int) { position -= count }

  mutating func split(_ bytes: UnsafeRawBufferPointer, isLast: Bool, upTo enough: Int, into ends: inout [Int]) {
    if layout == .lines {
      splitLines(bytes, isLast: isLast, upTo: enough, into: &ends)
    } else {
      splitObjects(bytes, upTo: enough, into: &ends)
    }
  }

  private mutating func splitLines(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool, upTo enough: Int, into ends: inout [Int]
  ) {
    while position < bytes.count {
      if let last = ends.last, last >= enough { return }
      let lineFeed = bytes.firstOffset(of: Byte.lineFeed, from: position)
      guard lineFeed < bytes.count else { break }
      position = lineFeed + 1
      ends.append(position)
    }
    position = bytes.count
    guard isLast else { return }
    let start = (bytes.lastIndex(of: Byte.lineFeed) ?? -1) + 1
    guard start < bytes.count else { return }
    // The last line may lack its line feed, but not the end of its object.
    isCut = JSONSplitter.isOpen(bytes.part(start..<bytes.count))
    if !isCut { ends.append(bytes.count) }
  }

  /// Whether a line is the beginning of an object that does not close.
  private static func isOpen(_ line: UnsafeRawBufferPointer) -> Bool {
    let start = line.firstIndex {
      !Byte.isBlank($0) && $0 != Byte.recordSeparator && !ByteOrderMark.bytes.contains($0)
    }
    guard let start, line[start] == Byte.openBrace else { return false }
    var cursor = JSONCursor(line, at: start)
    return cursor.value() == nil
  }

  private mutating func splitObjects(_ bytes: UnsafeRawBufferPointer, upTo enough: Int, into ends: inout [Int]) {
    while position < bytes.count, excess == nil {
      if let last = ends.last, last >= enough { return }
      if isInString {
        guard leaveString(bytes) else { return }
        continue
      }
      let byte = bytes[position]
      if mayBeExcess, isExcess(byte) { return excess = wordsForExcess }
      if depth == 0, layout != .sequence, !isBehindArray { noteOther(byte, &ends) }
      position += 1
      switch byte {
      case Byte.quote: isInString = true
      case Byte.openBrace, Byte.openBracket: depth += 1
      case Byte.closeBracket where depth == 0: isBehindArray = true
      case Byte.closeBrace, Byte.closeBracket:
        depth -= 1
        if depth == 0, byte == Byte.closeBrace, !isBehindArray { ends.append(position) }
      default: break
      }
    }
  }

  /// Tracks the elements of the array that are not objects.
  @inline(__always) private mutating func noteOther(_ byte: UInt8, _ ends: inout [Int]) {
    if byte == Byte.openBrace || Byte.isBlank(byte) { return }
    let isEnd = byte == Byte.comma || byte == Byte.closeBracket
    if isEnd, isInOther { ends.append(position) }
    isInOther = !isEnd
  }

  /// Whether no object is open that the next bytes could belong to.
  @inline(__always) private var mayBeExcess: Bool {
    depth <= 0 && (layout == .sequence || isBehindArray && (layout == .array || depth < 0))
  }

  /// Whether a byte outside of all objects begins something else.
  ///
  /// Separators between objects do not, and neither do the marks and separators of joined files.
  private func isExcess(_ byte: UInt8) -> Bool {
    if Byte.isBlank(byte) || byte == Byte.recordSeparator || ByteOrderMark.bytes.contains(byte) { return false }
    return layout != .sequence || byte != Byte.openBrace && byte != Byte.comma
  }

  private var wordsForExcess: String {
    switch layout {
    case .lines, .sequence: "something other than an object begins"
    case .array: "the array of its objects ends, and something else begins (jq -s add makes one array of several)"
    case .collection: "the collection of its features ends, and something else begins (split it into one file for each)"
    }
  }

  var lacking: String? {
    switch layout {
    case .lines: isCut ? "an object is not closed" : nil
    case .array where !isBehindArray, .collection where !isBehindArray: "the array of its objects is not closed"
    case .collection where depth >= 0: "the object around its features is not closed"
    case .sequence, .array, .collection: isInString || depth > 0 ? "an object is not closed" : nil
    }
  }

  /// Moves past the end of a string; false when the bytes end first.
  ///
  /// A backslash at the very end waits for the byte that it escapes.
  private mutating func leaveString(_ bytes: UnsafeRawBufferPointer) -> Bool {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == Byte.backslash, position + 1 == bytes.count { return false }
      position += byte == Byte.backslash ? 2 : 1
      if byte == Byte.quote {
        isInString = false
        return true
      }
    }
    return false
  }
}
