import GeoModel
import GeoStore
import GeoSupport

/// Chooses the road that a point is on.
///
/// Each road has a cost, and the cheapest one wins:
/// 1. The square of its distance over twice the square of the point's standard deviation, as in a normal distribution.
/// 2. Larger roads carry more traffic and cost less, except for pedestrians. A motorway that the point is on, within a
///    meter or two, goes before the road that crosses it.
/// 3. A road that runs in another direction than the query's bearing costs more; most if its traffic comes the other
///    way.
/// 4. A tunnel costs a little more than a road above ground. A road without name and number costs a little more than
///    one with either: where two such roads begin at one point, the one with a name or number is meant.
/// 5. A railway counts only where the point is on it, a ferry only there or on water, and a road as near goes first.
struct RoadChooser {
  let query: RoadQuery
  let projection: LocalProjection
  /// Whether the point is at sea or on inland water.
  let isOnWater: Bool
  private(set) var best: (place: RoadPlace, cost: Double)?
  /// Another road than ``best`` near the point, for the trace; nil unless there is one.
  private(set) var second: RoadPlace?
  private(set) var nearestMeters = Double.infinity

  /// The standard deviations assumed for points without an accuracy, in meters: for exact points and for those from a
  /// moving receiver.
  private static let (exactMeters, movingMeters) = (2.0, 5.0)
  /// The greatest standard deviation used, in meters. Beyond it no road is likelier than the nearest, and too many
  /// would have to be examined.
  private static let vagueMeters = 30.0
  /// The radius of 68 % confidence in standard deviations of one axis.
  private static let deviationsInRadius = 1.5
  /// The cost of a road at a right angle to the bearing; the cost against the bearing is twice as much.
  private static let rightAngleCost = 4.0
  private static let tunnelCost = 0.3
  private static let namelessCost = 0.3
  private static let layerCost = 0.05
  /// An upper bound of the sum of all costs except that of the distance.
  private static let mostOtherCost = 16.0
  /// How far a point may be from a railway or ferry to be on it, in standard deviations.
  private static let onDeviations = 3.0

  init(_ query: RoadQuery, _ projection: LocalProjection, isOnWater: Bool) {
    (self.query, self.projection, self.isOnWater) = (query, projection, isOnWater)
  }

  private var deviation: Double {
    let usual = query.usedBearing == nil ? RoadChooser.exactMeters : RoadChooser.movingMeters
    guard let accuracy = query.accuracyMeters else { return usual }
    return min(RoadChooser.vagueMeters, max(RoadChooser.exactMeters, accuracy / RoadChooser.deviationsInRadius))
  }

  /// Widens the search until no road outside can cost less.
  mutating func choose(from map: RoadMap) throws(StoreError) {
    for radius in [max(30, 4 * deviation), 200, Reach.street] {
      (best, second, nearestMeters) = (nil, nil, .infinity)
      try map.roads(around: projection.origin, withinMeters: radius) { consider($0) }
      guard let best else { continue }
      let needed = best.place.meters * best.place.meters + 2 * deviation * deviation * RoadChooser.mostOtherCost
      if needed <= radius * radius { return }
    }
  }

  private mutating func consider(_ way: RoadWay) {
    guard way.isOpen(to: query.profile) else { return }
    let place = RoadPlace(way, nearestTo: projection)
    guard canBeMeant(place) else { return }
    nearestMeters = min(nearestMeters, place.meters)
    let cost = cost(of: place)
    if let best, best.cost < cost || best.cost == cost && best.place.way.source.id <= way.source.id {
      if !best.place.way.continues(way), second.map({ place.meters < $0.meters }) ?? true { second = place }
      return
    }
    if let best, !best.place.way.continues(way) { second = best.place }
    best = (place, cost)
  }

  private func canBeMeant(_ place: RoadPlace) -> Bool {
    place.way.kind == .road || place.way.kind == .ferry && isOnWater
      || place.meters <= RoadChooser.onDeviations * deviation
  }

  private func cost(of place: RoadPlace) -> Double {
    let way = place.way
    var cost = place.meters * place.meters / (2 * deviation * deviation)
    if query.profile != .walking { cost += RoadChooser.classCosts[way.roadClass] ?? RoadChooser.otherClassCost }
    if way.name == nil, way.refs.isEmpty { cost += RoadChooser.namelessCost }
    if way.isTunnel { cost += RoadChooser.tunnelCost }
    cost -= RoadChooser.layerCost * Double(way.layer)
    if let bearing = query.usedBearing {
      cost += RoadChooser.rightAngleCost * (1 - cos(angle(of: place, to: bearing) * .pi / 180))
    }
    return cost
  }

  /// Degrees between a direction and the traffic's at a place, 0 to 180; pedestrians may go both ways on every road.
  private func angle(of place: RoadPlace, to bearing: Double) -> Double {
    let angle = RoadPlace.degrees(between: place.bearing, and: bearing)
    let flow = query.profile == .walking ? 0 : place.way.flow
    return flow > 0 ? angle : flow < 0 ? 180 - angle : min(angle, 180 - angle)
  }

  private static let otherClassCost = 2.5
  private static let classCosts: [String: Double] = [
    "motorway": 0, "trunk": 0.2, "primary": 0.4, "secondary": 0.5, "tertiary": 0.6, "unclassified": 0.7,
    "residential": 0.7, "motorway_link": 0.8, "trunk_link": 0.8, "primary_link": 0.8, "secondary_link": 0.8,
    "tertiary_link": 0.8, "living_street": 0.9, "road": 0.9, "pedestrian": 1.2, "service": 1.5, "track": 2,
    "ferry": 1, "rail": 3, "narrow_gauge": 3, "preserved": 3, "funicular": 3, "light_rail": 4, "monorail": 5, "tram": 6,
    "subway": 6,
  ]
}

extension RoadPlace {
  /// The angle between two directions, 0 to 180 degrees.
  static func degrees(between a: Double, and b: Double) -> Double {
    let angle = abs(a - b).truncatingRemainder(dividingBy: 360)
    return min(angle, 360 - angle)
  }
}
