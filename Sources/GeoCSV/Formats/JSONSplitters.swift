/// Ends a record at every line feed: one JSON object a line.
struct LineSplitter: RecordSplitter {
  private var position = 0

  mutating func drop(_ count: Int) { position -= count }

  mutating func split(_ bytes: UnsafeRawBufferPointer, isLast: Bool, into ends: inout [Int]) {
    while position < bytes.count {
      let lineFeed = bytes.firstOffset(of: Byte.lineFeed, from: position)
      guard lineFeed < bytes.count else { break }
      position = lineFeed + 1
      ends.append(position)
    }
    if isLast, ends.last ?? 0 < bytes.count { ends.append(bytes.count) }
    position = bytes.count
  }
}

/// Ends a record at the closing brace of every outermost object: the features of a collection, from behind the `[` of its `features` on.
///
/// What stands between two features belongs to the second. Behind the `]` nothing is a record any more.
struct ObjectSplitter: RecordSplitter {
  private var position = 0
  private var depth = 0
  private var isInString = false
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
