/// An angle as written by users and programs. The command line and cells of tables follow the same rules.
package struct WrittenAngle: Equatable, Sendable {
  /// Signed degrees; south and west are negative.
  package var degrees: Double
  /// The axis, when a compass letter gives it.
  package var axis: CoordinateError.Axis?

  /// Creates an angle with the axis of its compass letter.
  package init(degrees: Double, axis: CoordinateError.Axis?) { (self.degrees, self.axis) = (degrees, axis) }

  /// Creates an angle from its magnitude, its sign and its compass letter.
  ///
  /// - Parameters:
  ///   - degrees: not negative.
  ///   - letter: `N`, `S`, `E` or `W`; nil for none.
  /// - Returns: nil for any other letter, and for a letter together with a minus sign, which it may contradict.
  package init?(_ degrees: Double, isNegative: Bool, letter: Unicode.Scalar?) {
    guard let letter else {
      self.init(degrees: isNegative ? -degrees : degrees, axis: nil)
      return
    }
    guard !isNegative else { return nil }
    switch letter {
    case "N": self.init(degrees: degrees, axis: .latitude)
    case "S": self.init(degrees: -degrees, axis: .latitude)
    case "E": self.init(degrees: degrees, axis: .longitude)
    case "W": self.init(degrees: -degrees, axis: .longitude)
    default: return nil
    }
  }

  /// Combines degrees with optional minutes and seconds.
  ///
  /// - Parameter parts: one to three numbers; only the first may be negative; its sign is that of the sum.
  /// - Returns: nil for minutes or seconds below 0 or of 60 and more, except exactly 60 seconds, which survey tables
  ///   round up to. Also nil for a fraction before the last part, as `37.5°30'` is ambiguous.
  package static func degrees(_ parts: [Double]) -> Double? {
    guard let first = parts.first, parts.count <= 3 else { return nil }
    for part in parts.dropLast() where part != part.rounded(.towardZero) { return nil }
    var sum = first.magnitude
    for (index, unit) in zip(parts.indices.dropFirst(), [60.0, 3600]) {
      let part = parts[index]
      guard part >= 0, part < 60 || part == 60 && index == 2 else { return nil }
      sum += part / unit
    }
    return first.sign == .minus ? -sum : sum
  }

  /// The word for a degree sign in the output of ExifTool: `37 deg 46' 12.00" N`.
  static let degreeWord = "deg"

  /// The latitude and longitude of two angles: in the order of their compass letters, else latitude first.
  ///
  /// - Returns: nil when both letters are of the same axis.
  package static func inOrder(
    _ first: WrittenAngle, _ second: WrittenAngle
  ) -> (latitude: Double, longitude: Double)? {
    if let a = first.axis, let b = second.axis, a == b { return nil }
    return first.axis == .longitude || second.axis == .latitude
      ? (second.degrees, first.degrees) : (first.degrees, second.degrees)
  }
}
