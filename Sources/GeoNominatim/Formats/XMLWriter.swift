import GeoWire

/// Writes XML into a growing array of bytes. Names of elements and attributes come from us; texts are escaped.
struct XMLWriter {
  /// What was written so far.
  var bytes: [UInt8] = []

  /// What a document begins with.
  static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n"

  /// An element.
  ///
  /// - Parameters:
  ///   - attributes: writes the attributes.
  ///   - content: writes what is in it; nil for an empty element.
  mutating func element(
    _ name: String, attributes: (inout XMLWriter) -> Void = { _ in }, content: ((inout XMLWriter) -> Void)? = nil
  ) {
    raw("<\(name)")
    attributes(&self)
    guard let content else { return raw("/>") }
    raw(">")
    content(&self)
    raw("</\(name)>")
  }

  /// An element with a text.
  mutating func element(_ name: String, _ value: String) { element(name, content: { $0.text(value) }) }

  /// An attribute.
  mutating func attribute(_ name: String, _ value: some StringProtocol) {
    raw(" \(name)=\"")
    text(value)
    raw("\"")
  }

  /// An attribute of degrees with commas between.
  ///
  /// - Parameter units: 1e-7 degree.
  mutating func attribute(_ name: String, _ units: Int32...) {
    raw(" \(name)=\"")
    for (index, edge) in units.enumerated() {
      if index > 0 { raw(",") }
      JSONWriter.appendDegrees(edge, to: &bytes)
    }
    raw("\"")
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
  mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
