extension JSONWriter {
  /// A string value. Quotes, backslashes and control characters are escaped; everything else goes out as UTF-8.
  public mutating func string(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    // Native strings give their storage; only a bridged one would need the copy.
    if value.utf8.withContiguousStorageIfAvailable({ appendEscaped($0) }) == nil {
      Array(value.utf8).withUnsafeBufferPointer { appendEscaped($0) }
    }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// A key and its string; nothing at all for nil.
  public mutating func member(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    key(name)
    string(value)
  }

  /// A key and its list of strings; nothing at all for an empty list.
  public mutating func member(_ name: StaticString, _ values: [String]) {
    guard !values.isEmpty else { return }
    key(name)
    strings(values)
  }

  /// An array of strings.
  public mutating func strings(_ values: [String]) {
    beginArray()
    for value in values { string(value) }
    endArray()
  }

  /// Copies runs that need no escape in one go; names seldom hold anything else.
  private mutating func appendEscaped(_ utf8: UnsafeBufferPointer<UInt8>) {
    var runStart = 0
    for index in 0..<utf8.count where JSONWriter.needsEscape(utf8[index]) {
      bytes.append(contentsOf: utf8[runStart..<index])
      appendEscape(utf8[index])
      runStart = index + 1
    }
    bytes.append(contentsOf: utf8[runStart...])
  }

  @inline(__always) private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func appendEscape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default:
      let digits: StaticString = "0123456789abcdef"
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(digits.utf8Start[Int(byte >> 4)])
      bytes.append(digits.utf8Start[Int(byte & 15)])
    }
  }
}
