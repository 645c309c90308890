import GeoWire

/// Writes XML into a growing array of bytes.
///
/// Markup is always a literal in this program, so that foreign text cannot become markup.
struct XMLWriter {
  /// The bytes written so far.
  var bytes: [UInt8] = []

  /// The beginning of a document.
  static let declaration: StaticString = "<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n"

  /// Writes an element.
  ///
  /// - Parameters:
  ///   - attributes: writes the attributes.
  ///   - content: writes the content; nil for an empty element.
  mutating func element(
    _ name: XMLName, attributes: (inout XMLWriter) -> Void = { _ in }, content: ((inout XMLWriter) -> Void)? = nil
  ) {
    raw("<")
    bytes += name.bytes
    attributes(&self)
    guard let content else { return raw("/>") }
    raw(">")
    content(&self)
    raw("</")
    bytes += name.bytes
    raw(">")
  }

  /// Writes an element with a text.
  mutating func element(_ name: XMLName, _ value: String) { element(name, content: { $0.text(value) }) }

  /// Writes an attribute.
  mutating func attribute(_ name: XMLName, _ value: some StringProtocol) {
    begin(attribute: name)
    text(value)
    raw("\"")
  }

  /// Writes an attribute of degrees, separated by commas.
  ///
  /// - Parameter units: 1e-7 degree.
  mutating func attribute(_ name: XMLName, _ units: Int32...) {
    begin(attribute: name)
    for (index, edge) in units.enumerated() {
      if index > 0 { raw(",") }
      JSONWriter.appendDegrees(edge, to: &bytes)
    }
    raw("\"")
  }

  private mutating func begin(attribute name: XMLName) {
    raw(" ")
    bytes += name.bytes
    raw("=\"")
  }

  /// Writes a text, escaped for both contents and attributes.
  ///
  /// Characters that XML does not allow become spaces: control characters, U+FFFE and U+FFFF.
  mutating func text(_ text: some StringProtocol) {
    let start = bytes.count
    var mayHoldNone = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): raw("&amp;")
      case UInt8(ascii: "<"): raw("&lt;")
      case UInt8(ascii: ">"): raw("&gt;")
      case UInt8(ascii: "\""): raw("&quot;")
      case UInt8(ascii: "\n"): raw("&#10;")
      case 0..<0x20: bytes.append(UInt8(ascii: " "))
      default:
        mayHoldNone = mayHoldNone || byte == 0xEF
        bytes.append(byte)
      }
    }
    if mayHoldNone { replaceNone(from: start) }
  }

  /// Replaces U+FFFE and U+FFFF, which are the bytes EF BF BE and EF BF BF, by spaces.
  private mutating func replaceNone(from start: Int) {
    var place = start
    while place + 2 < bytes.count {
      if bytes[place] == 0xEF, bytes[place + 1] == 0xBF, bytes[place + 2] >= 0xBE {
        bytes.replaceSubrange(place...place + 2, with: " ".utf8)
      }
      place += 1
    }
  }

  /// Writes markup as it is.
  mutating func raw(_ markup: StaticString) { markup.withUTF8Buffer { bytes += $0 } }
}

/// The name of an element or an attribute.
struct XMLName: ExpressibleByStringLiteral {
  let bytes: [UInt8]

  init(stringLiteral name: StaticString) { bytes = name.withUTF8Buffer { Array($0) } }

  /// Makes a name from foreign text. Characters that a name must not have (XML 1.0, 2.3) become underscores.
  init(_ text: String) {
    let scalars = text.unicodeScalars.map { XMLName.isPart($0) ? $0 : "_" }
    let begins = scalars.first.map { XMLName.isStart($0) } ?? false
    var name = String.UnicodeScalarView(begins ? [] : ["_"])
    name.append(contentsOf: scalars)
    bytes = Array(String(name).utf8)
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "-", ".", "0"..."9", "\u{B7}", "\u{300}"..."\u{36F}", "\u{203F}"..."\u{2040}": true
    default: isStart(scalar)
    }
  }

  /// A colon is not allowed, because it would turn the text before it into a prefix.
  private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "_", "\u{C0}"..."\u{D6}", "\u{D8}"..."\u{F6}", "\u{F8}"..."\u{2FF}",
      "\u{370}"..."\u{37D}", "\u{37F}"..."\u{1FFF}", "\u{200C}"..."\u{200D}", "\u{2070}"..."\u{218F}",
      "\u{2C00}"..."\u{2FEF}", "\u{3001}"..."\u{D7FF}", "\u{F900}"..."\u{FDCF}", "\u{FDF0}"..."\u{FFFD}",
      "\u{10000}"..."\u{EFFFF}":
      true
    default: false
    }
  }
}
