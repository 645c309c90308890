/// Writes XML into a growing array of bytes. Names of elements and attributes come from us; texts are escaped.
struct XMLWriter {
  /// What was written so far.
  var bytes: [UInt8] = []

  /// Opens an element for attributes; ``endStart()`` or ``endEmpty()`` must follow.
  mutating func start(_ name: StaticString) {
    bytes.append(UInt8(ascii: "<"))
    raw(name)
  }

  /// Ends the list of attributes.
  mutating func endStart() { bytes.append(UInt8(ascii: ">")) }
  /// Ends the list of attributes and the element.
  mutating func endEmpty() { raw("/>") }

  /// Closes an element.
  mutating func end(_ name: StaticString) {
    raw("</")
    raw(name)
    bytes.append(UInt8(ascii: ">"))
  }

  /// An attribute.
  mutating func attribute(_ name: StaticString, _ value: some StringProtocol) {
    begin(name)
    text(value)
    bytes.append(UInt8(ascii: "\""))
  }

  /// An attribute whose value needs no escapes, written by the body.
  mutating func attribute(_ name: StaticString, _ body: (inout [UInt8]) -> Void) {
    begin(name)
    body(&bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// An element with a text.
  mutating func element(_ name: String, _ value: String) {
    bytes.append(UInt8(ascii: "<"))
    bytes.append(contentsOf: name.utf8)
    bytes.append(UInt8(ascii: ">"))
    text(value)
    raw("</")
    bytes.append(contentsOf: name.utf8)
    bytes.append(UInt8(ascii: ">"))
  }

  /// A text, escaped for both contents and attributes. What XML cannot say at all (control characters) becomes a space.
  mutating func text(_ text: some StringProtocol) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): raw("&amp;")
      case UInt8(ascii: "<"): raw("&lt;")
      case UInt8(ascii: ">"): raw("&gt;")
      case UInt8(ascii: "\""): raw("&quot;")
      case UInt8(ascii: "\n"): raw("&#10;")
      case 0..<0x20: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
  }

  /// Bytes as they are.
  mutating func raw(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// The name of an attribute and the quote before its value.
  private mutating func begin(_ name: StaticString) {
    bytes.append(UInt8(ascii: " "))
    raw(name)
    raw("=\"")
  }
}
