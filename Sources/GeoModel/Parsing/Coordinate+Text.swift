extension Coordinate {
  /// Parses a coordinate as users and programs write it, latitude first. The accepted forms are:
  ///
  /// - decimal degrees with a space, a comma or a semicolon between: `37.77 -122.41`, `37.77,-122.41`;
  /// - degrees with compass letters, then in either order: `37.77N 122.41W`;
  /// - degrees, minutes and seconds: `37°46′12″N 122°24′36″W`, `N 37° 46.200 W 122° 24.600`, `37 46 12, -122 24 36`,
  ///   `37 deg 46' 12" N, 122 deg 24' 36" W`;
  /// - geo URIs of RFC 5870: `geo:37.77,-122.41;u=35`;
  /// - links of OpenStreetMap, Google Maps and Apple Maps;
  /// - WKT points (longitude first) and ISO 6709 (`+37.77-122.41/`);
  /// - receivers' pairs (`4717.1127,N,00833.9148,E`) and sentences (`$GPRMC,…`);
  /// - plus codes, geohashes, UTM and MGRS;
  /// - whole ten-millionths of a degree (E7).
  ///
  /// Decimals have a point, or a comma where another sign separates the two angles (`37,77; -122,41`). Parentheses or
  /// brackets around the text are dropped. Signs and letters of angles may be words of other languages.
  ///
  /// - Throws: ``CoordinateTextError`` that names the invalid part.
  public init(parsing text: String) throws(CoordinateTextError) {
    if let plain = Coordinate(plainDecimals: text) {
      self = plain
      return
    }
    let trimmed = Substring(text).trimmingBlanks()
    if trimmed.prefix(4).lowercased() == "geo:" {
      self = try GeoURI.coordinate(ofPath: trimmed.dropFirst(4))
      return
    }
    var scanner = AngleScanner(trimmed.droppingBrackets())
    do throws(CoordinateTextError) {
      self = try Coordinate(angles: try scanner.angles(), text: String(trimmed), hasCommas: trimmed.contains(","))
    } catch {
      if case .decimalComma = error { throw error }
      guard let other = try OtherForms.coordinate(trimmed) else { throw error }
      self = other
    }
  }

  /// Creates a coordinate from two angles, in the order of their compass letters, else latitude first.
  init(angles: [AngleScanner.Angle], text: String, hasCommas: Bool) throws(CoordinateTextError) {
    guard angles.count >= 2 else { throw .tooFewNumbers(found: angles.count) }
    guard angles.count == 2 else { throw .tooManyNumbers(found: angles.count, hasCommas: hasCommas) }
    guard let pair = WrittenAngle.inOrder(angles[0], angles[1]) else { throw .badHemisphere(text) }
    do { self = try Coordinate(latitude: pair.latitude, longitude: pair.longitude) } catch {
      if case .outOfRange(.longitude, _, _) = error, text.isNumberWithComma { throw .decimalComma(text) }
      throw .invalid(error)
    }
  }
}

