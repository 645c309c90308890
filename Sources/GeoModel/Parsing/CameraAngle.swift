/// Parses an angle as programs print it for photos: `[37, 46, 309/25]`, `(37.0, 46.0, 12.36)`, `37/1 46/1 1236/100`,
/// and in XMP `37,46.206N`.
///
/// Degrees, minutes and seconds are numbers or fractions, with commas or blanks between. All three must be there unless
/// a compass letter marks the text as an angle, because two numbers may be a pair of coordinates. Only zeros may follow
/// a part with decimals.
enum CameraAngle {
  /// The angle; nil when the text does not have this form.
  static func angle(_ text: String) -> WrittenAngle? {
    var rest = text.uppercased()[...].trimmingBlanks()
    let letter = rest.takeCompassLetter()
    rest = rest.trimmingBlanks()
    let list = rest.droppingBrackets()
    let isList = list.count < rest.count || list.contains("/") || (letter != nil && list.contains(","))
    let words = list.split { $0 == "," || $0 == " " }
    guard isList, words.count == 3 || (words.count == 2 && letter != nil) else { return nil }
    var parts = words.compactMap(number)
    guard parts.count == words.count else { return nil }
    while parts.count > 1, parts.last == 0 { parts.removeLast() }
    guard let degrees = WrittenAngle.degrees(parts) else { return nil }
    return WrittenAngle(degrees.magnitude, isNegative: degrees.sign == .minus, letter: letter)
  }

  /// A decimal, or a fraction of two whole numbers.
  private static func number(_ word: Substring) -> Double? {
    let sides = word.split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count <= 2, sides.allSatisfy({ $0.utf8.allSatisfy { "0123456789.-".utf8.contains($0) } }),
      let above = Double(sides[0])
    else { return nil }
    guard sides.count == 2 else { return above }
    guard let below = UInt32(sides[1]), below > 0 else { return nil }
    return above / Double(below)
  }
}
