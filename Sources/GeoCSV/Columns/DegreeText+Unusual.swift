extension DegreeText {
  /// Reads what is not a plain decimal: `37,77`, `3.777e1`, `37.77°`, `37° 46' 12.3" N`, `W122.41`, `NULL`.
  static func parseUnusual(_ text: UnsafeRawBufferPointer) -> Value {
    // Longer than any way to write an angle: not worth a string.
    guard text.count <= 64 else { return .bad }
    let string = String(decoding: text, as: UTF8.self)
    if wordsForNothing.contains(string.lowercased()) { return .missing }
    guard let degrees = angle(string) else { return .bad }
    return .degrees(degrees)
  }

  /// What databases, spreadsheets and programs write where there is no value.
  private static let wordsForNothing: Set<String> = [
    "null", "nil", "none", "na", "n/a", "#n/a", "nan", "-", "--", "\\n", "?", "unknown", "undefined", "missing",
    "(null)", "<null>",
  ]

  private static func angle(_ string: String) -> Double? {
    var text = string.replacingMinus().uppercased()
    var sign = 1.0
    // A hemisphere letter stands first or last, never both.
    if let letter = text.unicodeScalars.last, let hemisphere = hemisphereSign(letter) {
      sign = hemisphere
      text.unicodeScalars.removeLast()
    } else if let letter = text.unicodeScalars.first, let hemisphere = hemisphereSign(letter) {
      sign = hemisphere
      text.unicodeScalars.removeFirst()
    }
    let parts = text.unicodeScalars.split(whereSeparator: isSeparator).map { String(String.UnicodeScalarView($0)) }
    guard (1...3).contains(parts.count), let first = number(parts[0]) else { return nil }
    // `-37 46 12`: the sign counts for the minutes and seconds too.
    var magnitude = abs(first)
    for (place, part) in parts.enumerated().dropFirst() {
      guard let value = number(part), value >= 0, value < 60 else { return nil }
      magnitude += value / (place == 1 ? 60 : 3600)
    }
    return (parts[0].hasPrefix("-") ? -magnitude : magnitude) * sign
  }

  /// `O` is west in French and east in German, so it is no hemisphere here.
  private static func hemisphereSign(_ letter: Unicode.Scalar) -> Double? {
    switch letter {
    case "N", "E": 1
    case "S", "W": -1
    default: nil
    }
  }

  /// Degree, minute and second marks in their many forms, and blanks.
  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "°", "º", "'", "’", "′", "\"", "”", "″", " ", "\u{A0}", "\u{202F}", "\t": true
    default: false
    }
  }

  /// A decimal with a point or a comma, and perhaps an exponent.
  private static func number(_ text: String) -> Double? {
    let commas = text.utf8.count { $0 == Byte.comma }
    guard commas <= 1, commas == 0 || !text.utf8.contains(Byte.dot) else { return nil }
    let dotted = String(decoding: text.utf8.map { $0 == Byte.comma ? Byte.dot : $0 }, as: UTF8.self)
    // Double's own reader also takes "inf", "nan" and hexadecimal, which no file of coordinates means.
    guard dotted.utf8.allSatisfy({ Byte.isDigit($0) || ".+-Ee".utf8.contains($0) }) else { return nil }
    return Double(dotted)
  }
}

extension String {
  /// With the typographic minus signs turned into the one that number readers know.
  fileprivate func replacingMinus() -> String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\u{2212}" || $0 == "\u{2013}" ? "-" : $0 }))
  }
}
