import GeoStore

/// The kind of traffic of a track. It decides which roads count, and whether one-way streets do.
package enum TrackProfile: String, CaseIterable, Sendable {
  /// A car: roads for cars, in their directions.
  case driving
  /// A pedestrian: all roads and paths except those only for cars, in both directions.
  case walking
}

/// The traffic that may use a road, and its directions, by the road's tags.
struct RoadAccess: OptionSet, BitwiseCopyable {
  let rawValue: UInt8

  /// Cars, from its first vertex to its last one.
  static let drivingForward = RoadAccess(rawValue: 1)
  /// Cars, from its last vertex to its first one.
  static let drivingBackward = RoadAccess(rawValue: 2)
  /// Pedestrians, for whom no street is one-way.
  static let walking = RoadAccess(rawValue: 4)

  private static let forCars: Set<String> = [
    "motorway", "motorway_link", "trunk", "trunk_link", "primary", "primary_link", "secondary", "secondary_link",
    "tertiary", "tertiary_link", "unclassified", "residential", "living_street", "service", "road", "track",
  ]
  private static let forFeet: Set<String> = [
    "pedestrian", "footway", "path", "steps", "cycleway", "bridleway", "corridor",
  ]
  private static let closed: Set<String> = ["no"]
  private static let roundabouts: Set<String> = ["roundabout", "circular"]

  /// Derives the access from a road's tags.
  init(highway: String, tags: [MapTag]) {
    var rawTags: [String: String] = [:]
    for tag in tags where RoadAccess.keys.contains(tag.key) { rawTags[tag.key] = tag.value }
    self = RoadAccess(highway, rawTags)
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The relevant keys.
  private static let keys: Set<String> = ["oneway", "junction", "access", "vehicle", "motor_vehicle", "foot"]

  private init(_ highway: String, _ tags: [String: String]) {
    self = []
    func isOpen(_ keys: String...) -> Bool {
      guard let said = keys.lazy.compactMap({ tags[$0] }).first else { return true }
      return !RoadAccess.closed.contains(said)
    }
    if RoadAccess.forCars.contains(highway), isOpen("motor_vehicle", "vehicle", "access") {
      formUnion(RoadAccess.directions(highway, tags))
    }
    let isForCarsAlone = highway.hasPrefix("motorway") || highway.hasPrefix("trunk")
    let isOfFeet = RoadAccess.forFeet.contains(highway) || RoadAccess.forCars.contains(highway)
    if isOfFeet, isForCarsAlone ? tags["foot"] ?? "no" != "no" : isOpen("foot", "access") { insert(.walking) }
  }

  private static func directions(_ highway: String, _ tags: [String: String]) -> RoadAccess {
    switch tags["oneway"] {
    case "yes", "1", "true": return .drivingForward
    case "-1", "reverse": return .drivingBackward
    case .some: return [.drivingForward, .drivingBackward]
    case nil: break
    }
    let isOneWay = highway == "motorway" || tags["junction"].map(roundabouts.contains) == true
    return isOneWay ? .drivingForward : [.drivingForward, .drivingBackward]
  }
}

extension TrackProfile {
  /// The bit of roads that may be used from the first vertex to the last one.
  var forward: RoadAccess { self == .driving ? .drivingForward : .walking }
  /// The bit of roads that may be used from the last vertex to the first one.
  var backward: RoadAccess { self == .driving ? .drivingBackward : .walking }
}
