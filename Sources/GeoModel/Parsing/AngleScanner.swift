/// Reads angles from a text, one after the other:
///
/// 1. Skip blanks and separators (comma, semicolon).
/// 2. A compass letter may stand before the number.
/// 3. A decimal number is the degrees. Minutes follow a degree sign, or the word `deg` as cameras' programs write it;
///    seconds follow a minute sign.
/// 4. A compass letter may stand after the angle; S and W make it negative. A letter together with a minus sign is an
///    error.
struct AngleScanner {
  /// One angle as written.
  typealias Angle = WrittenAngle

  private let scalars: [Unicode.Scalar]
  private var position = 0

  /// A scanner at the start of a text.
  init(_ text: Substring) { scalars = Array(text.unicodeScalars) }

  /// All angles of the text, in order.
  mutating func angles() throws(CoordinateTextError) -> [Angle] {
    var result: [Angle] = []
    while true {
      skip { $0.isBlank || $0 == "," || $0 == ";" }
      guard position < scalars.count else { return result }
      result.append(try angle())
    }
  }

  private mutating func angle() throws(CoordinateTextError) -> Angle {
    let start = position
    var letter = compassLetter()
    skip(while: \.isBlank)
    let isNegative = sign()
    let degrees = try sexagesimal(from: start)
    if letter == nil { letter = trailingCompassLetter() }
    guard let angle = Angle(degrees, isNegative: isNegative, letter: letter) else {
      throw .badHemisphere(text(from: start))
    }
    return angle
  }

  /// The degrees, with minutes and seconds where signs show them. Never negative.
  private mutating func sexagesimal(from start: Int) throws(CoordinateTextError) -> Double {
    let degrees = try number(from: start)
    guard take(\.isDegreeSign) || takeDegreeWord() else { return degrees }
    var parts = [degrees]
    if let minutes = try part(endingWith: \.isMinuteSign, from: start) {
      parts.append(minutes)
      if let seconds = try part(endingWith: \.isSecondSign, from: start) { parts.append(seconds) }
    }
    guard let sum = WrittenAngle.degrees(parts) else { throw .badAngle(text(from: start)) }
    return sum
  }

  /// Minutes or seconds with their sign; nil (and nothing consumed) when no such part follows.
  private mutating func part(endingWith isSign: (Unicode.Scalar) -> Bool, from start: Int)
    throws(CoordinateTextError) -> Double?
  {
    let before = position
    skip(while: \.isBlank)
    guard position < scalars.count, scalars[position].isDigit else {
      position = before
      return nil
    }
    let value = try number(from: start)
    guard take(isSign) else {
      position = before
      return nil
    }
    return value
  }

  /// An unsigned decimal number, with an exponent if digits follow the `e` (else it is the compass letter).
  private mutating func number(from start: Int) throws(CoordinateTextError) -> Double {
    let first = position
    skip(while: \.isDigit)
    if take({ $0 == "." }) { skip(while: \.isDigit) }
    skipExponent()
    var digits = String.UnicodeScalarView()
    for scalar in scalars[first..<position] { digits.append(scalar) }
    guard let value = Double(String(digits)) else {
      throw .notANumber(word(from: start))
    }
    // `12abc` must not pass as 12 followed by something else.
    if position < scalars.count, !scalars[position].mayFollowNumber, degreeWordEnd == nil {
      throw .notANumber(word(from: start))
    }
    return value
  }

  private mutating func skipExponent() {
    guard position < scalars.count, scalars[position] == "e" || scalars[position] == "E" else { return }
    var next = position + 1
    if next < scalars.count, scalars[next] == "-" || scalars[next] == "+" { next += 1 }
    guard next < scalars.count, scalars[next].isDigit else { return }
    position = next
    skip(while: \.isDigit)
  }

  private mutating func sign() -> Bool {
    guard position < scalars.count else { return false }
    // Coordinates pasted from web pages may have the typographic minus sign.
    if take({ $0 == "-" || $0 == "\u{2212}" }) { return true }
    _ = take { $0 == "+" }
    return false
  }
}

extension AngleScanner {
  private mutating func compassLetter() -> Unicode.Scalar? {
    guard position < scalars.count, let letter = scalars[position].compassLetter else { return nil }
    // `nan` and `Some` begin with compass letters but are words.
    if position + 1 < scalars.count, scalars[position + 1].properties.isAlphabetic { return nil }
    position += 1
    return letter
  }

  /// A letter after the number; after blanks only if it does not begin the next angle (`37 N 122 W`, not `37 N122`).
  private mutating func trailingCompassLetter() -> Unicode.Scalar? {
    let before = position
    skip(while: \.isBlank)
    if let letter = compassLetter() {
      let isNextAngle = position < scalars.count && (scalars[position].isDigit || scalars[position] == ".")
      if !isNextAngle || before == position - 1 { return letter }
    }
    position = before
    return nil
  }

  /// The end of the word `deg` if that follows, perhaps after blanks; otherwise nil.
  private var degreeWordEnd: Int? {
    let letters = scalars[position...].drop(while: \.isBlank).prefix { $0.properties.isAlphabetic }
    guard String(String.UnicodeScalarView(letters)).lowercased() == WrittenAngle.degreeWord else { return nil }
    return letters.endIndex
  }

  private mutating func takeDegreeWord() -> Bool {
    guard let end = degreeWordEnd else { return false }
    position = end
    return true
  }

  private mutating func skip(while matches: (Unicode.Scalar) -> Bool) {
    while position < scalars.count, matches(scalars[position]) { position += 1 }
  }

  private mutating func take(_ matches: (Unicode.Scalar) -> Bool) -> Bool {
    guard position < scalars.count, matches(scalars[position]) else { return false }
    position += 1
    return true
  }

  /// The text read since a position, for an error message.
  private func text(from start: Int) -> String { String(String.UnicodeScalarView(scalars[start..<position])) }

  /// The whole word at a position, for an error message.
  private func word(from start: Int) -> String {
    let rest = scalars[start...].prefix { !$0.isBlank && $0 != "," && $0 != ";" }
    return String(String.UnicodeScalarView(rest))
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { properties.isWhitespace }
  fileprivate var isDigit: Bool { self >= "0" && self <= "9" }
  fileprivate var isDegreeSign: Bool { self == "°" || self == "º" || self == "˚" }
  fileprivate var isMinuteSign: Bool { self == "'" || self == "′" || self == "’" }
  fileprivate var isSecondSign: Bool { self == "\"" || self == "″" || self == "”" }

  fileprivate var compassLetter: Unicode.Scalar? {
    switch self {
    case "N", "n": "N"
    case "S", "s": "S"
    case "E", "e": "E"
    case "W", "w": "W"
    default: nil
    }
  }

  fileprivate var mayFollowNumber: Bool {
    isBlank || self == "," || self == ";" || isDegreeSign || isMinuteSign || isSecondSign || compassLetter != nil
  }
}
