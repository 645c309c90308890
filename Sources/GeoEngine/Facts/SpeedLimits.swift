import GeoModel

/// The legal speed limits of roads without signs.
///
/// The numbers for cars by country, from the page "Default speed limits" of OpenStreetMap's wiki, as parsed by the
/// library osm-legal-default-speeds in October 2023 (its data is under CC BY-SA 2.0). Countries whose law differs from
/// state to state are left out, and so are limits that depend on more than the kind of road.
enum SpeedLimits {
  /// The limits of one country in kilometers per hour; nil where there is none or it is unknown.
  private struct Law {
    var livingStreet: Double?
    var urban: Double?
    var rural: Double?
    var motorway: Double?
    /// Whether there is no limit on motorways.
    var isFreeOnMotorways = false
  }

  /// The speed that `walk` stands for, in kilometers per hour.
  private static let walk = 7.0

  /// The speed for a value that names a law instead of a number, such as `RU:urban`, `DE:motorway`, `DE:zone30` or
  /// `walk`; nil for any other value.
  static func speed(implied text: String) -> RoadSpeed? {
    if text == "walk" { return RoadSpeed(text: text, kilometersPerHour: walk, origin: .implicit) }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 2 else { return nil }
    let law = laws[parts[0].uppercased()]
    let speed: Double?
    switch parts[1] {
    case "living_street": speed = law?.livingStreet
    case "urban": speed = law?.urban
    case "rural": speed = law?.rural
    case "motorway": speed = law?.motorway
    case let zone:
      let digits = zone.utf8.drop { !($0 &- 0x30 <= 9) }
      speed = Substring(digits).utf8.count <= 3 ? Double(Substring(digits)).flatMap { $0 > 0 ? $0 : nil } : nil
    }
    return RoadSpeed(text: text, kilometersPerHour: speed, origin: .implicit)
  }

  /// The limit on a kind of road without signs; nil where the limit depends on more than the kind, or is unknown.
  static func usualSpeed(of roadClass: String, country: String?) -> RoadSpeed? {
    guard let law = country.flatMap({ laws[$0] }) else { return nil }
    let speed: Double?
    switch roadClass {
    case "motorway" where law.isFreeOnMotorways:
      return RoadSpeed(text: "none", kilometersPerHour: nil, origin: .countryDefault)
    case "motorway": speed = law.motorway
    case "living_street": speed = law.livingStreet
    case "residential": speed = law.urban
    default: speed = nil
    }
    return speed.map { RoadSpeed(text: "\(Int($0.rounded()))", kilometersPerHour: $0, origin: .countryDefault) }
  }

  private static func law(
    _ livingStreet: Double?, _ urban: Double?, _ rural: Double?, _ motorway: Double?
  ) -> Law {
    Law(livingStreet: livingStreet, urban: urban, rural: rural, motorway: motorway)
  }

  // The columns: living streets, within towns, outside towns, motorways.
  private static let laws: [String: Law] = [
    "AD": law(20, 50, nil, 120), "AR": law(nil, nil, 110, 130), "AT": law(walk, 50, 100, 130),
    "BA": law(walk, 50, 80, 130), "BG": law(20, 50, 90, 140), "BY": law(20, 60, 90, 110), "CH": law(20, 50, 80, 120),
    "CZ": law(20, 50, 90, nil), "DE": Law(livingStreet: walk, urban: 50, rural: 100, isFreeOnMotorways: true),
    "DK": law(15, 50, 80, 130), "EE": law(20, 50, 90, nil), "ES": law(20, nil, 90, 120), "FI": law(20, 50, nil, nil),
    "FR": law(20, 50, 80, 130), "GB": law(nil, nil, 60 * 1.609344, 70 * 1.609344), "GR": law(nil, 50, 90, 130),
    "HR": law(walk, 50, 90, 130), "HU": law(20, 50, 90, 130), "IE": law(nil, 50, 80, 120), "IL": law(30, 50, 80, 110),
    "IS": law(10, 50, 80, nil), "IT": law(nil, 50, 90, 130), "KZ": law(20, 60, nil, 140), "LI": law(nil, 50, 80, nil),
    "LT": law(20, 50, 90, 130), "LU": law(20, 50, 90, 130), "LV": law(20, 50, 90, nil), "MD": law(20, 50, 90, nil),
    "MK": law(nil, 50, 90, 130), "MT": law(nil, 50, 80, nil), "NL": law(15, 50, 80, nil), "NO": law(walk, 50, 80, 110),
    "NZ": law(10, 50, 100, nil), "PL": law(20, 50, 90, 140), "PT": law(20, 50, 90, 120), "RO": law(20, 50, 90, 130),
    "RS": law(10, 50, 80, 120), "RU": law(20, 60, 90, 110), "SE": law(walk, 50, 70, 110), "SI": law(10, 50, 90, 130),
    "SK": law(20, 50, 90, 130), "TR": law(nil, 50, 90, 120), "UA": law(20, 50, 90, 130), "ZA": law(nil, 60, 100, 120),
  ]
}
