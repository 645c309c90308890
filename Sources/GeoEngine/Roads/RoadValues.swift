import GeoModel

/// Parses the values of roads' tags: speeds and distances.
enum RoadValues {
  /// Kilometers in a mile.
  private static let mile = 1.609344
  /// Kilometers in a nautical mile.
  private static let nauticalMile = 1.852

  /// The kilometer of a milestone: `12.5`, `12.5 km`, `7 mi` (`mi:7` beside railways), and `12+300` for 12 km and
  /// 300 m; nil for anything else.
  static func kilometers(_ text: String) -> Double? {
    if text.hasPrefix("mi:") { return number(text.dropFirst(3)).map { $0 * mile } }
    let parts = text.split(separator: "+", omittingEmptySubsequences: false)
    if parts.count == 2, let kilometers = number(parts[0]), let meters = number(parts[1]), meters < 1_000 {
      return kilometers + meters / 1_000
    }
    guard let (value, unit) = measure(text) else { return nil }
    switch unit {
    case "", "km": return value
    case "mi", "miles", "mile": return value * mile
    default: return nil
    }
  }

  /// A speed in kilometers per hour: `50`, `30 mph`, `10 knots`; nil for anything else, and for 0.
  static func kilometersPerHour(_ text: String) -> Double? {
    guard let (value, unit) = measure(text), value > 0 else { return nil }
    switch unit {
    case "", "km/h", "kmh", "kph": return value
    case "mph": return value * mile
    case "knots", "knot": return value * nauticalMile
    default: return nil
    }
  }

  /// The speed limit of a road by its tags, else by its country's law.
  ///
  /// - Parameters:
  ///   - sign: 1 for the direction of the line, -1 against it, 0 if unknown.
  ///   - country: ISO 3166-1 code in capitals; nil when unknown.
  static func speed(of way: RoadWay, sign: Int, country: String?) -> RoadSpeed? {
    let ofSide = sign == 0 ? nil : way.tags[sign > 0 ? "maxspeed:forward" : "maxspeed:backward"]
    if let text = ofSide ?? way.tags["maxspeed"] {
      if let implicit = SpeedLimits.speed(implied: text) { return implicit }
      return RoadSpeed(text: text, kilometersPerHour: kilometersPerHour(text), origin: .tagged)
    }
    for key in ["maxspeed:type", "zone:maxspeed", "zone:traffic"] {
      if let speed = way.tags[key].flatMap(SpeedLimits.speed(implied:)) { return speed }
    }
    return SpeedLimits.usualSpeed(of: way.roadClass, country: country)
  }

  /// A number and its unit.
  private static func measure(_ text: String) -> (Double, Substring)? {
    let digits = text.prefix { $0.isASCIIDigit || $0 == "." || $0 == "," }
    guard let value = number(digits) else { return nil }
    return (value, RoadWay.trimmed(text[digits.endIndex...]))
  }

  private static func number(_ text: Substring) -> Double? {
    let digits = text.map { $0 == "," ? "." : $0 }
    guard digits.count <= 12, digits.first?.isASCIIDigit == true else { return nil }
    return Double(String(digits))
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
