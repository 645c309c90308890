/// Walks over JSON bytes without building anything, to find the ranges of values.
///
/// It never leaves the bounds, and checks only as much of the grammar as it needs to find the end of a value. A text
/// that passes may still have errors inside strings and numbers.
struct JSONCursor {
  let bytes: UnsafeRawBufferPointer
  private(set) var position: Int

  init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// The next byte that is not blank; nil at the end.
  @inline(__always) mutating func peek() -> UInt8? {
    while position < bytes.count, Byte.isBlank(bytes[position]) { position += 1 }
    return position < bytes.count ? bytes[position] : nil
  }

  /// Moves past a byte if it is the next one.
  @inline(__always) mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  /// Moves past a string and returns its bytes without the quotes, with escapes unchanged; nil when there is no
  /// complete string.
  mutating func string() -> Range<Int>? {
    guard take(Byte.quote) else { return nil }
    let start = position
    while true {
      let quote = bytes.firstOffset(of: Byte.quote, from: position)
      guard quote < bytes.count else { return nil }
      position = quote + 1
      // A quote behind an odd number of backslashes is part of the string.
      var backslashes = 0
      while quote - backslashes > start, bytes[quote - backslashes - 1] == Byte.backslash { backslashes += 1 }
      if backslashes % 2 == 0 { return start..<quote }
    }
  }

  /// Moves past any value and returns its bytes; nil when there is no complete value.
  mutating func value() -> Range<Int>? {
    guard let first = peek() else { return nil }
    let start = position
    switch first {
    case Byte.quote: return string() == nil ? nil : start..<position
    case Byte.openBrace, Byte.openBracket: return nested() ? start..<position : nil
    case Byte.comma, Byte.colon, Byte.closeBrace, Byte.closeBracket: return nil
    default:
      while position < bytes.count, !JSONCursor.endsScalar(bytes[position]) { position += 1 }
      return start..<position
    }
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    Byte.isBlank(byte) || byte == Byte.comma || byte == Byte.closeBrace || byte == Byte.closeBracket
  }

  /// Moves past an object or array; false when it does not close.
  private mutating func nested() -> Bool {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case Byte.quote:
        guard string() != nil else { return false }
        continue
      case Byte.openBrace, Byte.openBracket: depth += 1
      case Byte.closeBrace, Byte.closeBracket: depth -= 1
      default: break
      }
      position += 1
      if depth == 0 { return true }
    }
    return false
  }

  /// Whether the rest has a number nested deeper than this many objects and arrays.
  mutating func hasNumber(deeperThan level: Int) -> Bool {
    var depth = 0
    while let byte = peek() {
      switch byte {
      case Byte.quote: guard string() != nil else { return false }
      case Byte.openBrace, Byte.openBracket: depth += 1
      case Byte.closeBrace, Byte.closeBracket: depth -= 1
      default: if depth > level, Byte.isDigit(byte) { return true }
      }
      if byte != Byte.quote { position += 1 }
    }
    return false
  }

  /// Whether the rest has a member with this key nested deeper than this many objects.
  mutating func hasMember(_ key: [UInt8], deeperThan level: Int) -> Bool {
    var depth = 0
    while let byte = peek() {
      switch byte {
      case Byte.quote:
        guard let text = string() else { return false }
        if depth > level, peek() == Byte.colon, bytes.isKey(text, key) { return true }
        continue
      case Byte.openBrace: depth += 1
      case Byte.closeBrace: depth -= 1
      default: break
      }
      position += 1
    }
    return false
  }

  /// The facts about an object after walking through it.
  struct Object {
    /// The position of its closing brace.
    var close: Int
    /// Whether it has any member.
    var hasMembers: Bool
  }

  /// Walks through an object's members.
  ///
  /// - Parameter member: receives the range of each key and its value.
  /// - Returns: nil when there is no complete object.
  mutating func object(_ member: (_ key: Range<Int>, _ value: Range<Int>) -> Void) -> Object? {
    guard take(Byte.openBrace) else { return nil }
    if take(Byte.closeBrace) { return Object(close: position - 1, hasMembers: false) }
    repeat {
      guard let key = string(), take(Byte.colon), let value = value() else { return nil }
      member(key, value)
    } while take(Byte.comma)
    return take(Byte.closeBrace) ? Object(close: position - 1, hasMembers: true) : nil
  }
}
