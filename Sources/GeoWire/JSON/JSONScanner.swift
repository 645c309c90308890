/// The one pass over the bytes of a text that fills a tape.
struct JSONScanner {
  let bytes: UnsafeRawBufferPointer
  var tape: [JSONTapeEntry]
  var offset = 0

  init(bytes: UnsafeRawBufferPointer, tape: [JSONTapeEntry]) {
    self.bytes = bytes
    self.tape = tape
  }

  mutating func scanText() throws(JSONError) {
    try scanValue(depth: 0)
    skipSpace()
    guard offset == bytes.count else { throw JSONError(offset, "unexpected text after the value") }
  }

  /// The byte at the offset; 0 (which no rule accepts) at the end.
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

  /// Appends a value that holds no others.
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
