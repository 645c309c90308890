extension Coordinate {
  /// Reads a coordinate as people and programs write it, latitude first.
  ///
  /// Accepted are decimal degrees with a space, a comma or a semicolon between (`37.77 -122.41`, `37.77,-122.41`), degrees
  /// with compass letters (`37.77N 122.41W`, then in either order), degrees, minutes and seconds (`37°46′12″N 122°24′36″W`),
  /// and geo URIs of RFC 5870 (`geo:37.77,-122.41;u=35`). Decimals have a point. Parentheses or brackets around it are dropped.
  ///
  /// - Throws: ``CoordinateTextError`` that names the part which is wrong.
  public init(parsing text: String) throws(CoordinateTextError) {
    let trimmed = Substring(text).trimmingBlanks()
    if trimmed.prefix(4).lowercased() == "geo:" {
      self = try GeoURI.coordinate(ofPath: trimmed.dropFirst(4))
      return
    }
    var scanner = AngleScanner(trimmed.droppingBrackets())
    self = try Coordinate(angles: try scanner.angles(), text: String(trimmed), hasCommas: trimmed.contains(","))
  }

  /// Puts two angles in order by their compass letters, else latitude first.
  init(angles: [AngleScanner.Angle], text: String, hasCommas: Bool) throws(CoordinateTextError) {
    guard angles.count >= 2 else { throw .tooFewNumbers(found: angles.count) }
    guard angles.count == 2 else { throw .tooManyNumbers(found: angles.count, hasCommas: hasCommas) }
    let first = angles[0], second = angles[1]
    if let a = first.axis, let b = second.axis, a == b { throw .badHemisphere(text) }
    let isLongitudeFirst = first.axis == .longitude || second.axis == .latitude
    do {
      self =
        isLongitudeFirst
        ? try Coordinate(latitude: second.degrees, longitude: first.degrees)
        : try Coordinate(latitude: first.degrees, longitude: second.degrees)
    } catch { throw .invalid(error) }
  }
}

extension Substring {
  /// Without spaces, tabs and line ends at both ends.
  func trimmingBlanks() -> Substring {
    var rest = self
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return rest.drop(while: \.isWhitespace)
  }

  /// Without one pair of parentheses or brackets around it, as programs print coordinates.
  func droppingBrackets() -> Substring {
    guard let first, let last, (first == "(" && last == ")") || (first == "[" && last == "]") else { return self }
    return dropFirst().dropLast()
  }
}
