/// Writes one JSON text into a growing array of bytes, without line breaks and without Foundation.
///
/// The writer adds the commas. The caller keeps the order of key and value, and closes what it opened. Writing never
/// fails: a number that JSON cannot represent (NaN, infinities) is the caller's error, and becomes 0 after a debug
/// assertion.
@usableFromInline package struct JSONWriter {
  /// The bytes written so far, after the initial contents of the array.
  @usableFromInline package var bytes: [UInt8]
  /// Whether a comma precedes the next key or array element.
  @usableFromInline var needsComma = false

  /// Creates a writer that appends to an array.
  @inlinable package init(bytes: [UInt8] = []) { self.bytes = bytes }

  /// Appends to an array in place, without a copy.
  @inlinable @inline(__always)
  package static func append(to bytes: inout [UInt8], _ body: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    swap(&writer.bytes, &bytes)
    body(&writer)
    swap(&writer.bytes, &bytes)
  }

  /// Opens an object as a value.
  @usableFromInline package mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Closes the innermost object.
  @usableFromInline package mutating func endObject() { close(UInt8(ascii: "}")) }
  /// Opens an array as a value.
  @usableFromInline package mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Closes the innermost array.
  @usableFromInline package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes the key of the next value. The key must need no escapes.
  @usableFromInline package mutating func key(_ key: StaticString) {
    putQuoted(UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount), isKey: true)
  }

  /// Writes a value that is JSON already: a constant, or bytes that the parser has checked.
  @inlinable package mutating func raw(_ json: some Collection<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  /// Writes a constant word that needs no escapes, as a string.
  package mutating func word(_ word: StaticString) {
    putQuoted(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount), isKey: false)
  }

  /// Writes `true` or `false`.
  package mutating func bool(_ value: Bool) { raw(value ? "true".utf8 : "false".utf8) }

  /// Writes `null`.
  package mutating func null() { raw("null".utf8) }

  /// Ends a line of the protocol. The next value starts a new JSON text.
  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  /// Writes the comma before a key or an element.
  @inlinable @inline(__always) mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }
}

extension JSONWriter {
  /// Writes a key that is known only at run time, such as that of a tag, with escapes if needed.
  package mutating func dynamicKey(_ key: String) {
    string(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a key that is known only at run time, and a string.
  package mutating func dynamicMember(_ key: String, _ value: String) {
    dynamicKey(key)
    string(value)
  }

  /// Writes degrees as text, always with seven decimals: `"47.1400000"`.
  ///
  /// - Parameter units: 1e-7 degree.
  package mutating func degreesText(_ units: Int32) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    JSONWriter.appendDegrees(units, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Appends degrees with seven decimals to a text: `47.1400000`.
  ///
  /// - Parameter units: 1e-7 degree.
  package static func appendDegrees(_ units: Int32, to bytes: inout [UInt8]) {
    if units < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, fraction) = units.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
    if whole >= 100 { bytes.append(UInt8(ascii: "0") + UInt8(whole / 100)) }
    if whole >= 10 { bytes.append(UInt8(ascii: "0") + UInt8(whole / 10 % 10)) }
    bytes.append(UInt8(ascii: "0") + UInt8(whole % 10))
    bytes.append(UInt8(ascii: "."))
    var place: UInt32 = 1_000_000
    while place > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(fraction / place % 10))
      place /= 10
    }
  }

  /// Appends degrees with at most seven decimals to a text, without trailing zeros: `47.14`.
  ///
  /// - Parameter units: 1e-7 degree.
  package static func appendShortDegrees(_ units: Int32, to bytes: inout [UInt8]) {
    appendDegrees(units, to: &bytes)
    while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
  }
}

extension JSONWriter {
  /// Returns a line with its line end.
  package static func line(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    write(&writer)
    writer.endLine()
    return writer.bytes
  }
}
