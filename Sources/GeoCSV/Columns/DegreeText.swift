import GeoModel

/// A number of degrees as people and programs write it, parsed from bytes without making a string.
///
/// 1. Blanks, quotes and a leading apostrophe (Excel's mark for text) around the number are skipped. So is the `=` of
///    `="37.77"`, which keeps Excel from changing the number.
/// 2. Plain decimals, the usual case, are parsed in one pass (``PlainDecimal``), far more precisely than the 1e-7
///    degree that matters.
/// 3. Anything else takes the slow path: a decimal comma, an exponent, a degree sign, degrees-minutes-seconds,
///    hemisphere letters, and the words that programs write for "nothing".
enum DegreeText {
  /// The content of a cell.
  enum Value: Equatable {
    case degrees(Double)
    /// An angle with a compass letter, which makes it a latitude or a longitude wherever it stands.
    case named(WrittenAngle)
    /// Nothing, or a word for nothing.
    case missing
    /// Something that is not a number.
    case bad
  }

  /// Reads one cell.
  static func parse(_ cell: UnsafeRawBufferPointer) -> Value {
    let text = trimmed(cell)
    guard !text.isEmpty else { return .missing }
    if let plain = PlainDecimal(text) { return .degrees(plain.value) }
    return parseUnusual(text)
  }

  /// Removes the blanks, quotes, apostrophe and equals sign around the text.
  static func trimmed(_ cell: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var start = 0
    var end = cell.count
    while start < end, isOpening(cell[start]) { start += 1 }
    while end > start, isWrapping(cell[end - 1]) { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: cell[start..<end])
  }

  @inline(__always) private static func isOpening(_ byte: UInt8) -> Bool {
    isWrapping(byte) || byte == Byte.apostrophe || byte == UInt8(ascii: "=")
  }

  @inline(__always) private static func isWrapping(_ byte: UInt8) -> Bool {
    Byte.isBlank(byte) || byte == Byte.quote
  }

  /// Parses anything but a plain decimal: `37,77`, `3.777e1`, `37.77°`, `37° 46' 12.3" N`, `W122.41`, `NULL`.
  private static func parseUnusual(_ text: UnsafeRawBufferPointer) -> Value {
    // No angle is longer, so it is not worth a string.
    guard text.count <= 64 else { return .bad }
    let string = String(decoding: text, as: UTF8.self)
    if wordsForNothing.contains(string.lowercased()) { return .missing }
    guard let angle = WrittenAngle(parsing: string) else { return .bad }
    return angle.axis == nil ? .degrees(angle.degrees) : .named(angle)
  }

  /// The words that databases, spreadsheets and programs write for an absent value.
  private static let wordsForNothing: Set<String> = [
    "null", "nil", "none", "na", "n/a", "#n/a", "nan", "-", "--", "\\n", "?", "unknown", "undefined", "missing",
    "(null)", "<null>",
  ]
}
