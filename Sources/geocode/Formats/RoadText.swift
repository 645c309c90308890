import GeoConsole
import GeoModel
import GeoSupport

/// Describes a road for the user: its name, the place on it, and its rules.
enum RoadText {
  /// One to three lines.
  static func lines(_ road: PlacemarkRoad) -> [String] {
    [title(road), position(road), rules(road)].filter { !$0.isEmpty }
  }

  /// `A 9, Nürnberg, motorway, N, 3 m away (way/123)`.
  private static func title(_ road: PlacemarkRoad) -> String {
    let names = [road.ref, road.name].compactMap { $0 }.map(AddressText.shown).joined(separator: ", ")
    let kind = AddressText.shown(road.roadClass)
    let far = road.distanceMeters >= 1 ? "\(Figures.fixed(road.distanceMeters, 0)) m away" : nil
    let parts = [names.isEmpty ? nil : names, kind, road.direction?.rawValue, far].compactMap { $0 }
    return parts.joined(separator: ", ") + " (\(road.way.path))"
  }

  /// `between 9th Street and 10th Street, 400 block, on a bridge, kilometer 12.5, to Berlin`.
  private static func position(_ road: PlacemarkRoad) -> String {
    let structure = road.isBridge ? "on a bridge" : road.isTunnel ? "in a tunnel" : nil
    let parts: [String?] = [
      road.crossStreets?.description, road.hundredBlock.map { "\($0) block" }, road.junctionText,
      structure.map { structure in
        road.structureName.map { "\(structure), \($0)" } ?? structure
      }, road.kilometer.map { "kilometer \(Figures.fixed($0, 1))" }, road.destination.map { "to \($0)" },
    ]
    return parts.compactMap { $0 }.map(AddressText.shown).joined(separator: ", ")
  }

  /// `speed limit 25 mph, asphalt, one way, 4 lanes, toll, access private`.
  private static func rules(_ road: PlacemarkRoad) -> String {
    let parts: [String?] = [
      road.maxSpeed.map(speed), road.surface, road.isOneway ? "one way" : nil,
      road.lanes.map { $0 == 1 ? "1 lane" : "\($0) lanes" }, road.hasToll == true ? "toll" : nil,
      road.access.map { "access \($0)" },
    ]
    return parts.compactMap { $0 }.map(AddressText.shown).joined(separator: ", ")
  }

  private static func speed(_ speed: RoadSpeed) -> String {
    if speed.kilometersPerHour == nil, speed.text == "none" { return "no speed limit" }
    let value = speed.kilometersPerHour.map { "\(Figures.fixed($0, 0)) km/h" }
    switch speed.origin {
    case .tagged: return "speed limit \(speed.text)" + (speed.text.utf8.allSatisfy { $0 &- 0x30 <= 9 } ? " km/h" : "")
    case .implicit: return "speed limit \(value ?? "unknown") (\(speed.text))"
    case .countryDefault: return "speed limit \(value ?? speed.text) where no sign says otherwise"
    }
  }
}
