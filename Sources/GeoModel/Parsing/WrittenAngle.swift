/// An angle as somebody wrote it: a command line and a cell of a table follow the same rules.
package struct WrittenAngle: Equatable, Sendable {
  /// Signed degrees; south and west are negative.
  package var degrees: Double
  /// Which of the two it is, when a compass letter says so.
  package var axis: CoordinateError.Axis?

  /// An angle, and what its compass letter says.
  package init(degrees: Double, axis: CoordinateError.Axis?) { (self.degrees, self.axis) = (degrees, axis) }

  /// An angle without its sign.
  ///
  /// - Parameters:
  ///   - degrees: not negative.
  ///   - letter: `N`, `S`, `E` or `W`; nil where none is written.
  /// - Returns: nil for what is no such letter, and for one with a minus sign, which it may contradict.
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

  /// Degrees, then perhaps minutes and seconds, put together.
  ///
  /// - Parameter parts: one to three numbers; only the first may be negative, which then is the sign of the sum.
  /// - Returns: nil for minutes or seconds below 0 or of 60 and more, but for 60 seconds, which survey tables round up to; and for a fraction that is not in the last part: `37.5°30'` may mean
  ///   anything.
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

  /// What stands for a degree sign in the output of ExifTool: `37 deg 46' 12.00" N`.
  static let degreeWord = "deg"

  /// Latitude and longitude of two angles in the order in which they are written, which compass letters may turn around.
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
