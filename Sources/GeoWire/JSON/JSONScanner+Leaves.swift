extension JSONScanner {
  /// `-`? (`0` or digits without a leading zero) (`.` digits)? (`e` sign? digits)?
  mutating func scanNumber() throws(JSONError) {
    let start = offset
    if current == UInt8(ascii: "-") { offset += 1 }
    if current == UInt8(ascii: "0") {
      offset += 1
      if isDigit(current) { throw JSONError(offset, "a number cannot begin with a zero") }
    } else {
      try scanDigits()
    }
    if current == UInt8(ascii: ".") {
      offset += 1
      try scanDigits()
    }
    if current | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
      try scanDigits()
    }
    appendLeaf(.number, from: start, to: offset)
  }

  private mutating func scanDigits() throws(JSONError) {
    guard isDigit(current) else { throw JSONError(offset, "expected a digit") }
    while isDigit(current) { offset += 1 }
  }

  @inline(__always) private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }

  /// A string with its quotes, checked for control characters, escapes and UTF-8.
  mutating func scanString() throws(JSONError) {
    offset += 1
    let start = offset
    var kind = JSONTapeEntry.Kind.string
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") {
        appendLeaf(kind, from: start, to: offset)
        offset += 1
        return
      }
      if byte == UInt8(ascii: "\\") {
        kind = .escapedString
        try scanEscape()
      } else if byte >= 0x80 {
        let length = UTF8Check.sequenceLength(bytes, at: offset)
        guard length > 0 else { throw JSONError(offset, "invalid UTF-8") }
        offset += length
      } else {
        guard byte >= 0x20 else { throw JSONError(offset, "control characters must be escaped") }
        offset += 1
      }
    }
    throw JSONError(offset, "the string has no end")
  }

  private mutating func scanEscape() throws(JSONError) {
    let start = offset
    offset += 2
    switch start + 1 < bytes.count ? bytes[start + 1] : 0 {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return
    case UInt8(ascii: "u"): try scanUnicodeEscape(from: start)
    default: throw JSONError(start, "unknown escape")
    }
  }

  /// A `\u` escape; a high surrogate must be followed by the escape of a low one.
  private mutating func scanUnicodeEscape(from start: Int) throws(JSONError) {
    guard let unit = JSONScanner.hexadecimal(bytes, at: start + 2) else {
      throw JSONError(start, "\\u needs four digits")
    }
    offset = start + 6
    guard unit & 0xF800 == 0xD800 else { return }
    guard unit < 0xDC00, offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u"), let low = JSONScanner.hexadecimal(bytes, at: offset + 2),
      low & 0xFC00 == 0xDC00
    else { throw JSONError(start, "half a surrogate pair") }
    offset += 6
  }

  /// The value of four hexadecimal digits; nil when there are none.
  static func hexadecimal(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt32? {
    guard offset + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[offset..<offset + 4] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    return value
  }
}
