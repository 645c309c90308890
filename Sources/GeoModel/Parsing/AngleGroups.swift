/// Parses two angles whose minutes and seconds have no marks of their own: `N 48° 08.228 E 011° 34.516` as geocachers
/// write them, `48:08:14N 11:34:31E`, `48 08 14, 11 34 31`.
///
/// 1. Compass letters, before both angles or after both, divide the text in two. Without letters, a single separator
///    between the angles does.
/// 2. The numbers of each angle are degrees, minutes and seconds: ``WrittenAngle/init(parsing:)``.
enum AngleGroups {
  /// The coordinate; nil when nothing divides the two angles, or one of them is invalid.
  static func coordinate(_ text: Substring) throws(CoordinateTextError) -> Coordinate? {
    guard let (first, second) = halves(text), let a = WrittenAngle(parsing: String(first)),
      let b = WrittenAngle(parsing: String(second)), let pair = WrittenAngle.inOrder(a, b)
    else { return nil }
    return try OtherForms.coordinate(latitude: pair.latitude, longitude: pair.longitude)
  }

  private static func halves(_ text: Substring) -> (Substring, Substring)? {
    let signs = text.indices.filter { ";/|".contains(text[$0]) }
    let separators = signs.isEmpty ? text.indices.filter { text[$0] == "," } : signs
    if separators.count == 1 { return (text[..<separators[0]], text[text.index(after: separators[0])...]) }
    let letters = text.indices.filter { text[$0].isLetter }
    // With several commas, some are decimal commas.
    guard signs.isEmpty, letters.count == 2, let first = text.first, let last = text.last else { return nil }
    if first.isLetter, !last.isLetter { return (text[..<letters[1]].withoutCommaAtEnd, text[letters[1]...]) }
    guard last.isLetter, !first.isLetter else { return nil }
    let middle = text.index(after: letters[0])
    return (text[..<middle], text[middle...].drop { $0 == "," || $0.isWhitespace })
  }
}

extension WrittenAngle {
  /// Parses a single angle: up to three numbers with marks or blanks between (or `deg` after the first), with a decimal
  /// point or comma, and a compass letter before or after them. Colons and hyphens may stand between the numbers where
  /// a letter shows that the text is not a time of day or a date. Cameras' forms are accepted, see ``CameraAngle``, and
  /// so are words for signs, see ``AngleWords``.
  ///
  /// - Returns: nil for a text that is not an angle, or is ambiguous.
  package init?(parsing text: String) {
    guard
      let angle = WrittenAngle(signs: text) ?? CameraAngle.angle(text)
        ?? AngleWords.replaced(in: text).flatMap(WrittenAngle.init(signs:))
    else { return nil }
    self = angle
  }

  /// Parses an angle whose parts have signs or blanks between them.
  private init?(signs text: String) {
    var text = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isTypographicMinus ? "-" : $0 }))
      .uppercased()[...].trimmingBlanks()
    let letter = text.takeCompassLetter()
    let hasHyphens = letter != nil && text.first != "-" && !text.contains("E-")
    let words = text.withoutDegreeWord.unicodeScalars.split {
      $0.separatesParts || ($0 == ":" && letter != nil) || ($0 == "-" && hasHyphens)
    }
    let parts = words.compactMap { WrittenAngle.number(String(String.UnicodeScalarView($0))) }
    // `-37 46 12`: the sign applies to the minutes and seconds too.
    guard parts.count == words.count, let degrees = WrittenAngle.degrees(parts) else { return nil }
    self.init(degrees.magnitude, isNegative: degrees.sign == .minus, letter: letter)
  }

  /// A decimal with a point or a comma, and perhaps an exponent.
  private static func number(_ text: String) -> Double? {
    let commas = text.utf8.count { $0 == UInt8(ascii: ",") }
    guard commas <= 1, commas == 0 || !text.utf8.contains(UInt8(ascii: ".")) else { return nil }
    let dotted = String(text.map { $0 == "," ? "." : $0 })
    // Double would also accept "inf", "nan" and hexadecimal.
    guard dotted.utf8.allSatisfy({ "0123456789.+-Ee".utf8.contains($0) }) else { return nil }
    return Double(dotted)
  }
}

extension Substring {
  /// The text without a comma at its end, and the blanks around that.
  fileprivate var withoutCommaAtEnd: Substring {
    var rest = self
    while let last = rest.last, last == "," || last.isWhitespace { rest.removeLast() }
    return rest
  }

  /// Removes and returns a compass letter at the end or the beginning, never both; nil when there is none.
  mutating func takeCompassLetter() -> Unicode.Scalar? {
    if let last = unicodeScalars.last, last.isCompassLetter { return unicodeScalars.removeLast() }
    if let first = unicodeScalars.first, first.isCompassLetter { return unicodeScalars.removeFirst() }
    return nil
  }

  /// The text with a degree sign in place of the word for it.
  fileprivate var withoutDegreeWord: Substring {
    let word = WrittenAngle.degreeWord.uppercased()
    guard let start = indices.first(where: { self[$0...].hasPrefix(word) }) else { return self }
    return self[..<start] + "°" + self[start...].dropFirst(word.count)
  }
}

extension Unicode.Scalar {
  fileprivate var isTypographicMinus: Bool { self == "\u{2212}" || self == "\u{2013}" }

  /// `O` is not accepted: it is west in French and east in German.
  fileprivate var isCompassLetter: Bool { self == "N" || self == "S" || self == "E" || self == "W" }

  /// Degree, minute and second marks in their many forms, and blanks.
  fileprivate var separatesParts: Bool {
    switch self {
    case "°", "º", "˚", "'", "’", "‘", "´", "`", "′", "\"", "”", "“", "″", " ", "\u{A0}", "\u{202F}", "\t": true
    default: false
    }
  }
}
