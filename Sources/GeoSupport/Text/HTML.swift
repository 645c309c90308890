/// A piece of an HTML page. Literals are markup as written, and every text inserted into one is escaped, byte by byte.
/// Nothing else becomes markup, so a page that uses a plain string as markup does not compile.
///
/// An escaped text is safe in an element and in a quoted attribute. Pages have no inline scripts or styles into which a
/// text could be inserted.
package struct HTML: Hashable, Sendable {
  /// The piece as UTF-8.
  package private(set) var bytes: [UInt8] = []

  /// Escapes a text.
  package init(escaping text: some StringProtocol) { HTML.escape(text, to: &bytes) }

  /// Creates markup from a file of the build, which is as trusted as a literal.
  ///
  /// - Parameters:
  ///   - file: UTF-8, from `PackageResources`, with placeholders such as `{{name}}`.
  ///   - values: a value for each placeholder.
  package init(file: [UInt8], _ values: [String: HTML]) { bytes = Template.fill(file, values.mapValues(\.bytes)) }

  /// Whether the piece is empty.
  package var isEmpty: Bool { bytes.isEmpty }

  /// Two pieces, one after the other.
  package static func + (first: HTML, second: HTML) -> HTML {
    var both = first
    both.bytes += second.bytes
    return both
  }

  /// Appends an escaped text. Works on bytes, because a sign and a combining mark after it are one character.
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
  // A literal is a `StaticString`, so no string created at run time is one.
  package init(stringLiteral text: StaticString) { text.withUTF8Buffer { bytes += $0 } }

  package init(stringInterpolation pieces: Pieces) { bytes = pieces.bytes }

  /// The parts of a literal with interpolated values.
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
  /// Joins all pieces with a separator between them.
  package func joined(separator: HTML = "") -> HTML {
    var isFirst = true
    return reduce("") { all, piece in
      defer { isFirst = false }
      return isFirst ? piece : "\(all)\(separator)\(piece)"
    }
  }
}
