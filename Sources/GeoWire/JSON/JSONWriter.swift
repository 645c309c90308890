/// Writes one JSON text into a growing array of bytes, without line breaks and without Foundation.
///
/// Commas are set by the writer; the caller keeps the order key, value and closes what it opened. Writing never fails: a
/// number that JSON cannot say (NaN, infinities) is the caller's mistake and comes out as 0 after a debug assertion.
public struct JSONWriter {
  /// What was written so far, after whatever the array held before.
  public var bytes: [UInt8]
  /// Whether the next key or array element is preceded by a comma.
  var needsComma = false

  /// A writer that appends to an array.
  public init(bytes: [UInt8] = []) { self.bytes = bytes }

  /// Appends to an array in place, so that nothing is copied.
  @inline(__always)
  public static func append(to bytes: inout [UInt8], _ body: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    swap(&writer.bytes, &bytes)
    body(&writer)
    swap(&writer.bytes, &bytes)
  }

  /// Opens an object as a value.
  public mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Closes the innermost object.
  public mutating func endObject() { close(UInt8(ascii: "}")) }
  /// Opens an array as a value.
  public mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Closes the innermost array.
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  /// The key of the value that follows. The key must need no escapes.
  public mutating func key(_ key: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// A value that is JSON already: a constant, or bytes that the parser has checked.
  public mutating func raw(_ json: some Collection<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  /// A constant word that needs no escapes, written as a string.
  public mutating func word(_ word: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// `true` or `false`.
  public mutating func bool(_ value: Bool) { raw(value ? "true".utf8 : "false".utf8) }

  /// `null`; only ids are ever null on the wire.
  public mutating func null() { raw("null".utf8) }

  /// Ends a line of the protocol. The next value starts a new JSON text.
  public mutating func endLine() {
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

  /// Sets the comma before a key or an element.
  @inline(__always) mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }
}
