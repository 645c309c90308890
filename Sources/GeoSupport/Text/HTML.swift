/// A piece of an HTML page. Literals are markup as written; every text put into one is escaped, byte by byte. Nothing else becomes
/// markup, so a page that takes a plain string for markup does not compile.
///
/// An escaped text is safe in an element and in a quoted attribute. Pages have no scripts or styles of their own to put one into.
package struct HTML: Hashable, Sendable {
  /// The piece as UTF-8.
  package private(set) var bytes: [UInt8] = []

  /// Escapes a text.
  package init(escaping text: some StringProtocol) { HTML.escape(text, to: &bytes) }

  /// Makes markup of a file of the build, which is as trusted as a literal.
  ///
  /// - Parameters:
  ///   - file: UTF-8, from `PackageResources`, with places such as `{{name}}`.
  ///   - values: a value for each of its places.
  package init(file: [UInt8], _ values: [String: HTML]) { bytes = Template.fill(file, values.mapValues(\.bytes)) }

  /// Whether there is nothing in it.
  package var isEmpty: Bool { bytes.isEmpty }

  /// Two pieces, one behind the other.
  package static func + (first: HTML, second: HTML) -> HTML {
    var both = first
    both.bytes += second.bytes
    return both
  }

  /// Appends a text. Text is scanned by bytes: a combining mark behind a sign would make another character of both.
  private static func escape(_ text: some StringProtocol, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      default: bytes.append(byte)
      }
    }
  }
}

extension HTML: ExpressibleByStringInterpolation {
  // A literal is a `StaticString`: no string made while the program runs is one.
  package init(stringLiteral text: StaticString) { text.withUTF8Buffer { bytes += $0 } }

  package init(stringInterpolation pieces: Pieces) { bytes = pieces.bytes }

  /// The pieces of a literal with values in it.
  package struct Pieces: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    package init(literalCapacity: Int, interpolationCount: Int) { bytes.reserveCapacity(literalCapacity) }

    package mutating func appendLiteral(_ text: StaticString) { text.withUTF8Buffer { bytes += $0 } }

    /// Appends a text, escaped.
    package mutating func appendInterpolation(_ text: some StringProtocol) { HTML.escape(text, to: &bytes) }

    /// Appends a number.
    package mutating func appendInterpolation(_ number: Int) { bytes += "\(number)".utf8 }

    /// Appends markup.
    package mutating func appendInterpolation(_ markup: HTML) { bytes += markup.bytes }
  }
}

extension String.StringInterpolation {
  @available(*, unavailable, message: "markup in a text would be escaped as one: give the literal the type HTML")
  package mutating func appendInterpolation(_ markup: HTML) {}
}

extension Sequence<HTML> {
  /// All pieces with a literal between each two.
  package func joined(separator: HTML = "") -> HTML {
    var isFirst = true
    return reduce("") { all, piece in
      defer { isFirst = false }
      return isFirst ? piece : "\(all)\(separator)\(piece)"
    }
  }
}
