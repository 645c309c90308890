import GeoSupport

/// The forms of a coordinate other than two angles with all their marks: what map programs copy, print and export.
///
/// Each reader returns nil when a text does not have its form, and throws when it does but has no valid place. The
/// order does not matter, as no text has two of these forms.
enum OtherForms {
  /// The coordinate of a text that is not a pair of angles; nil when it has none of the forms.
  ///
  /// - Throws: ``CoordinateTextError`` when the form is recognized, but its numbers are not a coordinate.
  static func coordinate(_ text: Substring) throws(CoordinateTextError) -> Coordinate? {
    if MapLink.isLink(text) { return try MapLink.coordinate(text) }
    if let found = try wellKnownText(text) { return found }
    if let found = try ISO6709.coordinate(text) { return found }
    if let found = try ReceiverPair.coordinate(text) { return found }
    if let found = try ReceiverSentence.coordinate(text) { return found }
    if let found = try PlusCode.coordinate(text) { return found }
    if let found = try GridReference.coordinate(text) { return found }
    if let found = try tenMillionths(text) { return found }
    if let found = try Geohash.coordinate(text) { return found }
    if let found = try AngleGroups.coordinate(text) { return found }
    return try AngleWords.coordinate(text)
  }

  /// Creates a coordinate from two numbers.
  static func coordinate(latitude: Double, longitude: Double) throws(CoordinateTextError) -> Coordinate {
    do { return try Coordinate(latitude: latitude, longitude: longitude) } catch { throw .invalid(error) }
  }

  /// `POINT(-122.41 37.77)`, also with `SRID=4326;` before it and a height. The longitude comes first, as in OGC's
  /// Simple Features.
  private static func wellKnownText(_ text: Substring) throws(CoordinateTextError) -> Coordinate? {
    var rest = text.lowercased()[...]
    if rest.hasPrefix("srid="), let end = rest.firstIndex(of: ";") {
      guard rest[..<end] == "srid=4326" else { throw .unknownReferenceSystem(String(rest[..<end])) }
      rest = rest[rest.index(after: end)...].trimmingBlanks()
    }
    guard rest.hasPrefix("point"), let open = rest.firstIndex(of: "("), rest.last == ")" else { return nil }
    let words = rest[rest.index(after: open)...].dropLast().split(whereSeparator: \.isWhitespace)
    guard words.count >= 2 else { throw .tooFewNumbers(found: words.count) }
    guard let longitude = Double(words[0]), let latitude = Double(words[1]) else { throw .notANumber(String(text)) }
    return try coordinate(latitude: latitude, longitude: longitude)
  }

  /// Two whole numbers of at least eight digits: ten-millionths of a degree, as in location histories and protocols.
  private static func tenMillionths(_ text: Substring) throws(CoordinateTextError) -> Coordinate? {
    let words = text.split { $0.isWhitespace || $0 == "," || $0 == ";" }
    guard words.count == 2, let latitude = Int(words[0]), let longitude = Int(words[1]),
      let pair = Coordinate.tenMillionths(latitude: Double(latitude), longitude: Double(longitude))
    else { return nil }
    // Small ten-millionths, near the equator and the prime meridian, may also be millionths of another place.
    if let other = try? Coordinate(latitude: Double(latitude) / 1e6, longitude: Double(longitude) / 1e6) {
      throw .ambiguousUnit("\(pair.latitude), \(pair.longitude)", "\(other.latitude), \(other.longitude)")
    }
    return try coordinate(latitude: pair.latitude, longitude: pair.longitude)
  }
}

/// Reads ISO 6709's text form, as cameras and phones write it: `+37.77-122.41/`, `+3746.2-12224.6/`,
/// `+374612-1222436+10/`.
enum ISO6709 {
  /// The coordinate; nil when the text does not begin with two signed numbers.
  static func coordinate(_ text: Substring) throws(CoordinateTextError) -> Coordinate? {
    var rest = text.utf8.last == UInt8(ascii: "/") ? text.dropLast() : text
    var angles: [Double] = []
    // Latitudes have two digits of degrees, longitudes three; minutes and seconds follow without a sign.
    for degreeDigits in [2, 3] {
      guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
      let number = rest.dropFirst().prefix { $0.isASCII && $0.isNumber || $0 == "." }
      let whole = number.prefix { $0 != "." }.count
      guard [0, 2, 4].contains(whole - degreeDigits), let value = Double(number) else { return nil }
      let unit = whole - degreeDigits == 0 ? 1.0 : whole - degreeDigits == 2 ? 100 : 10_000
      let degrees = (value / unit).rounded(.down)
      let minutes = unit == 10_000 ? ((value - degrees * unit) / 100).rounded(.down) : 0
      let part = value - degrees * unit - minutes * 100
      guard unit == 1 || part < 60, minutes < 60 else { throw .badAngle(String(number)) }
      let angle = unit == 1 ? value : unit == 100 ? degrees + part / 60 : degrees + minutes / 60 + part / 3600
      angles.append(sign == "-" ? -angle : angle)
      rest = rest.dropFirst(1 + number.count)
    }
    // A height and the name of its reference system may follow.
    guard rest.isEmpty || rest.first == "+" || rest.first == "-" || rest.hasPrefix("CRS") else { return nil }
    return try OtherForms.coordinate(latitude: angles[0], longitude: angles[1])
  }
}

extension Coordinate {
  /// The degrees of two numbers that may be ten-millionths of a degree; nil for other numbers. They must be whole,
  /// beyond any angle, and at least a degree each, so that meters of a projection are not taken for them.
  package static func tenMillionths(latitude: Double, longitude: Double) -> (latitude: Double, longitude: Double)? {
    guard abs(latitude) >= 1e7, abs(longitude) >= 1e7, abs(latitude) <= 9e8, abs(longitude) <= 1.8e9,
      latitude == latitude.rounded(), longitude == longitude.rounded()
    else { return nil }
    return (latitude / 1e7, longitude / 1e7)
  }
}