extension String {
  /// Whether the text may be a single number with a decimal comma: `47,1392`.
  fileprivate var isNumberWithComma: Bool {
    let parts = split(separator: ",", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1].utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

extension Substring {
  /// The text without spaces, tabs and line ends at both ends.
  package func trimmingBlanks() -> Substring {
    // Nearly always both ends are printable ASCII, and there is nothing to trim and no need to decode characters.
    if let first = utf8.first, let last = utf8.last, (0x21...0x7F).contains(first), (0x21...0x7F).contains(last) {
      return self
    }
    var rest = self
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return rest.drop(while: \.isWhitespace)
  }

  /// The text without one pair of parentheses or brackets around it, which some programs print.
  func droppingBrackets() -> Substring {
    guard let first, let last, (first == "(" && last == ")") || (first == "[" && last == "]") else { return self }
    return dropFirst().dropLast()
  }
}

/// The reason why a text is not a coordinate, with advice for the caller.
public enum CoordinateTextError: Error, Hashable, Sendable {
  /// A part of the text is not a number; it is quoted as written.
  case notANumber(String)
  /// There are fewer than two numbers.
  case tooFewNumbers(found: Int)
  /// There are more than two numbers; `hasCommas` when commas may have been meant as decimal points.
  case tooManyNumbers(found: Int, hasCommas: Bool)
  /// There is only one number, with a decimal comma; it is quoted as written.
  case decimalComma(String)
  /// Minutes or seconds are 60 or more, or follow a fraction; the angle is quoted as written.
  case badAngle(String)
  /// Both angles carry letters of the same axis, or a sign and a letter contradict each other.
  case badHemisphere(String)
  /// A `geo:` address uses another reference system than WGS84.
  case unknownReferenceSystem(String)
  /// A link has no coordinate; it is quoted as written.
  case noCoordinateInLink(String)
  /// A `geo:` address at 0, 0 has a query that is not a coordinate; the query is quoted.
  case noCoordinateInQuery(String)
  /// A plus code lacks its beginning; it is quoted as written.
  case incompleteCode(String)
  /// The northing of a grid reference does not lie in its band of latitude, whose letter is given.
  case wrongBand(String)
  /// A receiver's sentence has no position; its name is quoted.
  case noPositionInSentence(String)
  /// The checksum of a receiver's sentence is wrong; its name is quoted.
  case damagedSentence(String)
  /// Whole numbers may be ten-millionths or millionths of a degree; both readings are given in degrees.
  case ambiguousUnit(String, String)
  /// The numbers are not a coordinate.
  case invalid(CoordinateError)
}

extension CoordinateTextError: CustomStringConvertible {
  /// A sentence for the user: the invalid part, the error, and what to do.
  public var description: String {
    switch self {
    case .notANumber(let text) where ["O", "o"].contains(text):
      "'\(text)' is east in German and west in French: write E or W"
    case .notANumber(let text): "'\(text)' is not a number"
    case .tooFewNumbers(0): "a coordinate is needed: latitude and longitude in degrees"
    case .tooFewNumbers: "one number is missing: a coordinate is a latitude and a longitude"
    case .tooManyNumbers(let found, let hasCommas):
      "a coordinate is two numbers, not \(found)"
        + (hasCommas ? "; write decimals with a point, as a comma separates latitude and longitude" : "")
    case .decimalComma(let text):
      "'\(text)' is one number with a decimal comma, or its longitude is out of range; a coordinate is two numbers, whose decimals have a point"
    case .ambiguousUnit(let first, let second):
      "whole numbers may be ten-millionths of a degree (\(first)) or millionths (\(second)); write the degrees that are meant"
    case .badAngle(let text):
      "'\(text)' is not an angle: minutes and seconds go from 0 to 59, and only the last number has decimals"
    case .badHemisphere(let text): "the compass letters in '\(text)' contradict each other"
    case .unknownReferenceSystem(let name): "the reference system '\(name)' is not known; only wgs84 is"
    case .noCoordinateInLink(let link):
      "the link '\(link)' names no coordinate; open it and copy the address that it leads to"
    case .noCoordinateInQuery(let query):
      "'\(query)' is not a coordinate: a geo address at 0,0 is where its q= says, and only coordinates can be looked up"
    case .incompleteCode(let code): "the plus code '\(code)' lacks its beginning: write all of it, such as 849VQHFJ+X6"
    case .wrongBand(let band):
      "the northing does not lie in the band of latitude '\(band)'; write N or S for the hemisphere, or the right letter"
    case .noPositionInSentence(let name):
      "the receiver's sentence '\(name)' says no position; GGA, GLL, GNS and RMC do, once it knows one"
    case .damagedSentence(let name):
      "the receiver's sentence '\(name)' is damaged: what stands behind its * is not its check sum"
    case .invalid(let error): error.description
    }
  }
}

/// Parses geo URIs of RFC 5870: `geo:` latitude `,` longitude [`,` altitude] [`;` parameters].
enum GeoURI {
  /// The coordinate of the text after `geo:`. Altitude, uncertainty (`u=`) and unknown parameters are dropped. A
  /// coordinate in the query takes precedence, as Android writes places with a label so
  /// (`geo:0,0?q=37.77,-122.41(Here)`); the rest is then only the map's view.
  ///
  /// - Throws: ``CoordinateTextError/noCoordinateInQuery(_:)`` when it is at 0, 0 and the query is a name or an
  ///   address.
  static func coordinate(ofPath path: Substring) throws(CoordinateTextError) -> Coordinate {
    let withoutQuery = path.prefix { $0 != "?" }
    let parts = withoutQuery.split(separator: ";", omittingEmptySubsequences: false)
    for parameter in parts.dropFirst() { try check(parameter) }
    let fields = (parts.first ?? "").split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count >= 2 else { throw .tooFewNumbers(found: fields.count) }
    guard fields.count <= 3 else { throw .tooManyNumbers(found: fields.count, hasCommas: false) }
    var numbers: [Double] = []
    for field in fields { numbers.append(try number(field)) }
    if let query = MapLink.parameters(of: path)["q"] {
      if let place = try labeled(query[...].trimmingBlanks()) { return place }
      guard numbers[0] != 0 || numbers[1] != 0 else { throw .noCoordinateInQuery(query) }
    }
    do { return try Coordinate(latitude: numbers[0], longitude: numbers[1]) } catch { throw .invalid(error) }
  }

  /// The coordinate of `37.77,-122.41(Here)`, with an optional label; nil when there are not two angles before it.
  private static func labeled(_ query: Substring) throws(CoordinateTextError) -> Coordinate? {
    let place = query.hasPrefix("loc:") ? query.dropFirst(4) : query
    var scanner = AngleScanner(place.prefix { $0 != "(" })
    guard let angles = try? scanner.angles(), angles.count == 2 else { return nil }
    return try Coordinate(angles: angles, text: String(query), hasCommas: true)
  }

  /// Parses a number of a geo URI, which has neither an exponent nor blanks inside.
  private static func number(_ field: Substring) throws(CoordinateTextError) -> Double {
    let text = field.trimmingBlanks()
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || first == UInt8(ascii: ".") || isDigit(first),
      text.utf8.dropFirst().allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }), let value = Double(text)
    else { throw .notANumber(String(text)) }
    return value
  }

  /// Rejects other reference systems, as their coordinates would be silently wrong.
  private static func check(_ parameter: Substring) throws(CoordinateTextError) {
    let pair = parameter.split(separator: "=", maxSplits: 1)
    guard pair.count == 2, pair[0].lowercased() == "crs", pair[1].lowercased() != "wgs84" else { return }
    throw .unknownReferenceSystem(String(pair[1]))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
