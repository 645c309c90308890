/// The name of a JavaScript function that wraps JSON.
enum CallbackName {
  /// Whether a text is one or more identifiers joined by points, and nothing that could do anything else on a page.
  static func isValid(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return text.utf8.count <= 128 && parts.allSatisfy { isIdentifier($0) }
  }

  /// Whether a text is a plain ASCII identifier.
  private static func isIdentifier(_ part: Substring) -> Bool {
    guard let first = part.utf8.first, !isDigit(first) else { return false }
    return part.utf8.allSatisfy { isDigit($0) || ($0 | 0x20) &- UInt8(ascii: "a") < 26 || $0 == UInt8(ascii: "_") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
