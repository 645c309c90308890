import GeoModel

/// What whole numbers of degrees count, where the names of their columns say so. As the two units look alike, only the names tell. Who made degrees of
/// such numbers may have left the names, so only whole numbers that are no degrees count.
enum WholeUnits: Equatable, Sendable {
  /// The unit of Garmin's FIT files, whose fields programs copy into tables under their own names: 2^31 are 180 degrees.
  case semicircles
  /// E7, as location histories have them.
  case tenMillionths

  /// What the folded names of a latitude and a longitude say; nil where they say nothing.
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

  /// As the note for the user and the journal put it.
  var description: String {
    switch self {
    case .semicircles: "whole numbers are semicircles"
    case .tenMillionths: "whole numbers are ten-millionths of a degree"
    }
  }

  /// Degrees of a cell; what FIT writes where the watch knew no place is missing.
  func degrees(_ value: DegreeText.Value) -> DegreeText.Value {
    guard case .degrees(let number) = value, number.magnitude > 180, number == number.rounded() else { return value }
    switch self {
    case .semicircles: return number == 2_147_483_647 ? .missing : .degrees(number * 180 / 2_147_483_648)
    // Location histories have numbers that ran over the end of their 32 bits.
    case .tenMillionths: return .degrees((number > 2_147_483_647 ? number - 4_294_967_296 : number) / 1e7)
    }
  }

  /// Whether ten-millionths of a degree would be a place as millionths, too, which some program may have written: both are near 0, 0 then.
  static func mayBeMillionths(latitude: Double, longitude: Double) -> Bool {
    latitude.magnitude < 9 && longitude.magnitude < 18
  }
}
