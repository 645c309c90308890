import GeoModel

/// Angles from a receiver's sentences (NMEA 0183) in columns of a table: `3746.2,N,12224.6,W` is 37 degrees and 46.2
/// minutes north.
///
/// 1. Both letters must be present, and both numbers must be plain.
/// 2. Either the latitude is 100 or more, far too much for degrees, or both numbers have all digits of whole degrees
///    and minutes (4 and 5). Spreadsheets remove leading zeros, so a place near the equator is recognized only if they
///    are still there.
enum ReceiverColumns {
  /// Returns the two angles; nil where the cells are not a receiver's.
  static func pair(
    _ latitude: AngleColumns.Cells, _ longitude: AngleColumns.Cells
  ) -> (latitude: DegreeText.Value, longitude: DegreeText.Value)? {
    guard let north = AngleColumns.letter(latitude.letter), let east = AngleColumns.letter(longitude.letter),
      latitude.minutes.isEmpty, longitude.minutes.isEmpty,
      case .degrees(let y) = DegreeText.parse(latitude.degrees), y >= 0,
      case .degrees(let x) = DegreeText.parse(longitude.degrees), x >= 0,
      y >= 100 || (wholeDigits(latitude.degrees) == 4 && wholeDigits(longitude.degrees) == 5)
    else { return nil }
    return (angle(y, north), angle(x, east))
  }

  private static func angle(_ number: Double, _ letter: Unicode.Scalar) -> DegreeText.Value {
    let degrees = (number / 100).rounded(.down)
    guard let sum = WrittenAngle.degrees([degrees, number - degrees * 100]) else { return .bad }
    return WrittenAngle(sum, isNegative: false, letter: letter).map { .named($0) } ?? .bad
  }

  private static func wholeDigits(_ cell: UnsafeRawBufferPointer) -> Int {
    DegreeText.trimmed(cell).prefix(while: Byte.isDigit).count
  }
}
