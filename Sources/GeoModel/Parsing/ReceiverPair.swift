/// The fields of a receiver's sentences that say where it is (NMEA 0183): `4717.1127,N,00833.9148,E`. Minutes follow two digits of degrees,
/// of a longitude three.
enum ReceiverPair {
  /// The coordinate; nil when the text is not such a pair.
  ///
  /// - Throws: ``CoordinateTextError`` when it is one with minutes or degrees that do not exist.
  static func coordinate(_ text: Substring) throws(CoordinateTextError) -> Coordinate? {
    var rest = text
    guard let latitude = try angle(&rest, degreeDigits: 2, letters: (positive: "N", negative: "S")),
      let longitude = try angle(&rest, degreeDigits: 3, letters: (positive: "E", negative: "W")), rest.isEmpty
    else { return nil }
    return try OtherForms.coordinate(latitude: latitude, longitude: longitude)
  }

  /// Takes an angle and its letter, with commas or blanks between and behind them or none; nil when the text begins with something else.
  private static func angle(
    _ rest: inout Substring, degreeDigits: Int, letters: (positive: Character, negative: Character)
  ) throws(CoordinateTextError) -> Double? {
    let number = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    rest = rest.dropFirst(number.count).drop(while: isSeparator)
    guard number.prefix(while: { $0 != "." }).count == degreeDigits + 2,
      let degrees = Double(number.prefix(degreeDigits)), let minutes = Double(number.dropFirst(degreeDigits)),
      let letter = rest.popFirst(), letter == letters.positive || letter == letters.negative
    else { return nil }
    guard minutes < 60 else { throw .badAngle(String(number)) }
    rest = rest.drop(while: isSeparator)
    let angle = degrees + minutes / 60
    return letter == letters.negative ? -angle : angle
  }

  private static func isSeparator(_ character: Character) -> Bool { character == "," || character == " " }
}
