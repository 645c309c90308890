/// Geo URIs as RFC 5870 defines them: `geo:` latitude `,` longitude [`,` altitude] [`;` parameters].
enum GeoURI {
  /// The coordinate of what follows `geo:`. Altitude, uncertainty (`u=`), unknown parameters and a query (`?z=15`, as
  /// Android writes it) say nothing about the place and are dropped.
  static func coordinate(ofPath path: Substring) throws(CoordinateTextError) -> Coordinate {
    let withoutQuery = path.prefix { $0 != "?" }
    let parts = withoutQuery.split(separator: ";", omittingEmptySubsequences: false)
    for parameter in parts.dropFirst() { try check(parameter) }
    let fields = (parts.first ?? "").split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count >= 2 else { throw .tooFewNumbers(found: fields.count) }
    guard fields.count <= 3 else { throw .tooManyNumbers(found: fields.count, hasCommas: false) }
    var numbers: [Double] = []
    for field in fields { numbers.append(try number(field)) }
    do { return try Coordinate(latitude: numbers[0], longitude: numbers[1]) } catch { throw .invalid(error) }
  }

  /// A number of a geo URI, which has neither an exponent nor blanks inside.
  private static func number(_ field: Substring) throws(CoordinateTextError) -> Double {
    let text = field.trimmingBlanks()
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || first == UInt8(ascii: ".") || isDigit(first),
      text.utf8.dropFirst().allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }), let value = Double(text)
    else { throw .notANumber(String(text)) }
    return value
  }

  /// Coordinates of another reference system would be silently wrong, so it is refused.
  private static func check(_ parameter: Substring) throws(CoordinateTextError) {
    let pair = parameter.split(separator: "=", maxSplits: 1)
    guard pair.count == 2, pair[0].lowercased() == "crs", pair[1].lowercased() != "wgs84" else { return }
    throw .unknownReferenceSystem(String(pair[1]))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
