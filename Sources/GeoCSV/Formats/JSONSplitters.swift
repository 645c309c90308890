/// Ends a record at every line feed: one JSON object a line. Inside of JSON strings a line feed is always escaped, so no quotes need to be
/// looked at.
struct LineSplitter: RecordSplitter {
  /// The next byte to look at.
  private var position = 0

  mutating func drop(_ count: Int) { position -= count }

  mutating func split(_ bytes: UnsafeRawBufferPointer, isLast: Bool, into ends: inout [Int]) {
    while position < bytes.count {
      let lineFeed = bytes.firstOffset(of: Byte.lineFeed, from: position)
      guard lineFeed < bytes.count else { break }
      position = lineFeed + 1
      ends.append(position)
    }
    // The last line may lack its line feed.
    if isLast, ends.last ?? 0 < bytes.count { ends.append(bytes.count) }
    position = bytes.count
  }
}

/// Ends a record at the closing brace of every outermost object: the features of a collection, from behind the `[` of its `features` on.
///
/// What stands between two features belongs to the second. Behind the `]` nothing is a record any more.
///
/// It counts braces and brackets outside of strings, and knows no more of JSON: whether an object is sound is for ``JSONCursor`` to say.
struct ObjectSplitter: RecordSplitter {
  private var position = 0
  /// How many braces and brackets are open.
  private var depth = 0
  private var isInString = false
  /// Whether the array of the records is closed.
  private var isBehindArray = false

  mutating func drop(_ count: Int) { position -= count }

  mutating func split(_ bytes: UnsafeRawBufferPointer, isLast: Bool, into ends: inout [Int]) {
    while position < bytes.count, !isBehindArray {
      let byte = bytes[position]
      position += 1
      if isInString {
        leaveString(byte, bytes)
        continue
      }
      switch byte {
      case Byte.quote: isInString = true
      case Byte.openBrace, Byte.openBracket: depth += 1
      case Byte.closeBracket where depth == 0: isBehindArray = true
      case Byte.closeBrace, Byte.closeBracket:
        depth -= 1
        if depth == 0, byte == Byte.closeBrace { ends.append(position) }
      default: break
      }
    }
    if isBehindArray { position = bytes.count }
  }

  /// Goes past a string, or past what of it is there; a backslash at the very end waits for the byte that it escapes.
  private mutating func leaveString(_ first: UInt8, _ bytes: UnsafeRawBufferPointer) {
    position -= 1
    while position < bytes.count {
      let byte = bytes[position]
      if byte == Byte.backslash {
        guard position + 1 < bytes.count else { return }
        position += 2
      } else {
        position += 1
        if byte == Byte.quote {
          isInString = false
          return
        }
      }
    }
  }
}
