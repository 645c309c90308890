/// Reads the position fields of a receiver's sentences (NMEA 0183): `4717.1127,N,00833.9148,E`. Minutes follow two
/// digits of degrees, or three for a longitude.
enum ReceiverPair {
  /// The coordinate; nil when the text is not such a pair.
  ///
  /// - Throws: ``CoordinateTextError`` when its minutes or degrees are out of range.
  static func coordinate(_ text: Substring) throws(CoordinateTextError) -> Coordinate? {
    var rest = text
    guard let latitude = try angle(&rest, degreeDigits: 2, letters: (positive: "N", negative: "S")),
      let longitude = try angle(&rest, degreeDigits: 3, letters: (positive: "E", negative: "W")), rest.isEmpty
    else { return nil }
    return try OtherForms.coordinate(latitude: latitude, longitude: longitude)
  }

  /// Takes an angle and its letter, with optional commas or blanks between and after them; nil when the text begins
  /// with anything else.
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

/// Reads a whole sentence of a receiver (NMEA 0183):
/// `$GPGGA,123519,4717.1127,N,00833.9148,E,1,08,0.9,545.4,M,46.9,M,,*47`. In its name, two letters are the satellite
/// system and three the type of the sentence.
enum ReceiverSentence {
  /// The number of commas before the pair, by type of sentence.
  private static let places = ["GGA": 2, "GLL": 1, "GNS": 2, "RMC": 3]

  /// The coordinate; nil when the text is not a sentence.
  ///
  /// - Throws: ``CoordinateTextError`` when it has no position, or its checksum is wrong.
  static func coordinate(_ text: Substring) throws(CoordinateTextError) -> Coordinate? {
    let sides = text.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
    let fields = sides[0].split(separator: ",", omittingEmptySubsequences: false)
    guard let name = fields.first, name.count == 6, name.first == "$", fields.count > 4,
      name.dropFirst().allSatisfy({ $0.isASCII && $0.isUppercase })
    else { return nil }
    if sides.count == 2 {
      let sum = sides[0].utf8.dropFirst().reduce(0, ^)
      guard UInt8(sides[1], radix: 16) == sum else { throw .damagedSentence(String(name)) }
    }
    guard let place = places[String(name.suffix(3))], fields.count > place + 3, isValid(name.suffix(3), fields),
      let coordinate = try ReceiverPair.coordinate(fields[place..<place + 4].joined(separator: ",")[...])
    else { throw .noPositionInSentence(String(name)) }
    return coordinate
  }

  /// Whether the receiver had a fix; without one, receivers repeat the last position.
  private static func isValid(_ kind: Substring, _ fields: [Substring]) -> Bool {
    switch kind {
    case "RMC": fields[2] != "V"
    case "GLL": fields.count <= 6 || fields[6] != "V"
    case "GGA": fields.count <= 6 || fields[6] != "0"
    // One letter for each satellite system.
    default: fields.count <= 6 || !fields[6].allSatisfy { $0 == "N" }
    }
  }
}
