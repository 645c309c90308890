/// A piece of a page.
///
/// Markup comes from literals of this program alone. Text of others gets in as `\(text: …)`, which escapes it; a plain string does not
/// compile there.
struct HTML: Sendable, ExpressibleByStringInterpolation {
  /// UTF-8, as it is sent.
  private(set) var bytes: [UInt8]

  init(stringLiteral value: StaticString) {
    bytes = value.withUTF8Buffer { Array($0) }
  }

  init(stringInterpolation: Interpolation) { bytes = stringInterpolation.bytes }

  /// Text as it reads, in elements and in attributes between quotes. Looks at bytes: a sign that a combining mark follows is still that
  /// sign to a browser, although it is another character to Swift.
  init(text: some StringProtocol) {
    bytes = []
    bytes.reserveCapacity(text.utf8.count)
    append(text: text)
  }

  /// A file of the build with places such as `{{name}}` that are filled in when it is served.
  ///
  /// - Parameters:
  ///   - file: UTF-8, from `PackageResources`.
  ///   - values: a value for each name that the file has.
  init(file: [UInt8], _ values: [String: HTML]) {
    bytes = Template.fill(file, values.mapValues(\.bytes))
  }

  fileprivate mutating func append(text: some StringProtocol) {
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

  fileprivate mutating func append(_ piece: HTML) { bytes += piece.bytes }

  static func + (a: HTML, b: HTML) -> HTML { "\(a)\(b)" }

  /// What literals are made of.
  struct Interpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) { bytes.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: StaticString) {
      literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func appendInterpolation(_ piece: HTML) { bytes += piece.bytes }
    /// A piece that may be missing.
    mutating func appendInterpolation(_ piece: HTML?) { bytes += piece?.bytes ?? [] }
    mutating func appendInterpolation(text: some StringProtocol) { bytes += HTML(text: text).bytes }
    mutating func appendInterpolation(_ number: Int) { bytes += "\(number)".utf8 }
    mutating func appendInterpolation(_ number: Double) { bytes += "\(number)".utf8 }
  }
}

extension Collection where Element == HTML {
  /// The pieces one after the other.
  func joined(separator: HTML = "") -> HTML {
    var result: HTML = ""
    for (index, piece) in enumerated() {
      if index > 0 { result.append(separator) }
      result.append(piece)
    }
    return result
  }
}

/// A value for a script that is sent once, so that a page runs its own scripts and no others.
struct PageNonce {
  /// 128 random bits in hexadecimal.
  let text: String

  init() {
    var generator = SystemRandomNumberGenerator()
    let digits = (0..<2).map { _ in
      let half = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - half.utf8.count) + half
    }
    text = digits.joined()
  }

  /// What a page may load and who may show it: its own files by the nonce, its own requests and pictures, and no frame around it.
  ///
  /// - Parameter further: directives besides.
  func policy(connectingTo addresses: String = "'self'", further: String) -> String {
    "default-src 'none'; style-src 'nonce-\(text)'; script-src 'nonce-\(text)'; img-src 'self' data:; "
      + "connect-src \(addresses); base-uri 'none'; frame-ancestors 'none'; \(further)"
  }
}
