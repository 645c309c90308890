/// The unit of Garmin's FIT files, whose fields programs copy into tables under their own names: 2^31 semicircles are 180 degrees.
///
/// Such numbers look like ten-millionths of a degree, so only the names of the columns tell. Who made degrees of them may have left the
/// names, so only whole numbers that are no degrees count.
enum Semicircles {
  /// Whether the folded names of a latitude and a longitude are FIT's, or say it.
  static func areMeant(_ latitude: String, _ longitude: String) -> Bool {
    let isFIT = latitude.contains("positionlat") && longitude.contains("positionlong")
    return isFIT || (latitude.contains("semicircle") && longitude.contains("semicircle"))
  }

  /// Degrees of a cell; what FIT writes where the watch knew no place is missing.
  static func degrees(_ value: DegreeText.Value) -> DegreeText.Value {
    guard case .degrees(let number) = value, number.magnitude > 180, number == number.rounded() else { return value }
    return number == 2_147_483_647 ? .missing : .degrees(number * 180 / 2_147_483_648)
  }
}
