import GeoModel
import GeoStore
import GeoSupport

/// Follows a road from vertex to vertex, across the ends of its ways, as long as its name or number stays the same.
struct RoadWalk {
  let map: RoadMap
  let start: RoadPlace
  /// The direction of travel: 1 along the line of the first way, -1 against it.
  let sign: Int
  /// Whether the walk goes in the direction of travel, not back.
  let isAhead: Bool

  /// A vertex that the walk reaches.
  struct Step {
    var way: RoadWay
    /// The number of the vertex, and of the one before it; they differ by 1.
    var position: Int
    var previous: Int
    /// Meters along the road from the start.
    var meters: Double
  }

  /// The most vertices that a walk visits.
  private static let mostSteps = 1_000
  /// The cosine of the sharpest turn that is still the same road.
  private static let sharpest = -0.5

  /// Walks until the body returns false, the road ends, or the limit is reached.
  ///
  /// - Parameter body: returns whether to go on.
  func go(withinMeters limit: Double, _ body: (Step) throws(StoreError) -> Bool) throws(StoreError) {
    var direction = isAhead ? sign : -sign
    var way = start.way
    var position = direction > 0 ? start.segment + 1 : start.segment
    var step = Step(
      way: way, position: position, previous: position - direction, meters: start.point.meters(to: way.line[position]))
    var visited: Set = [way.id]
    for _ in 0..<RoadWalk.mostSteps {
      guard step.meters <= limit, try body(step) else { return }
      if !way.line.indices.contains(position + direction) {
        guard let next = try next(after: step, visited) else { return }
        (way, direction) = next
        position = direction > 0 ? 0 : way.line.count - 1
        visited.insert(way.id)
      }
      let from = way.line[position]
      position += direction
      step = Step(
        way: way, position: position, previous: position - direction,
        meters: step.meters + from.meters(to: way.line[position]))
    }
  }

  /// The way with the least turn on which the road goes on after a step to the end of its way, and the direction along
  /// it.
  private func next(
    after step: Step, _ visited: Set<MapObjectID>
  ) throws(StoreError) -> (RoadWay, direction: Int)? {
    let point = step.way.line[step.position]
    let heading = step.way.line[step.previous].bearing(to: point)
    var best: (way: RoadWay, direction: Int, turn: Double)?
    for way in try map.vertex(point).ways where !visited.contains(way.id) && way.continues(start.way) {
      let last = way.line.count - 1
      for (end, direction) in [(0, 1), (last, -1)] where way.line[end] == point {
        // A walk ahead never goes against the traffic, and a walk back never with it.
        guard way.flow == 0 || way.flow * direction == (isAhead ? 1 : -1) else { continue }
        let turn = cos((way.line[end].bearing(to: way.line[end + direction]) - heading) * .pi / 180)
        if turn > max(RoadWalk.sharpest, best?.turn ?? -1) { best = (way, direction, turn) }
      }
    }
    return best.map { ($0.way, $0.direction) }
  }
}

extension RoadWalk {
  /// The first corner: another road with another name, and the distance to it.
  func corner(label: (RoadWay) -> String?) throws(StoreError) -> (name: String, meters: Double)? {
    var corner: (name: String, meters: Double)?
    let own = label(start.way)
    try go(withinMeters: CrossStreets.reachMeters) { (step) throws(StoreError) in
      for way in try map.vertex(step.way.line[step.position]).ways {
        guard !way.continues(start.way), way.kind == .road, !way.isLink, start.way.isPath || !way.isPath else {
          continue
        }
        guard let name = label(way), name != own else { continue }
        corner = (name, step.meters)
        return false
      }
      return true
    }
    return corner
  }

  /// The first junction of a motorway.
  func junction(
    withinMeters limit: Double, name: ([MapTag]) -> String?
  ) throws(StoreError) -> RoadJunction? {
    var junction: RoadJunction?
    try go(withinMeters: limit) { (step) throws(StoreError) in
      guard let names = try map.vertex(step.way.line[step.position]).junction else { return true }
      let found = RoadJunction(
        ref: names.first { $0.key == "ref" }?.value, name: name(names), distanceMeters: step.meters)
      guard found.ref != nil || found.name != nil else { return true }
      junction = found
      return false
    }
    return junction
  }

  /// The first milestone and the distance to it.
  func milestone(withinMeters limit: Double) throws(StoreError) -> (kilometer: Double, meters: Double)? {
    var nearest: (kilometer: Double, meters: Double)?
    try go(withinMeters: limit) { (step) throws(StoreError) in
      let segment = min(step.position, step.previous)
      for milestone in try map.milestones(of: step.way) where milestone.segment == segment {
        let vertex = step.way.line[step.position]
        let length = step.way.line[step.previous].meters(to: vertex)
        let rest = step.position > step.previous ? length - milestone.metersInSegment : milestone.metersInSegment
        // On the first segment only milestones after the start count.
        guard step.meters >= rest else { continue }
        let meters = step.meters - rest
        if nearest.map({ meters < $0.meters }) ?? true { nearest = (milestone.kilometer, meters) }
      }
      return nearest == nil
    }
    return nearest
  }
}
