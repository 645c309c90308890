import GeoModel

/// The unit of whole numbers, where the names of their columns imply one other than the degree.
///
/// The two units look alike, so only the names can decide. Some files were converted to degrees without renaming the
/// columns, so only whole numbers beyond 180 are converted.
enum WholeUnits: Equatable, Sendable {
  /// Semicircles, of which 2^31 are 180 degrees.
  ///
  /// Garmin's FIT files use this unit. Programs copy fields of these files into tables without renaming or converting
  /// them.
  case semicircles
  /// Ten-millionths of a degree (E7), as in location histories.
  case tenMillionths

  /// The unit that the folded names of a latitude and a longitude imply; nil where they imply none.
  init?(_ latitude: String, _ longitude: String) {
    let isFIT = latitude.contains("positionlat") && longitude.contains("positionlong")
    if isFIT || (latitude.contains("semicircle") && longitude.contains("semicircle")) {
      self = .semicircles
    } else if latitude.hasSuffix("e7") && longitude.hasSuffix("e7") {
      self = .tenMillionths
    } else {
      return nil
    }
  }

  /// The text for the user's note and the journal.
  var description: String {
    switch self {
    case .semicircles: "whole numbers are semicircles"
    case .tenMillionths: "whole numbers are ten-millionths of a degree"
    }
  }

  /// Converts a cell to degrees. The number that FIT writes for an unknown position is `missing`.
  func degrees(_ value: DegreeText.Value) -> DegreeText.Value {
    guard case .degrees(let number) = value, number.magnitude > 180, number == number.rounded() else { return value }
    switch self {
    case .semicircles: return number == 2_147_483_647 ? .missing : .degrees(number * 180 / 2_147_483_648)
    // Some location histories have numbers that overflowed 32 bits.
    case .tenMillionths: return .degrees((number > 2_147_483_647 ? number - 4_294_967_296 : number) / 1e7)
    }
  }

  /// Whether the numbers would be a possible place as millionths of a degree, too, which some programs may have
  /// written.
  ///
  /// The coordinate, which takes them for ten-millionths, is then near 0, 0.
  static func mayBeMillionths(latitude: Double, longitude: Double) -> Bool {
    latitude.magnitude < 9 && longitude.magnitude < 18
  }
}
