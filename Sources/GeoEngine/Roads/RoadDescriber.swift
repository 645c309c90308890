import GeoModel
import GeoStore

/// Describes a place on a road: the road, the position on it, and the rules there.
struct RoadDescriber {
  let map: RoadMap
  let place: RoadPlace
  let query: RoadQuery
  let namer: Namer
  /// ISO 3166-1 code in capitals; nil when it is not known.
  let country: String?

  private var way: RoadWay { place.way }
  /// How far along a road the search for junctions goes, in meters.
  private static let junctionReach = 30_000.0
  /// How far along a road the search for milestones goes, in meters.
  private static let milestoneReach = 2_500.0
  /// A single milestone within this distance gives the kilometer, in meters.
  private static let atMilestone = 100.0
  /// How far before and behind the place the direction of the road is measured, in meters.
  private static let directionReach = 150.0
  /// How far outside the outline of a bridge a road on it may be drawn, in meters.
  private static let bridgeMeters = 5.0

  /// The direction of travel: 1 along the line, -1 against it, 0 if unknown.
  private var sign: Int {
    guard way.flow == 0 else { return way.flow }
    guard let bearing = query.usedBearing else { return 0 }
    return RoadPlace.degrees(between: place.bearing, and: bearing) <= 90 ? 1 : -1
  }

  /// The road.
  func road() throws(StoreError) -> PlacemarkRoad {
    var road = PlacemarkRoad(
      roadClass: way.roadClass, way: way.source, coordinate: Coordinate(place.point), distanceMeters: place.meters)
    road.name = name(way.names)
    road.ref = way.ref
    try fillPosition(&road)
    try fillStructure(&road)
    road.maxSpeed = RoadValues.speed(of: way, sign: sign, country: country)
    road.surface = way.tags["surface"]
    road.hasToll = way.tags["toll"].flatMap { $0 == "yes" ? true : $0 == "no" ? false : nil }
    road.isOneway = way.flow != 0
    road.lanes = way.tags["lanes"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    road.access = way.tags["access"]
    return road
  }

  private func walk(ahead: Bool) -> RoadWalk {
    RoadWalk(map: map, start: place, sign: sign == 0 ? 1 : sign, isAhead: ahead)
  }

  private func name(_ names: [MapTag]) -> String? { namer.name(among: names, country: country) }

  private func fillPosition(_ road: inout PlacemarkRoad) throws(StoreError) {
    let (ahead, behind) = (walk(ahead: true), walk(ahead: false))
    if sign != 0 {
      let last = try behind.point(atMeters: Self.directionReach)
      road.direction = CompassPoint(bearingDegrees: last.bearing(to: try ahead.point(atMeters: Self.directionReach)))
      road.destination = destination
    }
    if way.isMotorway {
      road.previousJunction = try behind.junction(withinMeters: Self.junctionReach, name: name)
      road.nextJunction = try ahead.junction(withinMeters: Self.junctionReach, name: name)
    } else if way.kind == .road, road.name != nil || road.ref != nil {
      let label = { (way: RoadWay) in name(way.names) ?? way.ref }
      road.crossStreets = CrossStreets(
        behind: try behind.corner(label: label), ahead: try ahead.corner(label: label))
    }
    if way.isMotorway || !way.refs.isEmpty || way.kind == .railway {
      road.kilometer = RoadDescriber.kilometer(
        behind: try behind.milestone(withinMeters: Self.milestoneReach),
        ahead: try ahead.milestone(withinMeters: Self.milestoneReach))
    }
  }

  /// The destination on the signs in the direction of travel.
  private var destination: String? {
    let ofSide = way.flow == 0 ? way.tags[sign > 0 ? "destination:forward" : "destination:backward"] : nil
    return ofSide ?? (way.flow == 0 ? nil : way.tags["destination"])
  }

  /// The kilometer between two milestones, or of a single one that is near.
  private static func kilometer(
    behind: (kilometer: Double, meters: Double)?, ahead: (kilometer: Double, meters: Double)?
  ) -> Double? {
    if let behind, let ahead, behind.kilometer != ahead.kilometer {
      let (meters, told) = (behind.meters + ahead.meters, abs(ahead.kilometer - behind.kilometer) * 1_000)
      // Milestones of two roads, or of a road that was rerouted, do not match the distance.
      if meters > 0, (0.7...1.4).contains(told / meters) {
        return behind.kilometer + (ahead.kilometer - behind.kilometer) * behind.meters / meters
      }
    }
    let nearest = [behind, ahead].compactMap { $0 }.min { $0.meters < $1.meters }
    return nearest.flatMap { $0.meters <= atMilestone ? $0.kilometer : nil }
  }

  private func fillStructure(_ road: inout PlacemarkRoad) throws(StoreError) {
    (road.isBridge, road.isTunnel) = (way.isBridge, way.isTunnel)
    guard way.isBridge || way.isTunnel else { return }
    let kind = way.isBridge ? "bridge" : "tunnel"
    road.structureName = way.tags["\(kind):name"]
    guard road.structureName == nil else { return }
    var found: [MapObjectID] = []
    try map.store.objects(around: place.point, withinMeters: Self.bridgeMeters, ranks: 26...30) {
      if $0.hasName, $0.isArea { found.append($0.id) }
    }
    for id in found where road.structureName == nil {
      let object = try map.store.objectRow(id)
      if object.mainTag == MapTag(key: "man_made", value: kind) { road.structureName = name(object.names) }
    }
  }
}

extension RoadWalk {
  /// The last vertex within a distance, or the first one if all are farther; the start where the road has no more
  /// vertices.
  fileprivate func point(atMeters meters: Double) throws(StoreError) -> FixedPoint {
    var point: FixedPoint?
    try go(withinMeters: .infinity) { step in
      if point == nil || step.meters <= meters { point = step.way.line[step.position] }
      return step.meters < meters
    }
    return point ?? start.point
  }
}

extension CrossStreets {
  /// Describes a place by the corners behind and ahead; nil where there is none.
  fileprivate init?(behind: (name: String, meters: Double)?, ahead: (name: String, meters: Double)?) {
    let found = [behind, ahead].compactMap { $0 }
    guard let nearest = found.min(by: { $0.meters < $1.meters }) else { return nil }
    if nearest.meters <= CrossStreets.cornerMeters {
      self = .at(nearest.name)
    } else if let behind, let ahead, behind.name != ahead.name {
      self = .between(behind.name, ahead.name)
    } else {
      self = .near(nearest.name)
    }
  }
}
