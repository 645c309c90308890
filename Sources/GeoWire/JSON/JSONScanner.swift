import GeoSupport

/// The single pass over the bytes of a text that fills a tape.
struct JSONScanner {
  let bytes: UnsafeRawBufferPointer
  var tape: [JSONTapeEntry]
  var offset = 0

  init(bytes: UnsafeRawBufferPointer, tape: [JSONTapeEntry]) {
    self.bytes = bytes
    self.tape = tape
  }

  mutating func scanText() throws(JSONError) {
    offset = ByteOrderMark.length(bytes)
    try scanValue(depth: 0)
    skipSpace()
    guard offset == bytes.count else { throw JSONError(offset, "unexpected text after the value") }
  }

  /// The byte at the offset; 0, which no rule accepts, at the end.
  @inline(__always) var current: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  @inline(__always) mutating func skipSpace() {
    while offset < bytes.count {
      let byte = bytes[offset]
      guard byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else { return }
      offset += 1
    }
  }

  private mutating func scanValue(depth: Int) throws(JSONError) {
    skipSpace()
    switch current {
    case UInt8(ascii: "{"): try scanObject(depth: depth + 1)
    case UInt8(ascii: "["): try scanArray(depth: depth + 1)
    case UInt8(ascii: "\""): try scanString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try scanNumber()
    case UInt8(ascii: "t"): try scanWord("true", .yes)
    case UInt8(ascii: "f"): try scanWord("false", .no)
    case UInt8(ascii: "n"): try scanWord("null", .null)
    default: throw JSONError(offset, offset < bytes.count ? "a value cannot begin like this" : "the text ends early")
    }
  }

  private mutating func scanObject(depth: Int) throws(JSONError) {
    let entry = try open(.object, depth: depth)
    skipSpace()
    if current != UInt8(ascii: "}") {
      while true {
        skipSpace()
        guard current == UInt8(ascii: "\"") else { throw JSONError(offset, "expected a key in quotes") }
        try scanString()
        skipSpace()
        guard current == UInt8(ascii: ":") else { throw JSONError(offset, "expected ':'") }
        offset += 1
        try scanValue(depth: depth)
        skipSpace()
        guard current == UInt8(ascii: ",") else { break }
        offset += 1
      }
    }
    guard current == UInt8(ascii: "}") else { throw JSONError(offset, "expected ',' or '}'") }
    close(entry)
  }

  private mutating func scanArray(depth: Int) throws(JSONError) {
    let entry = try open(.array, depth: depth)
    skipSpace()
    if current != UInt8(ascii: "]") {
      while true {
        try scanValue(depth: depth)
        skipSpace()
        guard current == UInt8(ascii: ",") else { break }
        offset += 1
      }
    }
    guard current == UInt8(ascii: "]") else { throw JSONError(offset, "expected ',' or ']'") }
    close(entry)
  }

  private mutating func open(_ kind: JSONTapeEntry.Kind, depth: Int) throws(JSONError) -> Int {
    guard depth <= JSONParser.maximumDepth else { throw JSONError(offset, "nested too deeply") }
    tape.append(JSONTapeEntry(kind: kind, start: UInt32(offset), end: 0, next: 0))
    offset += 1
    return tape.count - 1
  }

  private mutating func close(_ entry: Int) {
    offset += 1
    tape[entry].end = UInt32(offset)
    tape[entry].next = UInt32(tape.count)
  }

  /// Appends a value without children.
  @inline(__always) mutating func appendLeaf(_ kind: JSONTapeEntry.Kind, from start: Int, to end: Int) {
    tape.append(
      JSONTapeEntry(kind: kind, start: UInt32(start), end: UInt32(end), next: UInt32(tape.count + 1)))
  }

  private mutating func scanWord(_ word: StaticString, _ kind: JSONTapeEntry.Kind) throws(JSONError) {
    let start = offset
    for index in 0..<word.utf8CodeUnitCount {
      guard current == word.utf8Start[index] else { throw JSONError(start, "a value cannot begin like this") }
      offset += 1
    }
    appendLeaf(kind, from: start, to: offset)
  }
}

extension JSONScanner {
  mutating func scanNumber() throws(JSONError) {
    let start = offset
    try passNumber()
    appendLeaf(.number, from: start, to: offset)
  }

  /// `-`? (`0` or digits without a leading zero) (`.` digits)? (`e` sign? digits)?
  @inline(__always) mutating func passNumber() throws(JSONError) {
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
  }

  @inline(__always) private mutating func scanDigits() throws(JSONError) {
    var end = offset
    while end < bytes.count, isDigit(bytes[end]) { end += 1 }
    guard end > offset else { throw JSONError(offset, "expected a digit") }
    offset = end
  }

  @inline(__always) private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }

  /// Scans a string with its quotes, and checks control characters, escapes and UTF-8.
  mutating func scanString() throws(JSONError) {
    offset += 1
    let start = offset
    var kind = JSONTapeEntry.Kind.string
    while true {
      offset += PlainRun.lengthInASCII(of: UnsafeRawBufferPointer(rebasing: bytes[offset...]))
      guard offset < bytes.count else { break }
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") {
        appendLeaf(kind, from: start, to: offset)
        offset += 1
        return
      }
      if byte == UInt8(ascii: "\\") {
        kind = .escapedString
        try scanEscape()
      } else {
        guard byte >= 0x80 else { throw JSONError(offset, "control characters must be escaped") }
        let length = UTF8Check.sequenceLength(bytes, at: offset)
        guard length > 0 else { throw JSONError(offset, "invalid UTF-8") }
        offset += length
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

  /// The value of four hexadecimal digits; nil if they are invalid.
  static func hexadecimal(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt32? {
    guard offset + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[offset..<offset + 4] {
      guard let digit = byte.hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
