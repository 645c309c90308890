extension JSONWriter {
  /// Writes a whole number.
  @inlinable package mutating func integer(_ value: some FixedWidthInteger) { wholeNumber(Int64(value)) }

  @usableFromInline mutating func wholeNumber(_ value: Int64) { putNumber(value) }

  /// Writes a number in the shortest form that reads back as the same double; whole numbers have no fraction.
  package mutating func number(_ value: Double) {
    assert(value.isFinite, "JSON has no NaN and no infinities")
    guard value.isFinite else { return integer(0) }
    // Up to 2^53 every whole double is exact as an integer.
    if value == value.rounded(), abs(value) < 9_007_199_254_740_992 { return integer(Int64(value)) }
    raw(value.description.utf8)
  }

  /// Writes degrees with at most seven decimals (1.1 cm, as OpenStreetMap stores them), without trailing zeros.
  package mutating func degrees(_ value: Double) { fixed(value, decimals: 7, scale: 10_000_000) }

  /// Writes meters with at most one decimal: map data is not more accurate.
  package mutating func meters(_ value: Double) { fixed(value, decimals: 1, scale: 10) }

  /// Rounds to a number of decimals and prints the digits of the scaled integer: much faster than printing a double.
  private mutating func fixed(_ value: Double, decimals: Int, scale: UInt64) {
    guard abs(value) < 1e11 else { return number(value) }
    putNumber(Int64((value * Double(scale)).rounded()), decimals: decimals, scale: scale)
  }
}

extension JSONWriter {
  /// Writes a string. Quotes, backslashes and control characters are escaped; everything else is written as UTF-8.
  package mutating func string(_ value: String) {
    // Native strings expose their storage; only a bridged one needs the copy.
    if value.utf8.withContiguousStorageIfAvailable({ string($0) }) == nil {
      Array(value.utf8).withUnsafeBufferPointer { string($0) }
    }
  }

  /// Writes a key and a whole number.
  @inlinable package mutating func member(_ name: StaticString, _ value: some FixedWidthInteger) {
    key(name)
    integer(value)
  }

  /// Writes a key and `true` or `false`.
  package mutating func member(_ name: StaticString, _ value: Bool) {
    key(name)
    bool(value)
  }

  /// Writes a key and a number in the form of ``number(_:)``; nothing for nil.
  package mutating func member(_ name: StaticString, number value: Double?) {
    guard let value else { return }
    key(name)
    number(value)
  }

  /// Writes a key and a constant word that needs no escapes.
  package mutating func member(_ name: StaticString, word: StaticString) {
    key(name)
    self.word(word)
  }

  /// Writes a key and an object whose members the closure writes.
  @inlinable package mutating func member(_ name: StaticString, object body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  /// Writes an object whose members the closure writes.
  @inlinable package mutating func object(_ body: (inout JSONWriter) -> Void) {
    beginObject()
    body(&self)
    endObject()
  }

  /// Writes a key and an array; the closure writes each element.
  @inlinable package mutating func member<Element>(
    _ name: StaticString, array elements: some Collection<Element>, _ body: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    beginArray()
    for element in elements { body(&self, element) }
    endArray()
  }

  /// Writes a key and a string; nothing for nil.
  package mutating func member(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    let key = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    if value.utf8.withContiguousStorageIfAvailable({ member(key, $0) }) != nil { return }
    Array(value.utf8).withUnsafeBufferPointer { member(key, $0) }
  }

  /// Writes a key and a list of strings; nothing for an empty list.
  package mutating func member(_ name: StaticString, _ values: [String]) {
    guard !values.isEmpty else { return }
    key(name)
    strings(values)
  }

  /// Writes an array of strings.
  package mutating func strings(_ values: [String]) {
    beginArray()
    for value in values { string(value) }
    endArray()
  }

  private mutating func member(_ key: UnsafeBufferPointer<UInt8>, _ utf8: UnsafeBufferPointer<UInt8>) {
    let isPlain = PlainRun.length(of: UnsafeRawBufferPointer(utf8)) == utf8.count
    if isPlain { return putMember(key, utf8) }
    putQuoted(key, isKey: true)
    string(utf8)
  }

  /// Names rarely need escapes.
  private mutating func string(_ utf8: UnsafeBufferPointer<UInt8>) {
    if PlainRun.length(of: UnsafeRawBufferPointer(utf8)) == utf8.count { return putQuoted(utf8, isKey: false) }
    separate()
    bytes.append(UInt8(ascii: "\""))
    appendEscaped(utf8)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Copies runs without escapes in one go.
  private mutating func appendEscaped(_ utf8: UnsafeBufferPointer<UInt8>) {
    var rest = utf8
    while true {
      let plain = PlainRun.length(of: UnsafeRawBufferPointer(rest))
      bytes.append(contentsOf: rest[..<plain])
      guard plain < rest.count else { return }
      appendEscape(rest[plain])
      rest = UnsafeBufferPointer(rebasing: rest[(plain + 1)...])
    }
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
